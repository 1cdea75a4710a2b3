/* SPDX-License-Identifier: Apache-2.0 */
/* Names, classes and their versions: found again, never made twice. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "daemon.h"
#include "here.h"
#include "words.h"

#define PROCESSES       4
#define THREADS         3
#define CLASSES         12
#define VERSIONS        24
#define NAMES           400
#define IN_STEP_MAX     5000
#define STEPS_PER_CLASS (CL_VERSIONS_MAX / 2)

static void entities(void) {
    cl_error error = {0, ""};
    daemon_attach("shape");
    uint32_t name = named(CL_KIND_NAME, "salary");
    uint32_t class = named(CL_KIND_CLASS, "salary");
    CHECK(name != class && named(CL_KIND_NAME, "salary") == name && named(CL_KIND_CLASS, "salary") == class);
    CHECK(cl_entity_find(CL_KIND_NAME, "salary", 6) == name && cl_entity_find(CL_KIND_NAME, "salar", 5) == 0);
    CHECK(cl_entity_find(CL_KIND_REPOSITORY, "salary", 6) == 0);
    CHECK(cl_entity_intern(CL_KIND_STRING, "x", 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "kind 2 has no names"));
    CHECK(cl_entity_intern(CL_KIND_NAME, "", 0, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "a name of 0 bytes"));
    char text[CL_NAME_BYTES_MAX + 1];
    memset(text, 'n', sizeof text);
    CHECK(cl_entity_intern(CL_KIND_NAME, text, sizeof text, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "1 to 1024"));
    CHECK_OK(cl_entity_intern(CL_KIND_NAME, text, CL_NAME_BYTES_MAX, &error) != 0, &error);
    daemon_validate(2);
}

static void order_does_not_matter(void) {
    cl_error error = {0, ""};
    daemon_attach("shape");
    uint32_t class = named(CL_KIND_CLASS, "Employee");
    cl_field_spec fields[] = {field("name", CL_TYPE_STRING), field("salary", CL_TYPE_INTEGER),
                              field("rate", CL_TYPE_FLOAT)};
    cl_field_spec turned[] = {fields[2], fields[0], fields[1]};
    uint32_t first = cl_shape_intern(class, fields, 3, &error);
    CHECK_OK(first != 0 && cl_shape_intern(class, turned, 3, &error) == first, &error);
    CHECK(cl_shape_intern(class, fields, 2, &error) != first);
    turned[0].type = CL_TYPE_ANY;
    CHECK(cl_shape_intern(class, turned, 3, &error) != first);
    fields[0].flags = CL_FIELD_DECLARED;
    CHECK(cl_shape_intern(class, fields, 3, &error) != first);
    CHECK(cl_shape_intern(named(CL_KIND_CLASS, "Other"), fields, 3, &error) != first);
    const cl_shape *shape = cl_shape_at(here(), first);
    CHECK(shape->fields[0].slot_kind == CL_SLOT_TAGGED && shape->fields[1].slot_kind == CL_SLOT_INT64);
    CHECK(shape->fields[2].slot_kind == CL_SLOT_FLOAT64 && shape->inline_slots == 3 && shape->total_slots == 3 &&
          shape->version == 1);
    CHECK((shape->fields[0].flags & CL_FIELD_NULLABLE) != 0 && (shape->fields[1].flags & CL_FIELD_NULLABLE) == 0);
    daemon_validate(2);
}

static void slot_kinds(void) {
    CHECK(cl_slot_kind_of(CL_TYPE_INTEGER, 0) == CL_SLOT_INT64 &&
          cl_slot_kind_of(CL_TYPE_BOOLEAN, 0) == CL_SLOT_BOOLEAN);
    CHECK(cl_slot_kind_of(CL_TYPE_FLOAT, CL_FIELD_DECLARED) == CL_SLOT_FLOAT64);
    CHECK(cl_slot_kind_of(CL_TYPE_INTEGER, CL_FIELD_DECLARED | CL_FIELD_CHAR) == CL_SLOT_CHAR);
    CHECK(cl_slot_kind_of(CL_TYPE_INTEGER, CL_FIELD_DECLARED | CL_FIELD_INT32 | CL_FIELD_NULLABLE) == CL_SLOT_TAGGED);
    CHECK(cl_slot_kind_of(CL_TYPE_INTEGER, CL_FIELD_NULLABLE) == CL_SLOT_TAGGED &&
          cl_slot_kind_of(CL_TYPE_CLASS, 0) == CL_SLOT_TAGGED);
}

static void refusals(void) {
    cl_error error = {0, ""};
    daemon_attach("shape");
    uint32_t class = named(CL_KIND_CLASS, "Refused");
    cl_field_spec good = field("a", CL_TYPE_INTEGER);
    cl_field_spec twice[] = {good, good};
    CHECK(cl_shape_intern(class, twice, 2, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "two fields have the name a"));
    CHECK(cl_shape_intern(good.name, &good, 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "is no class entity"));
    cl_field_spec bad = good;
    bad.name = class;
    CHECK(cl_shape_intern(class, &bad, 1, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "is no name entity"));
    bad = good;
    bad.type = 99;
    CHECK(cl_shape_intern(class, &bad, 1, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "99 is no field type"));
    bad = good;
    bad.type_name = class;
    CHECK(cl_shape_intern(class, &bad, 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "does not go with type"));
    bad = good;
    bad.flags = CL_FIELD_REMOVED;
    CHECK(cl_shape_intern(class, &bad, 1, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "field flags 0x4"));
    CHECK(cl_shape_intern(class, &good, CL_FIELDS_MAX + 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "at most 1024"));
    CHECK_OK(cl_shape_intern(class, NULL, 0, &error) != 0, &error);
}

/* Version v of a class has the fields of the bits of v + 1, in an order of the thread's own. */
static uint32_t intern_version(uint32_t class, uint32_t v, uint64_t *random) {
    cl_error error = {0, ""};
    cl_field_spec fields[6];
    uint32_t count = 0;
    uint32_t start = (uint32_t)check_random(random) % 6;
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t bit = (start + i) % 6;
        if (((v + 1) >> bit & 1) != 0) {
            char name[8] = {'f', (char)('0' + bit), 0};
            fields[count++] = field(name, CL_TYPE_ANY + bit % 5);
        }
    }
    uint32_t shape = cl_shape_intern(class, fields, count, &error);
    REQUIRE(shape != 0, &error);
    return shape;
}

static void *intern_all(void *seed) {
    uint64_t random = (uint64_t)(uintptr_t)seed;
    for (uint32_t i = 0; i < CLASSES * VERSIONS; i++) {
        uint32_t pick = (uint32_t)check_random(&random);
        char text[32];
        snprintf(text, sizeof text, "company.Class%u", pick % CLASSES);
        intern_version(named(CL_KIND_CLASS, text), pick / CLASSES % VERSIONS, &random);
        snprintf(text, sizeof text, "name%u", pick % NAMES);
        named(CL_KIND_NAME, text);
    }
    for (uint32_t i = 0; i < CLASSES; i++) {
        char text[32];
        snprintf(text, sizeof text, "company.Class%u", i);
        for (uint32_t v = 0; v < VERSIONS; v++) {
            intern_version(named(CL_KIND_CLASS, text), v, &random);
        }
    }
    return NULL;
}

static void intern_in_process(void *seed) {
    pthread_t threads[THREADS];
    daemon_attach("shape");
    for (uintptr_t i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, intern_all, (void *)(*(uint64_t *)seed + i + 1));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* The validator refuses two entities of one name; equal versions are counted here. */
static void many_processes_make_no_duplicates(void) {
    uint64_t seed = check_seed();
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        seed += 1000;
        children[i] = check_fork(intern_in_process, &seed);
    }
    for (int i = 0; i < PROCESSES; i++) {
        CHECK(check_join(children[i]));
    }
    daemon_attach("shape");
    daemon_validate(2);
    for (uint32_t i = 0; i < CLASSES; i++) {
        char text[32];
        snprintf(text, sizeof text, "company.Class%u", i);
        const cl_entity *class = cl_entity_at(here(), named(CL_KIND_CLASS, text));
        CHECK(cl_shape_at(here(), (uint32_t)cl_load_acquire(&class->value))->version == VERSIONS);
    }
}

/* Both processes intern the same new thing at the same moment, again and again. */
static void intern_in_step(void *unused) {
    (void)unused;
    daemon_attach("shape");
    _Atomic uint64_t *step = word_at(repository("step"));
    uint64_t end = check_now_ms() + check_amount("STEP_MS", 1500);
    for (uint64_t round = 0; check_now_ms() < end && round < IN_STEP_MAX; round++) {
        char name[32];
        snprintf(name, sizeof name, "InStep%llu", (unsigned long long)round / STEPS_PER_CLASS);
        uint32_t class = named(CL_KIND_CLASS, name);
        snprintf(name, sizeof name, "step%llu", (unsigned long long)round);
        atomic_fetch_add(step, 2); /* a tagged integer grows by one */
        for (uint32_t spins = 0; cl_load_acquire(step) < 2 * 2 * (round + 1) && check_now_ms() < end; spins++) {
            if (spins > 1000) {
                sched_yield();
            }
        }
        cl_field_spec spec = field(name, CL_TYPE_INTEGER);
        REQUIRE(cl_shape_intern(class, &spec, 1, NULL) != 0, (&(cl_error){0, "shape"}));
    }
}

/* Whether two versions have the same single field. */
static bool has_twins(const cl_shape *newest) {
    for (const cl_shape *a = newest; a->older != 0; a = cl_shape_at(here(), a->older)) {
        for (const cl_shape *b = cl_shape_at(here(), a->older);; b = cl_shape_at(here(), b->older)) {
            if (a->fields[0].name == b->fields[0].name) {
                return true;
            }
            if (b->older == 0) {
                break;
            }
        }
    }
    return false;
}

static void two_processes_in_step_make_no_duplicates(void) {
    pid_t children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = check_fork(intern_in_step, NULL);
    }
    CHECK(check_join(children[0]));
    CHECK(check_join(children[1]));
    daemon_attach("shape");
    cl_store_release(word_at(repository("step")), 0);
    daemon_validate(2);
    uint32_t made = 0;
    for (uint32_t i = 0; i < IN_STEP_MAX / STEPS_PER_CLASS; i++) {
        char name[32];
        snprintf(name, sizeof name, "InStep%u", i);
        const cl_entity *class = cl_entity_at(here(), named(CL_KIND_CLASS, name));
        uint32_t id = (uint32_t)cl_load_acquire(&class->value);
        if (id == 0) {
            break;
        }
        const cl_shape *newest = cl_shape_at(here(), id);
        CHECK(newest->version <= STEPS_PER_CLASS && !has_twins(newest));
        made += newest->version;
    }
    CHECK(made > 20);
    printf("  %u things were made by two at once\n", made);
}

/* Interns versions of one class, a field of its own in each, until it is refused. */
static void intern_until_refused(void *first) {
    cl_error error = {0, ""};
    daemon_attach("shape");
    uint32_t class = named(CL_KIND_CLASS, "Accident");
    for (uint32_t i = *(uint32_t *)first; i < *(uint32_t *)first + 10 * CL_VERSIONS_MAX; i++) {
        char name[32];
        snprintf(name, sizeof name, "key%u", i);
        cl_field_spec spec = field(name, CL_TYPE_INTEGER);
        if (cl_shape_intern(class, &spec, 1, &error) == 0) {
            break;
        }
    }
    REQUIRE(check_error(&error, CL_ERR_MEMORY, "class Accident has 1000 versions"), &error);
    REQUIRE(strstr(error.text, "fields added last: 'key") != NULL && strstr(error.text, "other objects") != NULL,
            &error);
}

/* Two processes that run away end at the limit, what is there stays usable, and other classes do not notice. */
static void versions_have_a_limit(void) {
    static uint32_t first[] = {0, 100000};
    pid_t children[] = {check_fork(intern_until_refused, &first[0]), check_fork(intern_until_refused, &first[1])};
    CHECK(check_join(children[0]));
    CHECK(check_join(children[1]));
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("shape");
    uint32_t class = named(CL_KIND_CLASS, "Accident");
    uint32_t newest = (uint32_t)cl_load_acquire(&cl_entity_at(here(), class)->value);
    const cl_shape *shape = cl_shape_at(here(), newest);
    CHECK(shape->version == CL_VERSIONS_MAX);
    cl_field_spec spec = {.name = shape->fields[0].name, .type = CL_TYPE_INTEGER};
    CHECK_OK(cl_shape_intern(class, &spec, 1, &error) == newest, &error);
    uint64_t object = cl_allocate(slot, newest, &error);
    REQUIRE(object != 0, &error);
    cl_field_spec more = field("more", CL_TYPE_INTEGER);
    CHECK(cl_evolve_put(slot, object, &more, 1, &error) == 0 &&
          check_error(&error, CL_ERR_MEMORY, "has 1000 versions"));
    CHECK(cl_evolve_remove(slot, object, spec.name, &error) == 0);
    CHECK((cl_load_acquire(&cl_object_at(here(), cl_ref_of(object))->shape) & CL_SHAPE_ID_MASK) == newest);
    error = (cl_error){0, ""};
    CHECK_OK(cl_shape_intern(named(CL_KIND_CLASS, "Innocent"), &more, 1, &error) != 0, &error);
    daemon_validate(3);
}

int main(void) {
    check_begin("shape");
    daemon_start("shape", NULL);
    RUN(entities);
    RUN(order_does_not_matter);
    RUN(slot_kinds);
    RUN(refusals);
    RUN(many_processes_make_no_duplicates);
    RUN(two_processes_in_step_make_no_duplicates);
    RUN(versions_have_a_limit);
    return check_end();
}
