// SPDX-License-Identifier: Apache-2.0
// colors.hpp: classes, their fields, and what becomes of both when other programs change them.
#include "cpp.hpp"

namespace {

struct employee {
    COLORS_CLASS(employee, "company.Employee", (name, std::string), (salary, std::int64_t),
                 (boss, colors::ref<employee>))
    void raise(std::int64_t by) { salary += by; }
};

struct other {
    COLORS_CLASS(other, "company.Other", (id, std::int64_t))
};

struct strange {
    COLORS_CLASS(strange, "company.Strange", (id, std::int64_t))
};

struct all {
    COLORS_CLASS(all, "fields.All", (truth, bool), (tiny, std::int8_t), (small, std::int16_t), (unit, char16_t),
                 (medium, std::int32_t), (large, std::int64_t), (half, float), (whole, double), (text, std::string),
                 (maybe, std::optional<std::string>), (boxed, std::optional<std::int32_t>), (anything, colors::any),
                 (shared, colors::object), (texts, colors::list<std::string>),
                 (points, colors::map<std::string, std::int64_t>))
};

struct thing {
    COLORS_OPEN_CLASS(thing, "fields.Thing", (id, std::int64_t), (name, std::string))
};

// ---- wrong types do not compile ----

template <class Class> constexpr bool takes_text_as_salary = requires(colors::ref<Class> e) { e->salary = "much"; };
template <class Class> constexpr bool takes_float_as_salary = requires(colors::ref<Class> e) { e->salary = 0.5; };
template <class Class> constexpr bool takes_number_as_name = requires(colors::ref<Class> e) { e->name = 1; };
template <class Class>
constexpr bool takes_other_as_boss = requires(colors::ref<Class> e, colors::ref<other> o) { e->boss = o; };
template <class Class> constexpr bool takes_truth_as_salary = requires(colors::ref<Class> e) { e->salary = true; };
template <class Class>
constexpr bool takes_right_types = requires(colors::ref<Class> e) {
    e->salary = 1;
    e->name = "Ada";
    e->boss = e;
    e->boss = nullptr;
};
template <class Class> constexpr bool has_price = requires(colors::ref<Class> e) { e->price; };
static_assert(takes_right_types<employee> && !takes_text_as_salary<employee> && !takes_float_as_salary<employee>);
static_assert(!takes_number_as_name<employee> && !takes_other_as_boss<employee> && !takes_truth_as_salary<employee>);
static_assert(!has_price<employee> && !std::copy_constructible<decltype(employee::name)>);
static_assert(!std::convertible_to<colors::ref<other>, colors::ref<employee>>);
static_assert(!std::convertible_to<colors::object, colors::ref<employee>>);
// What refers to any object is no way to assign to a reference that has a type.
static_assert(!std::convertible_to<colors::ref<employee> &, colors::object &>);
static_assert(!std::convertible_to<colors::list<int> &, colors::object &>);
static_assert(!std::is_assignable_v<colors::ref<employee>::base &, std::nullptr_t>);
static_assert(std::convertible_to<colors::ref<employee>, colors::object>);
static_assert(std::convertible_to<colors::ref<employee>, colors::any>);
static_assert(!std::constructible_from<colors::any, std::uint64_t> && !std::constructible_from<colors::any, int *>);

void reads_what_it_writes() {
    attach();
    auto ada = colors::allocate<employee>("Ada", 4200);
    auto bob = colors::allocate<employee>("Bob with a long name: \xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80", 1, ada);
    ada->salary += 100;
    ada->raise(7);
    CHECK(ada->salary == 4307 && ada->name == "Ada" && !ada->boss());
    CHECK(bob->boss() == ada && bob->boss->salary() == 4307 && bob->boss->boss() == nullptr);
    CHECK(bob->name() == "Bob with a long name: \xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80");
    bob->name = ada->name;
    bob->boss = nullptr;
    CHECK(bob->name == "Ada" && !bob->boss());
    CHECK(bob.get("name") == colors::any("Ada") && bob.get("salary") == colors::any(1));
    CHECK(bob.class_name() == "company.Employee");
    daemon_validate(3);
}

void has_fields_of_all_types() {
    attach();
    auto o = colors::allocate<all>();
    CHECK(!o->truth && o->tiny() == 0 && o->whole() == 0.0 && o->text == "" && !o->maybe() && !o->boxed());
    CHECK(o->anything().is_null() && !o->shared() && !o->texts());
    o->truth = true;
    o->tiny = -128;
    o->small = 32767;
    o->unit = u'\uffff';
    o->medium = INT32_MIN;
    o->large = INT64_MIN;
    o->half = 0.25f;
    o->whole = -1e300;
    o->text = "zero\0inside";
    o->maybe = "maybe";
    o->boxed = -7;
    o->anything = 2.5;
    o->shared = o;
    o->texts = colors::list<std::string>::make({"a", "b"});
    CHECK(o->truth() && o->tiny == -128 && o->small == 32767 && o->unit == u'\uffff' && o->medium == INT32_MIN);
    CHECK(o->large == INT64_MIN && o->half == 0.25f && o->whole == -1e300 && o->text == "zero");
    CHECK(o->maybe() == "maybe" && o->boxed() == -7 && o->anything() == colors::any(2.5) && o->shared() == o);
    CHECK(o->texts->size() == 2 && o->texts->get(1) == "b");
    o->texts->push_back("c");
    o->maybe = std::nullopt;
    o->anything = INT64_MAX;
    CHECK(o->texts->back() == "c" && !o->maybe() && o->anything() == colors::any(INT64_MAX));
    o->anything = o;
    CHECK(o->anything() == colors::any(o));
    daemon_validate(3);
}

void refuses_numbers_beyond_the_width() {
    attach();
    auto o = colors::allocate<all>();
    CHECK(refuses<colors::number_overflow>([&] { o->tiny = 128; }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->unit = -1; }, "16 bits"));
    o->medium = INT32_MAX;
    o->large = INT64_MIN;
    CHECK(refuses<colors::number_overflow>([&] { ++o->medium; }, "32 bits") && o->medium == INT32_MAX);
    CHECK(refuses<colors::number_overflow>([&] { o->large -= 1; }, "64 bits") && o->large == INT64_MIN);
    CHECK(refuses<colors::number_overflow>([&] { o->large *= 2; }, "64 bits"));
    o->large = 0;
    CHECK(refuses<colors::number_overflow>([&] { o->large = UINT64_MAX; }, "64 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o.set("medium", std::int64_t{1} << 31); }, "32 bits"));
    CHECK(refuses<colors::type_conflict>([&] { o.set("text", 1); }, "is declared string"));
    CHECK(refuses<colors::type_conflict>([&] { o.set("truth", nullptr); }, "not null"));
    CHECK(refuses<colors::shared_memory_error>([&] { o->text = "\xff"; }, "not valid UTF-8"));
    CHECK(o->tiny == 0 && o->unit == u'\0' && o->large == 0 && o->text == "");
}

template <class To> constexpr bool is_refused_by_the_compiler(auto... values) {
    return !requires(To o) { o.boxed = (values, ...); } && !requires(To o) { o.large += (values, ...); };
}
static_assert(is_refused_by_the_compiler<all>(2.5) && is_refused_by_the_compiler<all>(true));
template <class To> constexpr bool is_refused_in_one_step(auto value) {
    return !requires(To o) { o.large.set(value); } && !requires(To o) { o.large.get_and_add(value); } &&
           !requires(To o) { o.large.get_and_set(value); } && !requires(To o) { o.large.compare_and_set(0, value); } &&
           !requires(To o) { o.large.compare_and_set(value, 0); } && !requires(To o) { o.large -= value; } &&
           !requires(To o) { o.large *= value; } && !requires(To o) { o.boxed += value; };
}
static_assert(is_refused_in_one_step<all>(2.5) && is_refused_in_one_step<all>(true));
template <class To> constexpr bool takes_no_null = !requires(To o) { o.text = nullptr; };
template <class To> constexpr bool adds_to_truth = requires(To o) { o.truth += 1; };
static_assert(takes_no_null<all> && !adds_to_truth<all>);

void refuses_results_beyond_the_width() {
    attach();
    auto o = colors::allocate<all>();
    o->tiny = 127;
    o->small = INT16_MIN;
    o->large = INT64_MAX;
    o->half = 1.5f;
    o->boxed = 7;
    CHECK(refuses<colors::number_overflow>([&] { o->tiny += 1; }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { --o->small; }, "16 bits"));
    CHECK(refuses<colors::number_overflow>([&] { ++o->large; }, "64 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->large *= 2; }, "64 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->half = 1e300; }, "32 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->half *= 1e300; }, "32 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->whole = (std::int64_t{1} << 53) + 1; }, "64 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->boxed = UINT64_MAX; }, "32 bits"));
    CHECK(o->tiny == 127 && o->small == INT16_MIN && o->large == INT64_MAX && o->half == 1.5f && o->boxed() == 7);
    o->large = -5;
    o->large += std::uint64_t{2};
    o->whole = std::int64_t{1} << 53;
    o->whole += 2;
    o->boxed = std::nullopt;
    CHECK(o->large == -3 && o->whole == 0x1p53 + 2 && !o->boxed());
    CHECK(refuses<colors::number_overflow>([&] { o->tiny.get_and_add(256); }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { o->tiny.set(256); }, "8 bits") && o->tiny == 127);
    auto list = colors::list<std::int8_t>::make({127});
    CHECK(refuses<colors::number_overflow>([&] { list[0] += 1; }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { list.get_and_add(0, 1); }, "8 bits") && list[0] == 127);
}

void what_was_moved_from_is_null() {
    attach();
    auto ada = colors::allocate<employee>("Ada");
    colors::any value(ada), taken(std::move(value)), other;
    CHECK(value.is_null() && value == nullptr && taken == colors::any(ada));
    other = std::move(taken);
    CHECK(taken.is_null() && !(taken == other) && other == colors::any(ada));
    other = std::move(*&other);
    CHECK(other == colors::any(ada));
    colors::object any_object = std::move(ada); // a copy: a reference with a type stays whole
    CHECK(any_object == ada && ada->name == "Ada");
    any_object = nullptr;
    CHECK(!any_object && ada->name == "Ada");
}

void refuses_null() {
    attach();
    colors::ref<employee> nobody;
    CHECK(!nobody && nobody == nullptr);
    CHECK(refuses<colors::shared_memory_error>([&] { (void)nobody->salary(); }, "'salary' of a null reference"));
    CHECK(refuses<colors::shared_memory_error>([&] { nobody->name = "x"; }, "'name' of a null reference"));
    CHECK(refuses<colors::shared_memory_error>([&] { nobody.get("name"); }, "null reference"));
    CHECK(refuses<colors::shared_memory_error>([&] { colors::monitor(nobody).lock(); }, "null has no monitor"));
}

void refuses_objects_of_other_classes() {
    attach();
    auto ada = colors::allocate<employee>("Ada");
    CHECK(refuses<colors::type_conflict>([&] { colors::ref<other>(colors::object(ada)); }, "company.Employee"));
    CHECK(refuses<colors::type_conflict>([&] { colors::list<int>(colors::object(ada)); }, "expected a list"));
    colors::repository<>("x").set(ada);
    CHECK(refuses<colors::type_conflict>([] { colors::repository<colors::ref<other>>("x").get(); }, "company.Other"));
    CHECK(colors::repository<colors::ref<employee>>("x").get() == ada);
}

// ---- other programs ----

void changes_it(void *) {
    attach();
    colors::object found = colors::repository<colors::object>("thing").get();
    CHECK(found.get("id") == colors::any(1) && found.get("name") == colors::any("first"));
    found.set("weight", 1.5);
    for (int i = 0; i < 20; i++) {
        found.set("extra" + std::to_string(i), i);
    }
    for (int i = 0; i < 20; i += 2) {
        CHECK(found.remove("extra" + std::to_string(i)));
    }
    CHECK(found.remove("name") && !found.remove("name") && !found.has("name") && found.has("extra19"));
    found.set("id", 5);
}

void widens_it(void *) {
    attach();
    auto found = colors::repository<colors::object>("thing").get();
    CHECK(found.remove("id"));
    found.set("id", "five");
}

void sees_what_another_process_evolves() {
    attach();
    auto it = colors::allocate<thing>(1, "first");
    CHECK(it->id == 1 && it->name == "first");
    colors::repository<colors::ref<thing>>("thing").set(it);
    CHECK(check_join(check_fork(changes_it, nullptr)));
    CHECK(it->id == 5 && it->name == "" && it.get("weight") == colors::any(1.5));
    CHECK(it.get("extra7") == colors::any(7) && !it.has("extra8"));
    it->name = "again";
    CHECK(it->name == "again" && colors::shared_type_of(it).name == "fields.Thing");
    CHECK(check_join(check_fork(widens_it, nullptr)));
    CHECK(refuses<colors::type_conflict>([&] { (void)it->id(); }, "field 'id' of fields.Thing: expected an integer"));
    it.remove("id");
    CHECK(it->id == 0);
    it->id = 9;
    CHECK(it->id == 9);
    daemon_validate(3);
}

// ---- a field that the object's version lacks ----

struct early {
    COLORS_CLASS(early, "fields.Early", (name, std::string), (salary, double))
};

struct misspelt {
    COLORS_CLASS(misspelt, "fields.Early", (name, std::string), (salry, double), (level, std::int8_t))
};

void makes_an_early_one(void *) {
    attach();
    colors::repository<colors::ref<early>>("early").set(colors::allocate<early>("Ada", 5.5));
}

void reads_what_nobody_declared(void *) {
    attach(true);
    auto found = colors::repository<colors::ref<misspelt>>("early").get();
    CHECK(found->name == "Ada" && !found.has("a name that nobody has"));
    CHECK(refuses<colors::shared_memory_error>(
        [&] { (void)found->salry(); }, "class fields.Early has no field 'salry'; it has [name, salary]; no program"));
    CHECK(refuses<colors::shared_memory_error>([&] { found.get("salry"); }, "has no field 'salry'; it has [name"));
}

void reads_what_was_declared_since(void *) {
    attach(true);
    auto found = colors::repository<colors::ref<misspelt>>("early").get();
    CHECK(found->salry == 0.0 && found->level == 0);
}

void a_class_gets_the_fields_that_programs_declare() {
    CHECK(check_join(check_fork(makes_an_early_one, nullptr)));
    CHECK(check_join(check_fork(reads_what_nobody_declared, nullptr)));
    attach();
    auto found = colors::repository<colors::ref<misspelt>>("early").get();
    CHECK(found->salry == 0.0 && !found.has("salry"));
    CHECK(check_join(check_fork(makes_an_early_one, nullptr)));
    CHECK(check_join(check_fork(reads_what_was_declared_since, nullptr)));
    auto made_since = colors::repository<colors::ref<misspelt>>("early").get();
    CHECK(made_since.has("salry") && made_since.has("level"));
    found->level = 3;
    CHECK(refuses<colors::number_overflow>([&] { found.set("level", 300); }, "8 bits") && found->level == 3);
    CHECK(found.get("salary") == colors::any(5.5));
    daemon_validate(3);
}

void declares_it_first(void *) {
    attach();
    cl_error error{};
    std::string name = "company.Strange", field = "id", declarer = "another program";
    auto named = [&](std::uint32_t kind, const std::string &text) {
        return cl_entity_intern(kind, text.data(), text.size(), &error);
    };
    cl_field_spec spec{named(CL_KIND_NAME, field), 0, CL_TYPE_STRING, CL_FIELD_DECLARED};
    CHECK(cl_shape_declare(named(CL_KIND_CLASS, name), &spec, 1, named(CL_KIND_NAME, declarer), &error) != 0);
}

void refuses_what_is_declared_otherwise() {
    CHECK(check_join(check_fork(declares_it_first, nullptr)));
    attach();
    CHECK(refuses<colors::type_conflict>([] { colors::allocate<strange>(1); },
                                         "'id' of class company.Strange was declared string by another program"));
}

void counts(void *) {
    attach();
    auto it = colors::repository<colors::ref<employee>>("counter").get();
    for (int i = 0; i < 20000; i++) {
        it->salary.get_and_add(1);
    }
}

void adds_in_one_step() {
    attach();
    auto it = colors::allocate<employee>("counter");
    colors::repository<colors::ref<employee>>("counter").set(it);
    pid_t one = check_fork(counts, nullptr);
    pid_t two = check_fork(counts, nullptr);
    counts(nullptr);
    CHECK(check_join(one) && check_join(two) && it->salary == 60000);
    CHECK(!it->name.compare_and_set("x", "y") && it->name.compare_and_set("counter", "a long name that is no word"));
    CHECK(it->name.get_and_set("z") == "a long name that is no word" && it->name == "z");
    CHECK(it->boss.compare_and_set(nullptr, it) && it->boss() == it);
    it->salary = INT64_MAX;
    CHECK(refuses<colors::number_overflow>([&] { it->salary.get_and_add(1); }, "overflows") && it->salary == INT64_MAX);
}

} // namespace

int main() {
    check_begin("cpp_fields");
    RUN(reads_what_it_writes);
    RUN(has_fields_of_all_types);
    RUN(refuses_numbers_beyond_the_width);
    RUN(what_was_moved_from_is_null);
    RUN(refuses_results_beyond_the_width);
    RUN(refuses_null);
    RUN(refuses_objects_of_other_classes);
    RUN(sees_what_another_process_evolves);
    RUN(a_class_gets_the_fields_that_programs_declare);
    RUN(refuses_what_is_declared_otherwise);
    RUN(adds_in_one_step);
    return check_end();
}
