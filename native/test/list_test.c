/* SPDX-License-Identifier: Apache-2.0 */
/* Lists: against an array of this process, by several processes at once, and with processes killed meanwhile. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "census.h"
#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "roots.h"

#define PROCESSES 3u

static cl_element integer_element(int64_t value) {
    return (cl_element){.kind = CL_SLOT_INT64, .bits = (uint64_t)value};
}

static cl_element float_element(double value) {
    cl_element element = {.kind = CL_SLOT_FLOAT64};
    memcpy(&element.bits, &value, sizeof value);
    return element;
}

static cl_element tagged_element(uint64_t word) {
    return (cl_element){.kind = CL_SLOT_TAGGED, .bits = word};
}

static uint64_t make_list(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t list = cl_list_make(slot, 0, 0, &error);
    REQUIRE(list != 0, &error);
    return list;
}

static void append(uint64_t slot, uint64_t list, cl_element element) {
    cl_error error = {0, ""};
    REQUIRE(cl_list_insert(slot, list, UINT32_MAX, &element, &error), &error);
}

static cl_element get(uint64_t slot, uint64_t list, uint32_t index) {
    cl_error error = {0, "no such element"};
    cl_element element;
    REQUIRE(cl_list_get(slot, list, index, &element, &error), &error);
    return element;
}

/* Of an integer in either form. */
static int64_t value_of(cl_element element) {
    if (element.kind == CL_SLOT_INT64) {
        return (int64_t)element.bits;
    }
    if (is_reference(element.bits)) {
        return (int64_t)cl_load_raw(element.bits, 0); /* a box */
    }
    return cl_untag_integer(element.bits);
}

static uint32_t kind_of(uint64_t slot, uint64_t list) {
    return get(slot, list, 0).kind;
}

/* ---- alone ---- */

static void bounds(void) {
    uint64_t slot = daemon_attach_slot("list");
    cl_error error = {7, ""};
    cl_element element = integer_element(1);
    uint64_t list = make_list(slot);
    CHECK(cl_list_count(list) == 0);
    CHECK(!cl_list_get(slot, list, 0, &element, &error) && error.code == CL_OK && element.bits == 1);
    CHECK(!cl_list_set(slot, list, 0, &element, NULL, &error) && error.code == CL_OK);
    CHECK(!cl_list_insert(slot, list, 1, &element, &error) && error.code == CL_OK);
    CHECK(!cl_list_remove(slot, list, UINT32_MAX, &element, &error) && error.code == CL_OK);
    CHECK(cl_list_insert(slot, list, 0, &element, &error) && cl_list_count(list) == 1);
    CHECK(!cl_list_remove(slot, list, 1, &element, &error) && error.code == CL_OK);
    CHECK(cl_list_remove(slot, list, UINT32_MAX, NULL, &error) && cl_list_count(list) == 0);
    CHECK(!cl_list_clear(slot, string(slot, "no list"), &error) && error.code == CL_ERR_ARGUMENT);
    CHECK(strstr(error.text, "is no list") != NULL);
}

static void from_the_end(void) {
    uint64_t slot = daemon_attach_slot("list");
    cl_error error = {7, ""};
    cl_element old;
    cl_element nine = integer_element(9);
    uint64_t list = make_list(slot);
    for (int64_t i = 0; i < 3; i++) {
        append(slot, list, integer_element(i));
    }
    CHECK(cl_list_set(slot, list, UINT32_MAX, &nine, &old, &error) && value_of(old) == 2);
    CHECK(cl_list_set(slot, list, (uint32_t)-3, &nine, &old, &error) && value_of(old) == 0);
    CHECK(!cl_list_set(slot, list, (uint32_t)-4, &nine, &old, &error) && error.code == CL_OK);
    CHECK(!cl_list_remove(slot, list, (uint32_t)-4, &old, &error) && error.code == CL_OK);
    CHECK(cl_list_remove(slot, list, (uint32_t)-2, &old, &error) && value_of(old) == 1);
    CHECK(cl_list_count(list) == 2 && value_of(get(slot, list, 0)) == 9 && value_of(get(slot, list, 1)) == 9);
}

static uint32_t generation_of(uint64_t list) {
    return cl_load_acquire(&((cl_container *)cl_at(here(), list))->generation);
}

/* A change of any kind outdates what was read before. */
static void replaced_on_condition(void) {
    uint64_t slot = daemon_attach_slot("list");
    cl_error error = {0, ""};
    cl_element one = integer_element(1);
    cl_elements two = {.kind = CL_SLOT_INT64, .count = 2, .bits = (uint64_t[]){7, 8}};
    cl_elements none = {.kind = CL_SLOT_TAGGED};
    uint64_t list = make_list(slot);
    for (int kind = 0; kind < 5; kind++) {
        append(slot, list, integer_element(3));
        append(slot, list, integer_element(4));
        uint32_t seen = generation_of(list);
        REQUIRE(kind == 0   ? cl_list_set(slot, list, 0, &one, NULL, &error)
                : kind == 1 ? cl_list_insert(slot, list, UINT32_MAX, &one, &error)
                : kind == 2 ? cl_list_remove(slot, list, UINT32_MAX, NULL, &error)
                : kind == 3 ? cl_list_remove(slot, list, 0, NULL, &error)
                            : cl_list_clear(slot, list, &error),
                &error);
        uint32_t count = cl_list_count(list);
        CHECK(cl_list_replace_if(slot, list, seen, 0, 0, &two, &error) == CL_STALE && cl_list_count(list) == count);
        uint32_t now = generation_of(list);
        CHECK(cl_list_replace_if(slot, list, seen, count, 0, &none, &error) == CL_STALE);
        CHECK(cl_list_replace_if(slot, list, now, count, 0, &none, &error) == 1 && generation_of(list) == now);
        CHECK(cl_list_replace_if(slot, list, now, count + 1, 0, &none, &error) == 0 && generation_of(list) == now);
        CHECK(cl_list_replace_if(slot, list, now, 0, 0, &two, &error) == 1);
        CHECK(cl_list_count(list) == count + 2 && value_of(get(slot, list, 1)) == 8);
    }
}

static bool at_once(uint64_t slot, uint64_t list, cl_element element) {
    return cl_list_append_at_once(slot, list, element.kind, element.bits) == 1;
}

/* What needs memory, or is no value or no list, leaves all as it is. */
static void appends_at_once(void) {
    uint64_t slot = daemon_attach_slot("list");
    cl_element one = integer_element(1);
    uint64_t list = make_list(slot);
    CHECK(!at_once(slot, list, one) && cl_list_count(list) == 0);
    append(slot, list, one);
    uint32_t added = 0;
    while (added < 100 && at_once(slot, list, one)) {
        added++;
    }
    CHECK(added > 0 && added < 100 && cl_list_count(list) == added + 1 && kind_of(slot, list) == CL_SLOT_INT64);
    append(slot, list, one);
    CHECK(!at_once(slot, list, float_element(1)) && !at_once(slot, list, tagged_element(CL_TAG_VACANT)));
    CHECK(!at_once(slot, list, (cl_element){.kind = 4}) && !at_once(slot, string(slot, "no list"), one));
    append(slot, list, tagged_element(CL_TAG_NULL));
    uint32_t count = cl_list_count(list);
    CHECK(!at_once(slot, list, integer_element(INT64_MAX)) && cl_list_count(list) == count); /* a box */
    CHECK(at_once(slot, list, one) && at_once(slot, list, tagged_element(string(slot, "one"))));
    CHECK(cl_list_count(list) == count + 2 && value_of(get(slot, list, count)) == 1);
    daemon_validate(3);
}

/* A vacant element would keep its readers waiting. */
static void words_that_are_no_values(void) {
    static const uint64_t words[] = {CL_TAG_VACANT, CL_TAG_FAILED, 0x1008};
    uint64_t slot = daemon_attach_slot("list");
    cl_error error = {0, ""};
    uint64_t list = make_list(slot);
    append(slot, list, integer_element(1));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        cl_element element = tagged_element(words[i]);
        CHECK(!cl_list_set(slot, list, 0, &element, NULL, &error) &&
              check_error(&error, CL_ERR_ARGUMENT, "is no value"));
        CHECK(!cl_list_insert(slot, list, 0, &element, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no value"));
    }
    for (uint32_t kind = 0; kind <= 4; kind += 4) {
        cl_element element = {.kind = kind};
        CHECK(!cl_list_set(slot, list, 0, &element, NULL, &error) &&
              check_error(&error, CL_ERR_ARGUMENT, "is no kind of elements"));
        CHECK(!cl_list_insert(slot, list, 0, &element, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no kind"));
        CHECK(!cl_list_make(slot, kind, 1, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no kind"));
    }
    CHECK(cl_list_count(list) == 1 && value_of(get(slot, list, 0)) == 1);
    daemon_validate(3);
}

static void storage_follows_the_elements(void) {
    uint64_t slot = daemon_attach_slot("list");
    cl_error error = {0, ""};
    uint64_t list = make_list(slot);
    append(slot, list, integer_element(INT64_MAX));
    append(slot, list, integer_element(-5));
    CHECK(kind_of(slot, list) == CL_SLOT_INT64);
    append(slot, list, float_element(0.1));
    CHECK(kind_of(slot, list) == CL_SLOT_TAGGED && value_of(get(slot, list, 0)) == INT64_MAX);
    CHECK(value_of(get(slot, list, 1)) == -5 && cl_untag_float(get(slot, list, 2).bits) == 0.1);
    CHECK_OK(cl_list_clear(slot, list, &error), &error);
    append(slot, list, float_element(1e300));
    CHECK(kind_of(slot, list) == CL_SLOT_FLOAT64);
    cl_element text = tagged_element(string(slot, "text"));
    CHECK_OK(cl_list_set(slot, list, 0, &text, NULL, &error), &error);
    CHECK(get(slot, list, 0).bits == text.bits);
    append(slot, list, integer_element(INT64_MIN));
    CHECK(value_of(get(slot, list, 1)) == INT64_MIN);
    daemon_validate(3);
}

/* The boxes that were made before there was no room for one more. */
static void nothing_is_left_of_what_failed(void) {
    uint64_t slot = daemon_attach_slot("full");
    cl_error error = {0, ""};
    static uint64_t bits[10000];
    static char filler[1 << 18];
    cl_elements large = {.kind = CL_SLOT_INT64, .count = 10000, .bits = bits};
    uint64_t list = cl_list_make(slot, CL_SLOT_TAGGED, 10100, &error);
    REQUIRE(list != 0, &error);
    append(slot, list, tagged_element(string(slot, "kept")));
    memset(filler, 'x', sizeof filler);
    for (uint32_t i = 0; i < 10000; i++) {
        bits[i] = (uint64_t)INT64_MAX - i;
    }
    for (uint64_t bytes = sizeof filler; bytes >= 4096; bytes /= 4) { /* what is left is room for some boxes */
        while (cl_string(slot, filler, bytes, &error) != 0) {
        }
    }
    CHECK(!cl_list_replace(slot, list, UINT32_MAX, 0, &large, &error) && error.code == CL_ERR_MEMORY);
    CHECK(cl_list_count(list) == 1);
    uint64_t head = cl_load_acquire(&((cl_container *)cl_at(here(), list))->head);
    uint64_t array = cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT));
    uint32_t left = 0;
    for (uint32_t i = 1; i < cl_object_at(here(), cl_ref_of(array))->length; i++) {
        left += is_reference(cl_load_acquire(word_at(slot_place(array, i))));
    }
    CHECK(left == 0);
    daemon_validate(3);
}

/* ---- random operations, against an array of this process ---- */

#define TWIN_MOST 3000u

typedef struct twin {
    int64_t values[TWIN_MOST + 1]; /* each in the list as an integer, or as a string of its digits */
    bool texts[TWIN_MOST + 1];
    uint32_t count;
} twin;

static cl_element random_element(uint64_t slot, uint64_t *seed, int64_t *value, bool *text) {
    *value = (int64_t)check_random(seed) >> check_random(seed) % 60;
    *text = check_random(seed) % 50 == 0;
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)*value);
    if (*text && check_random(seed) % 2 == 0) { /* made where it is stored */
        static char content[24];
        static cl_text made;
        memcpy(content, digits, sizeof content);
        made = (cl_text){content, strlen(content), CL_ENCODING_LATIN1};
        return (cl_element){.kind = CL_ELEMENT_TEXT, .bits = (uintptr_t)&made};
    }
    return *text ? tagged_element(string(slot, digits)) : integer_element(*value);
}

static bool is_equal(cl_element element, int64_t value, bool text) {
    char digits[24];
    if (!text) {
        return value_of(element) == value;
    }
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    if (cl_is_tagged_string(element.bits)) {
        char content[14];
        return cl_untag_string(element.bits, content) == strlen(digits) &&
               memcmp(content, digits, strlen(digits)) == 0;
    }
    const cl_string_head *head = cl_at(here(), element.bits);
    return head->header.length == strlen(digits) && memcmp(head + 1, digits, strlen(digits)) == 0;
}

static void twin_insert(twin *t, uint32_t at, int64_t value, bool text) {
    memmove(&t->values[at + 1], &t->values[at], (t->count - at) * sizeof t->values[0]);
    memmove(&t->texts[at + 1], &t->texts[at], (t->count - at) * sizeof t->texts[0]);
    t->values[at] = value;
    t->texts[at] = text;
    t->count++;
}

static void twin_remove(twin *t, uint32_t at) {
    t->count--;
    memmove(&t->values[at], &t->values[at + 1], (t->count - at) * sizeof t->values[0]);
    memmove(&t->texts[at], &t->texts[at + 1], (t->count - at) * sizeof t->texts[0]);
}

static void change(uint64_t slot, uint64_t list, twin *t, uint64_t *seed) {
    cl_error error = {0, ""};
    int64_t value;
    bool text;
    cl_element element = random_element(slot, seed, &value, &text);
    uint32_t at = (uint32_t)(check_random(seed) % (t->count + 1));
    uint32_t what = (uint32_t)(check_random(seed) % 100);
    if (what < 40 && t->count < TWIN_MOST) {
        CHECK_OK((what < 20 && cl_list_append_at_once(slot, list, element.kind, element.bits)) ||
                     cl_list_insert(slot, list, UINT32_MAX, &element, &error),
                 &error);
        twin_insert(t, t->count, value, text);
    } else if (what < 55 && t->count < TWIN_MOST) {
        CHECK_OK(cl_list_insert(slot, list, at, &element, &error), &error);
        twin_insert(t, at, value, text);
    } else if (what < 80 && at < t->count) {
        CHECK_OK(cl_list_set(slot, list, at, &element, NULL, &error), &error);
        t->values[at] = value;
        t->texts[at] = text;
    } else if (what < 99 && t->count > 0) {
        at = what < 90 ? t->count - 1 : at % t->count;
        CHECK_OK(cl_list_remove(slot, list, at, &element, &error), &error);
        CHECK(is_equal(element, t->values[at], t->texts[at]));
        twin_remove(t, at);
    } else if (check_random(seed) % 50 == 0) {
        CHECK_OK(cl_list_clear(slot, list, &error), &error);
        t->count = 0;
    }
}

static void compare(uint64_t slot, uint64_t list, const twin *t) {
    CHECK(cl_list_count(list) == t->count);
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_equal(get(slot, list, i), t->values[i], t->texts[i])) {
            check_that(false, "element as in the twin", __FILE__, __LINE__, NULL);
            return;
        }
    }
}

static void like_an_array(void) {
    static twin t;
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("list");
    uint64_t list = make_list(slot);
    cl_store_at(slot, repository("list"), list);
    for (uint64_t i = 0; i < check_amount("LIST_CHANGES", 60000); i++) {
        change(slot, list, &t, &seed);
        if (i % 2000 == 0) {
            keep_only(slot, NULL, 0);
            collect();
            compare(slot, list, &t);
            daemon_validate(3);
        }
    }
    compare(slot, list, &t);
}

/* ---- several processes ---- */

/* Appends its numbers in order, while texts come and go at the front. */
static void append_forever(void *argument) {
    int64_t self = *(int64_t *)argument;
    uint64_t slot = daemon_attach_slot("list");
    uint64_t list = cl_load_at(slot, repository("shared"));
    for (int64_t i = 0;; i++) {
        cl_element element = integer_element(self << 32 | i);
        cl_error error = {0, ""};
        if (!cl_list_append_at_once(slot, list, element.kind, element.bits)) {
            append(slot, list, element);
        }
        if (i % 8 == 0) { /* shifts all the others */
            cl_element text = tagged_element(string(slot, "text"));
            REQUIRE(cl_list_insert(slot, list, 0, &text, &error), &error);
        }
        if (i % 16 == 0) { /* a text, or a number of anybody's */
            REQUIRE(cl_list_remove(slot, list, 0, NULL, &error) || error.code == CL_OK, &error);
        }
        if (cl_list_count(list) > 20000 || i % 1000 == 999) {
            REQUIRE(cl_list_clear(slot, list, &error), &error);
        }
        if (i % 500 == 0) {
            keep_only(slot, &list, 1);
        }
    }
}

/* Each process's numbers stand in order, but for the first, which were removed. */
static void check_order(uint64_t slot, uint64_t list) {
    int64_t last[PROCESSES];
    memset(last, -1, sizeof last);
    uint32_t count = cl_list_count(list);
    for (uint32_t i = 0; i < count; i++) {
        cl_element element = get(slot, list, i);
        if (element.kind == CL_SLOT_TAGGED && is_reference(element.bits)) {
            CHECK(shape_of(element.bits)->kind == CL_KIND_STRING);
            continue;
        }
        int64_t value = value_of(element);
        int64_t process = value >> 32;
        if (!check_that(process >= 0 && process < PROCESSES, "a number that was appended", __FILE__, __LINE__, NULL)) {
            return;
        }
        CHECK(last[process] == -1 || (value & 0xffffffff) == last[process] + 1); /* none is lost */
        last[process] = value & 0xffffffff;
    }
}

static void killed_while_changing(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("list");
    uint64_t list = make_list(slot);
    cl_store_at(slot, repository("shared"), list);
    uint32_t rounds = 0;
    for (uint64_t end = check_now_ms() + check_amount("KILL_MS", 4000); check_now_ms() < end; rounds++) {
        pid_t victims[PROCESSES];
        cl_error error = {0, ""};
        CHECK_OK(cl_list_clear(slot, list, &error), &error);
        for (int64_t i = 0; i < PROCESSES; i++) {
            victims[i] = check_fork(append_forever, &i);
        }
        check_sleep_us(3000 + check_random(&seed) % 20000);
        for (uint32_t i = 0; i < PROCESSES; i++) {
            kill(victims[i], SIGKILL);
            CHECK(check_killed(victims[i]));
        }
        daemon_wait_vms(1);
        check_order(slot, list);
        keep_only(slot, &list, 1);
        if (rounds % 8 == 0) {
            census_check();
        }
    }
    printf("  killed %u processes\n", rounds * PROCESSES);
    CHECK(rounds > 0);
}

/* A reader meets no element that is not in the list, while another one adds and removes at its end. */
static void add_and_remove(void *argument) {
    (void)argument;
    uint64_t slot = daemon_attach_slot("list");
    uint64_t list = cl_load_at(slot, repository("shaky"));
    cl_error error = {0, ""};
    for (int64_t i = 0;; i++) {
        append(slot, list, integer_element(2 * i + 1));
        REQUIRE(cl_list_remove(slot, list, UINT32_MAX, NULL, &error), &error);
    }
}

static void readers_wait_for_nobody(void) {
    uint64_t slot = daemon_attach_slot("list");
    uint64_t list = make_list(slot);
    int64_t last = 0;
    uint32_t found = 0;
    append(slot, list, integer_element(-7));
    cl_store_at(slot, repository("shaky"), list);
    pid_t other = check_fork(add_and_remove, NULL);
    for (uint64_t start = check_now_ms(); check_now_ms() - start < 500 || found == 0;) {
        cl_element element;
        cl_error error = {0, "the other process never had an element there"};
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
        CHECK(value_of(get(slot, list, 0)) == -7);
        if (cl_list_get(slot, list, 1, &element, &error)) {
            CHECK(value_of(element) >= last);
            last = value_of(element);
            found++;
        } else {
            CHECK_OK(error.code == CL_OK, &error);
        }
    }
    kill(other, SIGKILL);
    CHECK(check_killed(other));
}

/* ---- elements that are only in one list, or on their way to another one ---- */

#define LISTS  64u
#define TEXTS  40u /* in each at first */
#define MOVERS 4u

/* Whether it is still what text_of_number made. */
static bool is_whole(uint64_t reference) {
    if (!is_object(reference) || shape_of(reference)->kind != CL_KIND_STRING) {
        return false;
    }
    const char *text = (const char *)((cl_string_head *)cl_at(here(), reference) + 1);
    uint32_t number = (uint32_t)strtoul(text, NULL, 10);
    for (uint32_t i = 11; i < 200; i++) {
        if (text[i] != 'a' + (int)(number % 26)) {
            return false;
        }
    }
    return true;
}

static uint64_t list_of_number(uint64_t slot, uint32_t number) {
    char name[16];
    snprintf(name, sizeof name, "moved%u", number);
    return cl_load_at(slot, repository(name));
}

/* Takes an element out of a list, makes some garbage, looks at the element, and puts it into another list. */
static void move_forever(void *argument) {
    uint64_t seed = *(uint64_t *)argument;
    uint64_t slot = daemon_attach_slot("moves");
    cl_error error = {0, ""};
    for (uint32_t i = 0;; i++) {
        uint64_t from = list_of_number(slot, (uint32_t)(check_random(&seed) % LISTS));
        uint64_t to = list_of_number(slot, (uint32_t)(check_random(&seed) % LISTS));
        uint32_t index = check_random(&seed) % 3 == 0 ? 0 : UINT32_MAX;
        cl_element element;
        if (!cl_list_remove(slot, from, index, &element, &error)) {
            REQUIRE(error.code == CL_OK, &error);
            continue;
        }
        for (uint32_t k = (uint32_t)check_random(&seed) % 8; k > 0; k--) {
            string(slot, "garbage that takes the place of what was freed too early, if there is any");
        }
        if (!CHECK(is_whole(element.bits))) {
            return;
        }
        REQUIRE(cl_list_insert(slot, to, check_random(&seed) % 3 == 0 ? 0 : UINT32_MAX, &element, &error) ||
                    error.code == CL_OK,
                &error);
        if (check_random(&seed) % 64 == 0 && cl_list_get(slot, to, 0, &element, &error) &&
            !CHECK(is_whole(element.bits))) {
            return;
        }
        if (i % 16 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
}

static void moved_elements_live(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("moves");
    for (uint32_t i = 0; i < LISTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "moved%u", i);
        uint64_t list = make_list(slot);
        cl_store_at(slot, repository(name), list);
        for (uint32_t k = 0; k < TEXTS; k++) {
            append(slot, list, tagged_element(text_of_number(slot, i * TEXTS + k)));
        }
    }
    keep_only(slot, NULL, 0);
    daemon_kill_at_work(move_forever, MOVERS, check_amount("MOVE_MS", 4000), &seed);
    uint32_t left = 0;
    for (uint32_t i = 0; i < LISTS; i++) {
        uint64_t list = list_of_number(slot, i);
        for (uint32_t k = cl_list_count(list); k > 0; k--, left++) {
            CHECK(is_whole(get(slot, list, k - 1).bits));
        }
    }
    CHECK(left >= LISTS * TEXTS - MOVERS && left <= LISTS * TEXTS); /* those on their way died with their movers */
    daemon_validate(3);
    printf("  %u cycles\n", cl_load_acquire(&here()->header->cycles_finished));
}

int main(void) {
    check_begin("list");
    daemon_start("moves", "--objects", "8M", "--gc-interval", "1", NULL);
    daemon_start("list", "--objects", "64M", "--gc-interval", "20", NULL);
    daemon_start("full", "--objects", "2M", NULL);
    RUN(bounds);
    RUN(appends_at_once);
    RUN(from_the_end);
    RUN(replaced_on_condition);
    RUN(words_that_are_no_values);
    RUN(storage_follows_the_elements);
    RUN(nothing_is_left_of_what_failed);
    RUN(like_an_array);
    RUN(readers_wait_for_nobody);
    RUN(killed_while_changing);
    RUN(moved_elements_live);
    return check_end();
}
