/* SPDX-License-Identifier: Apache-2.0 */
/* Pinned fields: nobody takes them away, and where all versions have one at one place, they always will. */
#include <signal.h>
#include <sys/wait.h>

#include "daemon.h"
#include "here.h"
#include "words.h"

#define CLASSES    8
#define OBJECTS    4 /* of each class */
#define FIELDS     10
#define PROCESSES  4
#define OPERATIONS 150 /* of each in a round */

static cl_field_spec declared(const char *name, uint32_t type) {
    cl_field_spec spec = field(name, type);
    spec.flags = CL_FIELD_DECLARED;
    return spec;
}

static const cl_shape *declare(const char *class, const cl_field_spec *fields, uint32_t count) {
    cl_error error = {0, ""};
    uint32_t id = cl_shape_declare(named(CL_KIND_CLASS, class), fields, count,
                                   named(CL_KIND_NAME, "Java class test.Pins"), &error);
    REQUIRE(id != 0, &error);
    return cl_shape_at(here(), id);
}

static const cl_field *field_in(const cl_shape *shape, const char *name) {
    uint32_t entity = named(CL_KIND_NAME, name);
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].name == entity && (shape->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &shape->fields[i];
        }
    }
    return NULL;
}

static bool is_placed(const cl_shape *shape, const char *name) {
    const cl_field *found = field_in(shape, name);
    return found != NULL && (found->flags & CL_FIELD_PLACED) != 0;
}

static void nobody_removes_or_retypes(void) {
    uint64_t slot = daemon_attach_slot("pins");
    cl_error error = {0, ""};
    cl_field_spec fields[] = {declared("name", CL_TYPE_STRING), declared("salary", CL_TYPE_FLOAT)};
    const cl_shape *pins = declare("Employee", fields, 2);
    CHECK(pins->pins == cl_shape_id(here(), pins) && pins->field_count == 2 && is_placed(pins, "name") &&
          is_placed(pins, "salary"));
    uint64_t object = object_of(slot, "Employee", fields, 2);
    CHECK(shape_of(object) == pins);
    cl_store_raw(object, field_in(pins, "salary")->slot, 4711);
    CHECK(cl_evolve_remove(slot, object, fields[1].name, &error) == 0 &&
          check_error(
              &error, CL_ERR_TYPE,
              "field 'salary' of class Employee was declared float by Java class test.Pins, so it cannot be removed"));
    cl_field_spec wrong = field("salary", CL_TYPE_ANY);
    CHECK(cl_evolve_put(slot, object, &wrong, integer(1), &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "cannot become any"));
    CHECK(shape_of(object) == pins && bits_of(object, "salary") == 4711);
    put(slot, object, field("state", CL_TYPE_STRING), CL_TAG_NULL);
    CHECK(shape_of(object)->pins == cl_shape_id(here(), pins) && bits_of(object, "salary") == 4711);
    CHECK_OK(cl_evolve_remove(slot, object, named(CL_KIND_NAME, "state"), &error) != 0, &error);
    CHECK(cl_evolve_remove(slot, object, fields[1].name, &error) == 0 && bits_of(object, "salary") == 4711);
    daemon_validate(3);
}

/* An object that was made with a final field keeps it; one that gets the field later has an ordinary one. */
static void final_fields_stay(void) {
    uint64_t slot = daemon_attach_slot("pins");
    cl_error error = {0, ""};
    cl_field_spec before = field("other", CL_TYPE_STRING), next = declared("next", CL_TYPE_STRING);
    uint64_t old = object_of(slot, "Final", &before, 1);
    CHECK(cl_shape_intern(named(CL_KIND_CLASS, "Final"),
                          &(cl_field_spec){next.name, 0, next.type, next.flags | CL_FIELD_FINAL}, 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "only CL_FIELD_NULLABLE"));
    cl_field_spec number = declared("n", CL_TYPE_INTEGER);
    number.flags |= CL_FIELD_FINAL;
    CHECK(cl_shape_declare(named(CL_KIND_CLASS, "Final"), &number, 1, named(CL_KIND_NAME, "x"), &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "is for a tagged slot"));
    cl_field_spec final = next;
    final.flags |= CL_FIELD_FINAL;
    const cl_shape *pins = declare("Final", &final, 1);
    CHECK((field_in(pins, "next")->flags & CL_FIELD_FINAL) != 0);
    uint64_t made = object_of(slot, "Final", &next, 1);
    CHECK((find_field(made, "next")->flags & CL_FIELD_FINAL) != 0);
    CHECK(cl_evolve_put(slot, made, &next, CL_TAG_NULL, &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "field 'next' of class Final was declared final by Java class test.Pins"));
    put(slot, made, field("more", CL_TYPE_STRING), CL_TAG_NULL);
    CHECK((find_field(made, "next")->flags & CL_FIELD_FINAL) != 0);
    CHECK(cl_evolve_put(slot, made, &next, CL_TAG_NULL, &error) == 0);
    CHECK(cl_evolve_remove(slot, made, next.name, &error) == 0);
    put(slot, old, next, CL_TAG_NULL);
    CHECK((find_field(old, "next")->flags & CL_FIELD_FINAL) == 0);
    put(slot, old, next, CL_TAG_NULL);
    CHECK(declare("Final", &next, 1) == pins); /* as it was declared first */
    daemon_validate(3);
}

static void later_versions_have_them(void) {
    uint64_t slot = daemon_attach_slot("pins");
    cl_error error = {0, ""};
    uint32_t class = named(CL_KIND_CLASS, "Later");
    cl_field_spec a = declared("a", CL_TYPE_INTEGER), b = field("b", CL_TYPE_STRING);
    const cl_shape *pins = declare("Later", &a, 1);
    uint64_t object = object_of(slot, "Later", &b, 1);
    CHECK(shape_of(object)->field_count == 2 && find_field(object, "a")->slot == 0 && bits_of(object, "a") == 0);
    CHECK(find_field(object, "b")->slot == 1);
    CHECK_OK(cl_shape_intern(class, NULL, 0, &error) == cl_shape_id(here(), pins), &error);
    cl_field_spec inferred = field("a", CL_TYPE_INTEGER), wrong = field("a", CL_TYPE_FLOAT);
    CHECK_OK(cl_shape_intern(class, &inferred, 1, &error) == cl_shape_id(here(), pins), &error);
    CHECK(cl_shape_intern(class, &wrong, 1, &error) == 0 && check_error(&error, CL_ERR_TYPE, "cannot become float"));
    daemon_validate(3);
}

static void declarations_add_up(void) {
    daemon_attach("pins");
    cl_field_spec ab[] = {declared("a", CL_TYPE_INTEGER), declared("b", CL_TYPE_FLOAT)};
    cl_field_spec cb[] = {declared("c", CL_TYPE_STRING), declared("b", CL_TYPE_INTEGER)};
    const cl_shape *first = declare("Sum", ab, 2);
    CHECK(declare("Sum", ab, 2) == first && declare("Sum", &ab[1], 1) == first && declare("Sum", NULL, 0) == first);
    const cl_shape *second = declare("Sum", cb, 2);
    CHECK(second != first && second->field_count == 3 && field_in(second, "b")->type == CL_TYPE_FLOAT);
    CHECK(is_placed(second, "a") && is_placed(second, "b") && !is_placed(second, "c"));
    CHECK(field_in(second, "c")->slot == 2 && declare("Sum", ab, 2) == second);
    CHECK(declare("None", NULL, 0)->field_count == 0);
    daemon_validate(3);
}

/* A class of which a dynamic language made objects before. */
static void what_versions_agree_on_is_placed(void) {
    uint64_t slot = daemon_attach_slot("pins");
    cl_error error = {0, ""};
    cl_field_spec made[] = {field("x", CL_TYPE_FLOAT), field("s", CL_TYPE_STRING), field("n", CL_TYPE_INTEGER)};
    cl_field_spec narrow = declared("n", CL_TYPE_INTEGER);
    narrow.flags |= CL_FIELD_INT32;
    cl_field_spec wanted[] = {declared("s", CL_TYPE_STRING), declared("x", CL_TYPE_FLOAT), narrow};
    uint64_t object = object_of(slot, "First", made, 3);
    const cl_shape *pins = declare("First", wanted, 3);
    CHECK(is_placed(pins, "x") && field_in(pins, "x")->slot == 0 && is_placed(pins, "s") &&
          field_in(pins, "s")->slot == 1);
    CHECK(!is_placed(pins, "n")); /* any integer may stand there */
    cl_field_spec text = field("x", CL_TYPE_STRING);
    CHECK(cl_evolve_put(slot, object, &text, CL_TAG_NULL, &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "declared float"));
    daemon_validate(3);
}

static void what_disagrees_stays_free(void) {
    uint64_t slot = daemon_attach_slot("pins");
    cl_error error = {0, ""};
    cl_field_spec made = field("n", CL_TYPE_INTEGER), wanted = declared("n", CL_TYPE_FLOAT),
                  text = field("n", CL_TYPE_STRING);
    uint64_t object = object_of(slot, "Free", &made, 1);
    const cl_shape *pins = declare("Free", &wanted, 1);
    CHECK(!is_placed(pins, "n"));
    put(slot, object, field("more", CL_TYPE_INTEGER), 1);
    CHECK(find_field(object, "n")->type == CL_TYPE_INTEGER);
    CHECK(cl_evolve_put(slot, object, &text, CL_TAG_NULL, &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "declared float"));
    put(slot, object, wanted, 4711);
    CHECK(find_field(object, "n")->type == CL_TYPE_FLOAT && bits_of(object, "n") == 4711);
    CHECK(cl_evolve_remove(slot, object, wanted.name, &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "cannot be removed"));
    uint64_t other = object_of(slot, "Free", NULL, 0);
    CHECK(find_field(other, "n") != NULL);
    daemon_validate(3);
}

static void refusals(void) {
    daemon_attach("pins");
    cl_error error = {0, ""};
    uint32_t class = named(CL_KIND_CLASS, "Refused"), name = named(CL_KIND_NAME, "who");
    cl_field_spec twice[] = {declared("a", CL_TYPE_ANY), declared("a", CL_TYPE_ANY)};
    CHECK(cl_shape_declare(class, twice, 2, name, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "two fields have the name a"));
    CHECK(cl_shape_declare(class, twice, 1, class, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "declarer"));
    CHECK(cl_shape_declare(name, twice, 1, name, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "no class entity"));
}

/* ---- all at once ---- */

static const uint32_t TYPES[] = {CL_TYPE_INTEGER, CL_TYPE_FLOAT, CL_TYPE_STRING, CL_TYPE_ANY, CL_TYPE_BOOLEAN};
static const uint32_t INTEGER_WIDTHS[] = {CL_FIELD_INT8, CL_FIELD_INT16, CL_FIELD_INT32, CL_FIELD_CHAR, 0};

/* What the processes of one round share. */
typedef struct round {
    uint32_t number;
    _Atomic uint64_t done;   /* operations of all */
    _Atomic uint64_t placed; /* looks at placed fields */
    uint64_t seeds[PROCESSES];
    uint64_t objects[CLASSES][OBJECTS];
} round;
static round *now;

static const char *class_name(uint64_t index) {
    static char name[32];
    snprintf(name, sizeof name, "Round%uClass%u", now->number, (unsigned)index);
    return name;
}

/* Narrow and wide fields stand side by side. A number has a width in a declaration, and where somebody asks as one. */
static uint32_t random_width(uint32_t type, uint32_t name) {
    return type == CL_TYPE_INTEGER                  ? INTEGER_WIDTHS[name % 5]
           : type == CL_TYPE_FLOAT && name % 2 == 1 ? CL_FIELD_FLOAT32
                                                    : 0;
}

/* Most fields of a name have one type. */
static uint32_t random_fields(cl_field_spec *specs, bool of_declaration, uint64_t *random) {
    uint32_t count = 0;
    uint64_t bits = check_random(random);
    for (uint32_t i = 0; i < FIELDS; i++, bits >>= 4) {
        char name[8] = {'f', (char)('0' + i), 0};
        if ((bits & 1) != 0) {
            uint32_t type = TYPES[((bits & 14) == 14 ? i + 1 : i) % 5];
            bool is_declared = of_declaration || (bits & 2) != 0;
            specs[count] = is_declared ? declared(name, type) : field(name, type);
            specs[count++].flags |= is_declared ? random_width(type, i) : 0;
        }
    }
    return count;
}

static void change_one(uint64_t slot, uint64_t *random) {
    cl_error error = {0, ""};
    uint64_t object = now->objects[check_random(random) % CLASSES][check_random(random) % OBJECTS];
    cl_field_spec specs[FIELDS];
    if (random_fields(specs, false, random) == 0) {
        return;
    }
    if (check_random(random) % 3 == 0) {
        cl_evolve_remove(slot, object, specs[0].name, &error);
    } else {
        cl_evolve_put(slot, object, &specs[0], 0, &error);
    }
    CHECK_OK(error.code == 0 || error.code == CL_ERR_TYPE || error.code == CL_ERR_ARGUMENT, &error);
}

static const cl_field *live_field(const cl_shape *shape, uint32_t name) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].name == name && (shape->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &shape->fields[i];
        }
    }
    return NULL;
}

/* Every object has a placed field where the declaration says, whatever the others do meanwhile. */
static void look(const cl_field *pin, uint64_t class) {
    for (uint32_t i = 0; i < OBJECTS; i++) {
        const cl_shape *shape = shape_of(now->objects[class][i]);
        const cl_field *has = live_field(shape, pin->name);
        CHECK(has != NULL && has->slot == pin->slot && has->byte == pin->byte && has->slot < shape->inline_slots);
        CHECK(has == NULL || (has->slot_kind == pin->slot_kind && has->type == pin->type));
    }
    atomic_fetch_add(&now->placed, 1);
}

static void declare_and_look(uint64_t *random) {
    cl_field_spec specs[FIELDS];
    uint64_t class = check_random(random) % CLASSES;
    const cl_shape *pins = declare(class_name(class), specs, random_fields(specs, true, random));
    for (uint32_t i = 0; i < pins->field_count; i++) {
        if ((pins->fields[i].flags & CL_FIELD_PLACED) != 0) {
            look(&pins->fields[i], class);
        }
    }
}

static void work(void *seed) {
    uint64_t random = *(uint64_t *)seed;
    uint64_t slot = daemon_attach_slot("pins");
    cl_field_spec specs[FIELDS];
    bool victim = seed == &now->seeds[0]; /* works until it is killed, however late that is on a loaded machine */
    for (uint32_t i = 0; i < OPERATIONS || victim; i++) {
        uint64_t pick = check_random(&random) % 8;
        if (pick == 0) {
            declare_and_look(&random);
        } else if (pick == 1) {
            uint32_t count = random_fields(specs, false, &random);
            cl_shape_intern(named(CL_KIND_CLASS, class_name(check_random(&random) % CLASSES)), specs, count, NULL);
        } else {
            change_one(slot, &random);
        }
        atomic_fetch_add(&now->done, 1);
    }
}

/* Of each class some are as a dynamic language makes them; all have the first's fields, so that some are placed. */
static void make_objects(uint64_t slot, uint64_t *random) {
    cl_error error = {0, ""};
    for (uint32_t class = 0; class < CLASSES; class ++) {
        cl_field_spec specs[FIELDS];
        uint32_t count = random_fields(specs, false, random);
        for (uint32_t i = 0; i < OBJECTS; i++) {
            char name[16];
            snprintf(name, sizeof name, "o%u.%u", class, i);
            now->objects[class][i] = object_of(slot, class_name(class), specs, count);
            cl_repository_set(slot, repository(name), now->objects[class][i]); /* lives until the next round */
        }
    }
    CHECK_OK(error.code == 0, &error);
}

static void run_round(uint64_t slot, uint64_t *random) {
    pid_t children[PROCESSES];
    now->number++;
    now->done = 0;
    make_objects(slot, random);
    for (uint32_t i = 0; i < PROCESSES; i++) {
        now->seeds[i] = check_random(random);
        children[i] = check_fork(work, &now->seeds[i]);
    }
    uint64_t until = check_random(random) % (PROCESSES * OPERATIONS / 2);
    for (uint64_t start = check_now_ms(); now->done < until && check_now_ms() - start < PATIENCE_MS / 2;
         check_sleep_us(50)) {
    }
    kill(children[0], SIGKILL);
    int status;
    waitpid(children[0], &status, 0);
    for (uint32_t i = 1; i < PROCESSES; i++) {
        CHECK(check_join(children[i]));
    }
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void declared_and_evolved_by_many_that_die(void) {
    uint64_t random = check_seed();
    now = check_share(sizeof *now);
    uint64_t slot = daemon_attach_slot("pins");
    uint64_t end = check_now_ms() + check_amount("PINS_MS", 6000);
    do {
        run_round(slot, &random);
        daemon_wait_vms(1);
        daemon_validate(3);
    } while (check_now_ms() < end);
    printf("  %u rounds, %llu looks at placed fields\n", now->number, (unsigned long long)now->placed);
    CHECK(now->placed > 0);
}

int main(void) {
    check_begin("pins");
    daemon_start("pins", NULL);
    RUN(nobody_removes_or_retypes);
    RUN(final_fields_stay);
    RUN(later_versions_have_them);
    RUN(declarations_add_up);
    RUN(what_versions_agree_on_is_placed);
    RUN(what_disagrees_stays_free);
    RUN(refusals);
    RUN(declared_and_evolved_by_many_that_die);
    return check_end();
}
