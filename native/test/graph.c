/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include "here.h"
#include "mutator.h"
#include "roots.h"

#define NO_INDEX UINT32_MAX
#define TURNS    50 /* operations between two looks at the control */
#define TEXT_MAX (16400 + 8 * 4000)
#define LETTERS  26

typedef struct list {
    bool held, published; /* by the root log, by the repository; neither when empty */
    uint64_t head;        /* while held */
    uint32_t count;
    int64_t stamps[GRAPH_LENGTH];
} list;

typedef struct mutator {
    uint64_t slot, random;
    uint32_t index;
    list lists[GRAPH_LISTS];
    graph_counts counts;
} mutator;

static uint32_t shape;
static uint32_t extra_names[GRAPH_EXTRAS];
static uint64_t roots[GRAPH_ROOTS];
static char alphabet[TEXT_MAX + LETTERS];

/* ---- what a stamp says ---- */

static uint32_t text_length(int64_t stamp) {
    return stamp % 50 == 7 ? 16400 + (uint32_t)(stamp / 50 % 8) * 4000 : (uint32_t)(stamp % 40);
}

static const char *text_of(int64_t stamp) {
    return alphabet + stamp % LETTERS;
}

static void extra_text(char *text, size_t bytes, int64_t stamp, uint32_t extra) {
    snprintf(text, bytes, "x%u:%lld", extra, (long long)stamp);
}

static int64_t extra_number(int64_t stamp, uint32_t extra) {
    return stamp * 8 + extra;
}

/* Of the flat array in the field x3. */
static uint32_t numbers_length(int64_t stamp) {
    return stamp % 50 == 9 ? 5000 : (uint32_t)(stamp % 40);
}

/* ---- the class ---- */

static cl_field_spec declared(const char *name, uint32_t type, uint32_t class, uint32_t flags) {
    return (cl_field_spec){
        .name = named(CL_KIND_NAME, name), .type_name = class, .type = type, .flags = flags | CL_FIELD_DECLARED};
}

uint64_t graph_repository(const char *name, uint32_t index) {
    char key[64];
    if (index == NO_INDEX) {
        snprintf(key, sizeof key, "stress.%s", name);
    } else {
        snprintf(key, sizeof key, "stress.%s.%u", name, index);
    }
    return repository(key);
}

void graph_open(void) {
    cl_error error = {0, ""};
    uint32_t class = named(CL_KIND_CLASS, "stress.Node");
    cl_field_spec fields[] = {declared("stamp", CL_TYPE_INTEGER, 0, 0),
                              declared("level", CL_TYPE_INTEGER, 0, 0),
                              declared("owner", CL_TYPE_INTEGER, 0, 0),
                              declared("sum", CL_TYPE_INTEGER, 0, 0),
                              declared("text", CL_TYPE_STRING, 0, CL_FIELD_NULLABLE),
                              declared("a", CL_TYPE_CLASS, class, CL_FIELD_NULLABLE),
                              declared("b", CL_TYPE_CLASS, class, CL_FIELD_NULLABLE),
                              declared("c", CL_TYPE_CLASS, class, CL_FIELD_NULLABLE),
                              declared("back", CL_TYPE_CLASS, class, CL_FIELD_NULLABLE)};
    shape = cl_shape_intern(class, fields, sizeof fields / sizeof fields[0], &error);
    REQUIRE(shape != 0, &error);
    for (uint32_t i = 0; i < GRAPH_EXTRAS; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        extra_names[i] = named(CL_KIND_NAME, name);
    }
    for (uint32_t i = 0; i < GRAPH_ROOTS; i++) {
        roots[i] = graph_repository("root", i);
    }
    for (uint32_t i = 0; i < sizeof alphabet; i++) {
        alphabet[i] = (char)('a' + i % LETTERS);
    }
}

/* ---- nodes ---- */

static uint32_t pick(mutator *m, uint32_t count) {
    return (uint32_t)(check_random(&m->random) % count);
}

static uint32_t pick_field(mutator *m) {
    return GRAPH_A + pick(m, 3);
}

static uint64_t load(mutator *m, uint64_t node, uint32_t field) {
    uint64_t word = cl_load_tagged(m->slot, node, field);
    CHECK(word != CL_TAG_FAILED);
    return word;
}

static int64_t stamp_of(uint64_t node) {
    return (int64_t)cl_load_raw(node, GRAPH_STAMP);
}

/* The heap is full of live objects: a quarter of the roots goes, and what the root log holds beside the lists. */
static void relieve(mutator *m) {
    m->counts.full++;
    for (uint32_t i = 0; i < GRAPH_ROOTS / 4; i++) {
        cl_store_at(m->slot, roots[pick(m, GRAPH_ROOTS)], 0);
    }
}

static bool made(mutator *m, uint64_t reference, const cl_error *error) {
    if (reference == 0) {
        CHECK_OK(error->code == CL_ERR_MEMORY, error);
        relieve(m);
    }
    return reference != 0;
}

/* A new node, 0 when the heap is full. */
static uint64_t node(mutator *m, uint32_t level, uint32_t owner) {
    cl_error error = {0, ""};
    int64_t stamp = (int64_t)(check_random(&m->random) >> 24);
    uint64_t object = cl_allocate(m->slot, shape, &error);
    if (!made(m, object, &error)) {
        return 0;
    }
    uint64_t text = cl_string(m->slot, text_of(stamp), text_length(stamp), &error);
    if (!made(m, text, &error)) {
        return 0;
    }
    cl_store_raw(object, GRAPH_STAMP, (uint64_t)stamp);
    cl_store_raw(object, GRAPH_LEVEL, level);
    cl_store_raw(object, GRAPH_OWNER, owner);
    cl_store_tagged(m->slot, object, GRAPH_TEXT, text);
    m->counts.nodes++;
    return object;
}

/* A short string is a tagged word when a Java or Python mutator stored it, in the heap when it is C's own. */
static bool is_text(uint64_t word, const char *text, uint64_t length) {
    char tagged[14];
    if (cl_is_tagged_string(word)) {
        return cl_untag_string(word, tagged) == length && memcmp(tagged, text, length) == 0;
    }
    const cl_string_head *head = cl_at(here(), word);
    return is_reference(word) && shape_of(word)->kind == CL_KIND_STRING && head->encoding == CL_ENCODING_LATIN1 &&
           head->header.length == length && memcmp(head + 1, text, length) == 0;
}

static const cl_field *find_extra(uint64_t object, uint32_t extra) {
    const cl_shape *now = shape_of(object);
    for (uint32_t i = 0; i < now->field_count; i++) {
        if (now->fields[i].name == extra_names[extra] && (now->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &now->fields[i];
        }
    }
    return NULL;
}

/* Element i is stamp + i, in 32 bits. */
static bool is_numbers(uint64_t array, int64_t stamp) {
    uint32_t kind, count;
    cl_error error = {0, ""};
    bool good = cl_flat_info(array, &kind, &count, &error) && kind == CL_SLOT_INT32 && count == numbers_length(stamp);
    const int32_t *elements = cl_flat_elements(array);
    for (uint32_t i = 0; good && i < count; i++) {
        good = elements[i] == (int32_t)(stamp + i);
    }
    return good;
}

static uint64_t make_numbers(uint64_t slot, int64_t stamp, cl_error *error) {
    uint64_t array = cl_flat_make(slot, CL_SLOT_INT32, numbers_length(stamp), error);
    for (uint32_t i = 0; array != 0 && i < numbers_length(stamp); i++) {
        ((int32_t *)cl_flat_elements(array))[i] = (int32_t)(stamp + i);
    }
    return array;
}

static uint32_t extra_type(uint32_t extra) {
    return extra % 2 == 0 ? CL_TYPE_INTEGER : extra == 3 ? CL_TYPE_LIST : CL_TYPE_STRING;
}

/* Even ones hold a number, x3 a flat array, other odd ones a text; or null when it is removed meanwhile. */
static bool is_good_extra(mutator *m, uint64_t object, int64_t stamp, uint32_t extra) {
    const cl_field *field = find_extra(object, extra);
    if (field == NULL) {
        return true;
    }
    if (extra % 2 == 0) {
        return field->type == CL_TYPE_INTEGER &&
               cl_load_raw(object, field->slot) == (uint64_t)extra_number(stamp, extra);
    }
    uint64_t word = load(m, object, field->slot);
    if (field->type != extra_type(extra) || word == 0 || extra == 3) {
        return field->type == extra_type(extra) && (word == 0 || is_numbers(word, stamp));
    }
    char text[32];
    extra_text(text, sizeof text, stamp, extra);
    return is_text(word, text, strlen(text));
}

static void check_node(mutator *m, uint64_t object) {
    REQUIRE(is_object(object) && shape_of(object)->kind == CL_KIND_OBJECT, &(cl_error){.text = "a node was freed"});
    int64_t stamp = stamp_of(object);
    CHECK(is_text(load(m, object, GRAPH_TEXT), text_of(stamp), text_length(stamp)));
    for (uint32_t i = 0; i < GRAPH_EXTRAS; i++) {
        CHECK(is_good_extra(m, object, stamp, i));
    }
}

/* Added in order and removed from the end: in any order there would be thousands of versions of the class. */
static void change_extra(mutator *m, uint64_t object) {
    cl_error error = {0, ""};
    uint32_t live = 0;
    while (live < GRAPH_EXTRAS && find_extra(object, live) != NULL) {
        live++;
    }
    bool remove = live == GRAPH_EXTRAS || (live > 0 && pick(m, 2) == 0);
    uint32_t extra = remove ? live - 1 : live;
    int64_t stamp = stamp_of(object);
    cl_field_spec spec = {.name = extra_names[extra], .type = extra_type(extra)};
    if (remove) {
        cl_evolve_remove(m->slot, object, spec.name, &error); /* another one may be faster */
        CHECK_OK(error.code == CL_OK || error.code == CL_ERR_ARGUMENT, &error);
        return;
    }
    char text[32];
    extra_text(text, sizeof text, stamp, extra);
    uint64_t bits = extra % 2 == 0 ? (uint64_t)extra_number(stamp, extra)
                    : extra == 3   ? make_numbers(m->slot, stamp, &error)
                                   : cl_string(m->slot, text, strlen(text), &error);
    if (made(m, bits | (extra % 2 == 0), &error)) {
        made(m, cl_evolve_put(m->slot, object, &spec, bits, &error), &error);
    }
}

/* ---- the common part ---- */

/* A random path down from a root; returns its length. path[i] is of level i. */
static uint32_t descend(mutator *m, uint64_t *path) {
    uint32_t length = 0;
    uint32_t wanted = 1 + pick(m, GRAPH_LEVELS);
    uint64_t at = cl_load_at(m->slot, roots[pick(m, GRAPH_ROOTS)]);
    while (at != 0 && length < wanted) {
        CHECK(cl_load_raw(at, GRAPH_LEVEL) == length && cl_load_raw(at, GRAPH_OWNER) == GRAPH_MUTATORS);
        path[length++] = at;
        at = load(m, at, pick_field(m));
    }
    return length;
}

static void grow(mutator *m) {
    uint64_t path[GRAPH_LEVELS];
    uint32_t length = descend(m, path);
    uint32_t level = pick(m, 8) == 0 ? 0 : length % GRAPH_LEVELS;
    uint64_t made = node(m, level, GRAPH_MUTATORS);
    if (made != 0 && level == 0) {
        cl_store_at(m->slot, roots[pick(m, GRAPH_ROOTS)], made);
    } else if (made != 0) {
        cl_store_tagged(m->slot, path[level - 1], pick_field(m), made);
    }
}

static void join(mutator *m) {
    uint64_t from[GRAPH_LEVELS], to[GRAPH_LEVELS];
    uint32_t from_length = descend(m, from);
    uint32_t to_length = descend(m, to);
    uint32_t levels = from_length < to_length ? from_length : to_length;
    if (levels == 0 || pick(m, 8) == 0) {
        cl_store_at(m->slot, roots[pick(m, GRAPH_ROOTS)], to_length == 0 ? 0 : to[0]);
    } else if (levels > 1) {
        uint32_t level = pick(m, levels - 1);
        cl_store_tagged(m->slot, from[level], pick_field(m), to[level + 1]);
    }
}

static void drop(mutator *m) {
    uint64_t path[GRAPH_LEVELS];
    uint32_t length = descend(m, path);
    if (length == 0 || pick(m, 16) == 0) {
        cl_store_at(m->slot, roots[pick(m, GRAPH_ROOTS)], 0);
    } else {
        cl_store_tagged(m->slot, path[length - 1], pick_field(m), 0);
    }
}

/* Sets a reference up, or follows one and takes it away. */
static void turn_back(mutator *m) {
    uint64_t path[GRAPH_LEVELS];
    uint32_t length = descend(m, path);
    if (length == 0) {
        return;
    }
    uint64_t last = path[length - 1];
    uint64_t back = load(m, last, GRAPH_BACK);
    if (back != 0) {
        check_node(m, back);
    }
    cl_store_tagged(m->slot, last, GRAPH_BACK, back == 0 ? path[pick(m, length)] : 0);
}

static void look(mutator *m, bool change) {
    uint64_t path[GRAPH_LEVELS];
    uint32_t length = descend(m, path);
    if (length != 0 && change) {
        change_extra(m, path[length - 1]);
    }
    for (uint32_t i = 0; i < length; i++) {
        check_node(m, path[i]);
    }
}

/* ---- the private part ---- */

static uint64_t own_place(const mutator *m, uint32_t which) {
    return graph_repository("own", m->index * GRAPH_LISTS + which);
}

static uint64_t mailbox(uint32_t from, uint32_t to) {
    return graph_repository("mail", from * GRAPH_MUTATORS + to);
}

static uint64_t head_of(mutator *m, uint32_t which) {
    const list *l = &m->lists[which];
    return l->held ? l->head : l->published ? cl_load_at(m->slot, own_place(m, which)) : 0;
}

static void set_head(mutator *m, uint32_t which, uint64_t head) {
    list *l = &m->lists[which];
    l->head = head;
    if (head == 0) {
        l->held = l->published = false;
        cl_store_at(m->slot, own_place(m, which), 0);
    } else if (l->published) {
        cl_store_at(m->slot, own_place(m, which), head);
    } else {
        l->held = true;
    }
}

/* Checks each node; *sum: of the stamps. Returns the length. */
static uint32_t read_list(mutator *m, uint64_t head, int64_t *stamps, int64_t *sum) {
    uint32_t count = 0;
    *sum = 0;
    for (uint64_t at = head; at != 0 && count < GRAPH_LENGTH; at = load(m, at, GRAPH_A)) {
        check_node(m, at);
        CHECK(cl_load_raw(at, GRAPH_OWNER) < GRAPH_MUTATORS);
        stamps[count] = stamp_of(at);
        *sum += stamps[count++];
    }
    return count;
}

static void verify(mutator *m, uint32_t which) {
    const list *l = &m->lists[which];
    int64_t stamps[GRAPH_LENGTH], sum;
    CHECK(read_list(m, head_of(m, which), stamps, &sum) == l->count);
    CHECK(memcmp(stamps, l->stamps, l->count * sizeof stamps[0]) == 0);
}

static void push(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    uint64_t made = node(m, 0, m->index);
    if (made == 0 || l->count == GRAPH_LENGTH) {
        return;
    }
    cl_store_tagged(m->slot, made, GRAPH_A, head_of(m, which));
    memmove(l->stamps + 1, l->stamps, l->count++ * sizeof l->stamps[0]);
    l->stamps[0] = stamp_of(made);
    set_head(m, which, made);
}

static void pop(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    if (l->count != 0) {
        uint64_t head = load(m, head_of(m, which), GRAPH_A);
        memmove(l->stamps, l->stamps + 1, --l->count * sizeof l->stamps[0]);
        set_head(m, which, head);
    }
}

/* Puts a new node in the place of another. */
static void replace(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    uint64_t made = l->count == 0 ? 0 : node(m, 0, m->index);
    if (made == 0) {
        return;
    }
    uint32_t place = pick(m, l->count);
    uint64_t before = 0;
    uint64_t at = head_of(m, which);
    for (uint32_t i = 0; i < place; i++) {
        before = at;
        at = load(m, at, GRAPH_A);
    }
    cl_store_tagged(m->slot, made, GRAPH_A, load(m, at, GRAPH_A));
    l->stamps[place] = stamp_of(made);
    if (before == 0) {
        set_head(m, which, made);
    } else {
        cl_store_tagged(m->slot, before, GRAPH_A, made);
    }
}

/* Roots the list in another way. */
static void reroot(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    if (l->count == 0) {
        return;
    }
    uint64_t head = head_of(m, which);
    uint32_t how = 1 + pick(m, 3);
    l->held = (how & 1) != 0;
    l->published = (how & 2) != 0;
    l->head = head;
    cl_store_at(m->slot, own_place(m, which), l->published ? head : 0);
}

/* One's own roots go before the mailbox is filled, so that a list has one owner wherever a process dies. */
static void hand_over(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    uint64_t place = mailbox(m->index, pick(m, GRAPH_MUTATORS));
    if (l->count == 0 || cl_load_at(m->slot, place) != 0) {
        return;
    }
    uint64_t head = head_of(m, which);
    int64_t sum = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        sum += l->stamps[i];
    }
    cl_store_raw(head, GRAPH_SUM, (uint64_t)sum);
    l->count = 0;
    set_head(m, which, 0);
    cl_store_at(m->slot, place, head);
    m->counts.sent++;
}

static void take_over(mutator *m, uint32_t which) {
    list *l = &m->lists[which];
    uint64_t place = mailbox(pick(m, GRAPH_MUTATORS), m->index);
    uint64_t head = cl_load_at(m->slot, place);
    if (head == 0) {
        return;
    }
    cl_store_at(m->slot, place, 0);
    int64_t sum;
    l->count = read_list(m, head, l->stamps, &sum);
    CHECK((int64_t)cl_load_raw(head, GRAPH_SUM) == sum);
    set_head(m, which, head);
    m->counts.taken++;
}

static void change_private(mutator *m) {
    uint32_t which = pick(m, GRAPH_LISTS);
    switch (pick(m, 8)) {
    case 0:
    case 1:
        push(m, which);
        break;
    case 2:
        pop(m, which);
        break;
    case 3:
        replace(m, which);
        break;
    case 4:
        reroot(m, which);
        break;
    case 5:
        hand_over(m, which);
        break;
    case 6:
        take_over(m, which);
        break;
    default:
        verify(m, which);
        if (m->lists[which].count != 0) {
            change_extra(m, head_of(m, which));
        }
    }
}

/* ---- a mutator ---- */

/* From now on only what the lists hold is a root of this process. */
static void forget(mutator *m) {
    uint64_t kept[GRAPH_LISTS];
    for (uint32_t i = 0; i < GRAPH_LISTS; i++) {
        kept[i] = m->lists[i].held ? m->lists[i].head : 0;
    }
    keep_only(m->slot, kept, GRAPH_LISTS);
}

static void step(mutator *m) {
    uint32_t what = pick(m, 100);
    m->counts.operations++;
    if (what < 30) {
        grow(m);
    } else if (what < 42) {
        join(m);
    } else if (what < 54) {
        drop(m);
    } else if (what < 58) {
        turn_back(m);
    } else if (what < 66) {
        look(m, true);
    } else if (what < 70) {
        look(m, false);
    } else {
        change_private(m);
    }
}

/* What a mutator of this index left that was killed is checked and dropped. */
static void inherit(mutator *m) {
    int64_t stamps[GRAPH_LENGTH], sum;
    for (uint32_t i = 0; i < GRAPH_LISTS; i++) {
        read_list(m, cl_load_at(m->slot, own_place(m, i)), stamps, &sum);
        cl_store_at(m->slot, own_place(m, i), 0);
    }
}

graph_counts graph_mutate(uint64_t slot, uint32_t index, uint64_t seed) {
    mutator m = {.slot = slot, .random = seed, .index = index};
    uint64_t control = graph_repository("control", NO_INDEX);
    uint64_t ack = graph_repository("ack", index);
    graph_open();
    inherit(&m);
    for (int64_t now; (now = cl_untag_integer(cl_load_at(slot, control))) != GRAPH_END;) {
        if (now % 2 == 0) {
            cl_store_at(slot, ack, integer(now));
            check_sleep_us(1000);
            continue;
        }
        for (uint32_t i = 0; i < TURNS; i++) {
            step(&m);
        }
        if (pick(&m, 20) == 0) {
            forget(&m);
        }
    }
    for (uint32_t i = 0; i < GRAPH_LISTS; i++) {
        verify(&m, i);
    }
    return m.counts;
}
