// SPDX-License-Identifier: Apache-2.0
// colors.hpp: lists, maps, sets, arrays and bytes as ranges; keys as docs/equality.md says.
#include <algorithm>
#include <numeric>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "cpp.hpp"

namespace {

struct node {
    COLORS_CLASS(node, "containers.Node", (name, std::string))
};

using numbers = colors::list<std::int64_t>;
using nodes = colors::list<colors::ref<node>>;
using counts = colors::map<std::string, std::int64_t>;
using any_map = colors::map<colors::any, colors::any>;

static_assert(std::ranges::random_access_range<numbers> && std::ranges::sized_range<numbers>);
static_assert(std::ranges::random_access_range<nodes> && std::ranges::common_range<nodes>);
static_assert(std::random_access_iterator<numbers::iterator>);
static_assert(std::ranges::forward_range<counts> && std::ranges::forward_range<colors::set<int>>);
static_assert(std::forward_iterator<counts::iterator>);
static_assert(std::ranges::contiguous_range<colors::array<double>> && std::ranges::sized_range<colors::array<bool>>);
static_assert(std::ranges::random_access_range<colors::object_array<std::string>>);
static_assert(std::ranges::contiguous_range<colors::binary>);
static_assert(std::ranges::input_range<colors::channel<std::string>>);

template <class List> constexpr bool takes_text = requires(List list) { list.push_back("text"); };
template <class List> constexpr bool assigns_text = requires(List list) { list[0] = "text"; };
template <class Map> constexpr bool finds_by_number = requires(Map map) { map.find(1); };
static_assert(!takes_text<numbers> && !assigns_text<numbers> && takes_text<colors::list<std::string>>);
static_assert(!finds_by_number<counts> && !std::convertible_to<numbers, nodes>);

// ---- a number that would change on the way does not compile ----

using ints = colors::list<std::int32_t>;
using int_counts = colors::map<std::int64_t, std::int64_t>;
using jobs = colors::channel<std::int64_t>;
using newest = colors::repository<std::int64_t>;
using points = colors::array<std::int32_t>;

template <class List> constexpr bool lists_take(auto value) {
    return requires(List l) { l.push_back(value); } || requires(List l) { l.insert(0, value); } ||
           requires(List l) { l.set(0, value); } || requires(List l) { l[0] = value; } ||
           requires(List l) { l.get_and_add(0, value); } || requires(List l) { l.compare_and_set(0, 1, value); } ||
           requires(List l) { l.compare_and_set(0, value, 1); } || requires(List l) { l.get_and_set(0, value); } ||
           requires(List l) { l[0] += value; } || requires(List l) { l[0] -= value; } ||
           requires(List l) { l[0] *= value; } || requires { List::of(std::vector{value}); };
}
template <class Map> constexpr bool maps_take(auto value) {
    return requires(Map m) { m.set(1, value); } || requires(Map m) { m.set(value, 1); } ||
           requires(Map m) { m.contains(value); } || requires(Map m) { m.find(value); } ||
           requires(Map m) { m.at(value); } || requires(Map m) { m.erase(value); } ||
           requires(Map m) { m.get_and_add(1, value); } || requires(Map m) { m.get_and_set(1, value); } ||
           requires(Map m) { m.compare_and_set(1, 1, value); } || requires { Map::make({{1, value}}); };
}
template <class Set> constexpr bool sets_take(auto value) {
    return requires(Set s) { s.insert(value); } || requires(Set s) { s.contains(value); } ||
           requires(Set s) { s.erase(value); };
}
template <class Channel> constexpr bool channels_take(auto value) {
    return requires(Channel c) { c.send(value); } || requires(Channel c) { c.try_send(value); } ||
           requires(Channel c) { c.send_for(value, std::chrono::seconds(1)); };
}
template <class Repository> constexpr bool repositories_take(auto value) {
    return requires(Repository r) { r.set(value); } || requires(Repository r) { r.get_and_set(value); } ||
           requires(Repository r) { r.compare_and_set(1, value); } ||
           requires(Repository r) { r.wait_for_change(value); };
}
constexpr bool is_taken_anywhere(auto value) {
    return lists_take<ints>(value) || lists_take<points>(value) || maps_take<int_counts>(value) ||
           sets_take<colors::set<int>>(value) || channels_take<jobs>(value) || repositories_take<newest>(value);
}
static_assert(!is_taken_anywhere(2.5) && !is_taken_anywhere(2.5f) && !is_taken_anywhere(true));
static_assert(lists_take<ints>(1) && lists_take<points>(1L) && maps_take<int_counts>('a') && channels_take<jobs>(1u));
static_assert(sets_take<colors::set<int>>(1) && repositories_take<newest>(1) && lists_take<colors::list<double>>(1));
static_assert(lists_take<colors::list<std::string>>(std::string_view("text")) && !lists_take<colors::list<bool>>(1));
static_assert(std::same_as<std::ranges::range_reference_t<points>, const std::int32_t &>);
static_assert(std::same_as<decltype(points().data()), const std::int32_t *>);

void numbers_that_change_are_refused() {
    attach();
    auto bytes = colors::list<std::int8_t>::make();
    CHECK(refuses<colors::number_overflow>([&] { bytes.push_back(300); }, "8 bits") && bytes.empty());
    enum { small = 3, large = 300 };
    bytes.push_back(small);
    CHECK(refuses<colors::number_overflow>([&] { bytes.push_back(large); }, "8 bits") && bytes[0] == 3);
    auto reals = colors::list<double>::make({1, 2});
    CHECK(refuses<colors::number_overflow>([&] { reals.push_back((std::int64_t{1} << 53) + 1); }, "no float"));
    CHECK(refuses<colors::number_overflow>([] { ints::of(std::vector{std::int64_t{1} << 40}); }, "32 bits"));
    auto map = int_counts::make({{1, 2}});
    CHECK(refuses<colors::number_overflow>([&] { map.set(UINT64_MAX, 1); }, "64 bits") && map.size() == 1);
    auto array = colors::array<std::int8_t>::make({1, 2});
    CHECK(refuses<colors::number_overflow>([&] { array[0] = 300; }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { array[0] += 127; }, "8 bits"));
    CHECK(refuses<colors::number_overflow>([&] { array.get_and_set(0, 300); }, "8 bits"));
    CHECK(refuses<std::out_of_range>([&] { array[2] = 1; }, "no element 2: the size is 2") && array[0] == 1);
}

void places_are_given_as_what_they_hold() {
    attach();
    auto list = numbers::make({1, 2});
    auto array = colors::array<std::int16_t>::make({5, 6});
    auto reals = colors::list<double>::make({0.5});
    auto ada = colors::allocate<node>("Ada");
    array[0] = list[1];
    array[1] = array[0];
    list[0] = array[1];
    list[0] += array[0];
    list[1] -= 5;
    list[1] *= list[0];
    reals[0] *= array[0];
    list.push_back(array[1]);
    CHECK(array[0] == 2 && array[1] == 2 && list[0] == 4 && list[1] == -12 && list[2] == 2 && reals[0] == 1.0);
    CHECK(++list[0] == 5 && --array[0] == 1 && (reals[0] += list[0]) == 6.0);
    auto names = colors::list<std::string>::make();
    names.push_back(ada->name);
    names[0] += " Lovelace";
    ada->name = names[0];
    CHECK(ada->name == "Ada Lovelace" && counts::make({{ada->name(), 1}}).contains(ada->name));
    CHECK(colors::list<bool>::of(std::vector<bool>{true, false}).get(0));
}

// ---- a process that may only read ----

void changes_what_it_may_read(void *) {
    attach(true);
    auto array = colors::repository<points>("read").get();
    CHECK(refuses<colors::read_only>([&] { array[0] = 1; }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { array[0] += 1; }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { array.set(0, 1); }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { array.elements(); }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { array.get_and_add(0, 1); }, "read-only"));
    CHECK(array[0] == 7 && array.at(1) == 8 && std::accumulate(array.begin(), array.end(), 0) == 15);
    CHECK(array.view()[1] == 8);
    colors::monitor monitor(array);
    CHECK(refuses<colors::read_only>([&] { monitor.lock(); }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { monitor.try_lock(); }, "read-only"));
    CHECK(refuses<colors::shared_memory_error>([&] { monitor.notify(); }, "") && !monitor.is_held());
    CHECK(refuses<colors::read_only>([&] { colors::channel<int>("of a reader"); }, "read-only"));
    CHECK(refuses<colors::read_only>([&] { colors::repository<>("of a reader"); }, "read-only"));
    CHECK(refuses<colors::read_only>([] { colors::remove_repository("read"); }, "read-only"));
    colors::list<colors::any> list(colors::repository<>("read too").get().as<colors::object>());
    CHECK(refuses<colors::read_only>([&] { list[0] = 1; }, "read-only"));
    colors::binary bytes(list.get(0).as<colors::object>());
    colors::object_array<std::string> texts(list.get(1).as<colors::object>());
    CHECK(refuses<colors::read_only>([&] { bytes.elements(); }, "read-only") && bytes.view()[0] == std::byte{'x'});
    CHECK(refuses<colors::read_only>([&] { texts[0] = "no"; }, "read-only") && texts[0] == "yes");
    CHECK(refuses<colors::read_only>([&] { list.get(2).as<any_map>().set(1, 2); }, "read-only"));
}

void readers_change_nothing() {
    attach();
    colors::repository<points> read("read");
    read.set(points::make({7, 8}));
    auto texts = colors::object_array<std::string>::make(1);
    texts[0] = "yes";
    colors::repository<>("read too").set(colors::list<colors::any>::make(
        {colors::binary::of(std::as_bytes(std::span("x"))), texts, any_map::make({{1, 1}})}));
    CHECK(check_join(check_fork(
        [](void *argument) {
            CHECK(check_join(check_fork(changes_what_it_may_read, argument)));
        },
        nullptr)));
    CHECK(read.get()[0] == 7);
}

void lists() {
    attach();
    auto list = numbers::make({3, 1, 2});
    list.push_back(9);
    list[0] = 7;
    list[1] += 5;
    list.insert(1, -4);
    CHECK(std::ranges::equal(list, std::vector<std::int64_t>{7, -4, 6, 2, 9}));
    CHECK(*std::ranges::max_element(list) == 9 && std::accumulate(list.begin(), list.end(), 0) == 20);
    CHECK(list.pop_back() == 9 && list.size() == 4 && list.front() == 7 && list.back() == 2);
    list.erase(0);
    CHECK(list.begin()[1] == 6 && list.end() - list.begin() == 3);
    CHECK(list.get_and_add(0, 10) == -4 && list[0] == 6 && !list.compare_and_set(0, 5, 1));
    CHECK(list.compare_and_set(0, 6, 1) && list.get_and_set(0, 2) == 1);
    list.truncate(1);
    CHECK(list.size() == 1);
    CHECK(refuses<std::out_of_range>([&] { list.at(1); }, "there is no element 1: the size is 1"));
    CHECK(refuses<std::out_of_range>([&] { list[1] = 1; }, "no element"));
    list.clear();
    CHECK(list.empty() && refuses<std::out_of_range>([&] { list.pop_back(); }, "no element"));
    CHECK(refuses<std::out_of_range>([&] { list.get_and_add(0, 1); }, "no element"));
    daemon_validate(3);
}

void lists_of_everything() {
    attach();
    auto ada = colors::allocate<node>("Ada");
    auto list = colors::list<colors::any>::make({1, 2.5, "three", true, nullptr, ada, INT64_MAX});
    CHECK(list.get(0) == colors::any(1) && list.get(1) == colors::any(2.5) && list.get(2) == colors::any("three"));
    CHECK(list.get(3) == colors::any(true) && list.get(4).is_null() && list.get(6) == colors::any(INT64_MAX));
    CHECK(list.get(5).as<colors::ref<node>>()->name == "Ada");
    colors::list<std::string> texts{colors::object(list)};
    CHECK(texts.get(2) == "three" && refuses<colors::type_conflict>([&] { texts.get(0); }, "expected a string"));
    auto team = nodes::make({ada, nullptr});
    CHECK(team[0]->name() == "Ada" && !team.get(1));
    colors::list<numbers> nested = colors::list<numbers>::make({numbers::make({1, 2}), numbers::make()});
    nested.get(1).push_back(5);
    CHECK(nested.get(1).size() == 1 && nested.get(0).get(1) == 2);
    daemon_validate(3);
}

// What was there is read as the type first.
void what_has_another_type_stays() {
    attach();
    auto list = colors::list<colors::any>::make({1, "two"});
    colors::list<int> numbers_of{colors::object(list)};
    CHECK(refuses<colors::type_conflict>([&] { numbers_of.pop_back(); }, "the string 'two'"));
    CHECK(refuses<colors::type_conflict>([&] { numbers_of.get_and_set(1, 2); }, "the string 'two'"));
    CHECK(list.size() == 2 && list.get(1) == colors::any("two"));
    auto map = colors::map<std::string, colors::any>::make({{"key", 2.5}});
    colors::map<std::string, int> counts_of{colors::object(map)};
    CHECK(refuses<colors::type_conflict>([&] { counts_of.get_and_set("key", 2); }, "the float 2.5"));
    CHECK(refuses<colors::type_conflict>([&] { counts_of.get_and_add("key", 2); }, "the float 2.5"));
    CHECK(map.at("key") == colors::any(2.5));
    colors::repository<> any("typed");
    any.set("text");
    CHECK(refuses<colors::type_conflict>([] { colors::repository<int>("typed").get_and_set(2); }, "the string 'text'"));
    CHECK(any.get() == colors::any("text"));
    auto place = colors::list<int>::make({1, 2})[1]; // of a list that nothing else refers to
    colors::collect();
    CHECK(place() == 2);
}

void lists_are_ranges_while_others_change_them() {
    attach();
    auto list = numbers::make();
    for (int i = 0; i < 1000; i++) {
        list.push_back(i);
    }
    std::atomic<bool> over{false};
    std::thread other([&] {
        while (!over) {
            list.truncate(10);
            for (int i = 10; i < 1000; i++) {
                list.push_back(i);
            }
        }
    });
    for (int i = 0; i < 200; i++) {
        try {
            std::int64_t expected = 0;
            for (std::int64_t value : list) {
                CHECK(value == expected++);
            }
        } catch (const std::out_of_range &) { // it was cut meanwhile
        }
    }
    over = true;
    other.join();
    daemon_validate(3);
}

void maps() {
    attach();
    auto map = counts::make({{"a", 1}, {"a rather long key \xe6\xbc\xa2", 2}});
    CHECK(map.set("b", 3) && !map.set("a", 10) && map.size() == 3);
    CHECK(map.at("a rather long key \xe6\xbc\xa2") == 2 && map.find("a") == 10 && !map.find("c"));
    CHECK(refuses<std::out_of_range>([&] { map.at("c"); }, "no key equal to the string 'c'"));
    CHECK(map.get_and_add("b", 4) == 3 && map.compare_and_set("b", 7, 8) && map.get_and_set("b", 9) == 8);
    CHECK(refuses<std::out_of_range>([&] { map.get_and_add("c", 4); }, "no key"));
    std::string keys;
    for (const auto &[key, value] : map) {
        keys += key.substr(0, 1) + std::to_string(value) + " ";
    }
    CHECK(keys == "a10 a2 b9 ");
    CHECK(map.erase("a") && !map.erase("a") && !map.contains("a"));
    for (int i = 0; i < 2000; i++) {
        map.set("key " + std::to_string(i), i);
    }
    for (int i = 0; i < 1999; i++) {
        CHECK(map.erase("key " + std::to_string(i)));
    }
    CHECK(map.size() == 3 && map.at("key 1999") == 1999);
    map.clear();
    CHECK(map.empty() && map.begin() == map.end());
    daemon_validate(3);
}

colors::object decimal(const std::string &text, const std::string &name = "colors.Decimal") {
    cl_error error{};
    auto named = [&](std::uint32_t kind, const std::string &of) {
        return cl_entity_intern(kind, of.data(), of.size(), &error);
    };
    cl_field_spec spec{named(CL_KIND_NAME, "text"), 0, CL_TYPE_STRING, CL_FIELD_NULLABLE | CL_FIELD_DECLARED};
    std::uint32_t shape = cl_shape_intern(named(CL_KIND_CLASS, name), &spec, 1, &error);
    colors::detail::session session;
    colors::object made(colors::detail::root::adopt(session, cl_allocate(session.slot(), shape, &error)));
    made.set("text", text);
    return made;
}

// The numbers are those of Java: docs/equality.md.
void keys_hash_as_in_all_languages() {
    attach();
    auto hash = [](const colors::any &key) { return static_cast<std::int32_t>(colors::detail::hash_of(key)); };
    CHECK(hash(nullptr) == 0 && hash(true) == 1231 && hash(false) == 1237);
    CHECK(hash(1) == 1 && hash(-1) == 0 && hash(INT64_MIN) == INT32_MIN && hash(1.0) == 1 && hash(-0.0) == 0);
    CHECK(hash(0.5) == 1071644672 && hash(std::nan("")) == 2146959360 && hash(1e300) == hash(decimal("1E+300")));
    CHECK(hash("abc") == 96354 && hash("") == 0 && hash("\xf0\x9f\x98\x80") == 1772899);
    CHECK(hash(decimal("1.00")) == 1 && hash(decimal("-2.50")) == hash(-2.5) && hash(decimal("0.0")) == 0);
    CHECK(hash(decimal("9223372036854775807", "colors.BigInteger")) == hash(INT64_MAX));
    CHECK(hash(decimal("1E+18")) == hash(std::int64_t{1000000000000000000}));
}

void keys_are_equal_as_in_all_languages() {
    attach();
    auto map = any_map::make();
    auto ada = colors::allocate<node>("Ada");
    for (const colors::any &key :
         {colors::any(1), colors::any("1"), colors::any(true), colors::any(nullptr), colors::any(0.5),
          colors::any(std::int64_t{1} << 62), colors::any(ada), colors::any(1e300), colors::any(decimal("0.1"))}) {
        CHECK(map.set(key, key) && map.at(key) == key);
    }
    CHECK(map.contains(1.0) && map.contains(decimal("1.0")) && map.contains(decimal("5E-1")));
    CHECK(map.contains(0x1p62) && map.contains(decimal("4611686018427387904", "colors.BigInteger")));
    CHECK(map.contains(decimal("0.10")) && !map.contains(0.1) && !map.contains(decimal("0.1", "colors.UUID")));
    CHECK(!map.contains(false) && !map.contains("true") && !map.contains(colors::allocate<node>("Ada")));
    CHECK(!map.set(1.0, "one") && map.at(1) == colors::any("one") && map.erase(ada) && map.size() == 8);
    map.set(0.0, "zero");
    map.set(std::nan(""), "nan");
    CHECK(map.at(-0.0) == colors::any("zero") && map.at(0) == colors::any("zero"));
    CHECK(map.at(std::nan("1")) == colors::any("nan"));
    daemon_validate(3);
}

// Its key is compared outside of heap operations, while the map changes.
void finds_an_equal_decimal_while_others_change_the_map() {
    attach();
    auto map = any_map::make();
    for (int i = 0; i < 2000; i++) {
        map.set(i, i);
    }
    map.set(decimal("1.25"), "there");
    std::atomic<bool> over{false};
    std::thread other([&] {
        for (int i = 0; !over; i++) { // at times a pause, in which it can be found
            map.set("key", i);
            map.erase("key");
            if (i % 100 == 0) {
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        }
    });
    int missing = 0;
    for (int i = 0; i < 1000; i++) {
        missing += !map.contains(decimal("1.250"));
    }
    over = true;
    other.join();
    CHECK(missing == 0);
}

void sets() {
    attach();
    auto set = colors::set<colors::any>::make({5, "only", nullptr, 2.5, 5});
    CHECK(set.size() == 4 && set.contains(5.0) && !set.contains("5") && !set.insert(5) && set.insert(false));
    CHECK(set.erase("only") && !set.erase("only") && set.insert("only"));
    std::vector<colors::any> all(set.begin(), std::ranges::next(set.begin(), set.end()));
    CHECK(all.size() == 5 && all[0] == colors::any(5) && all[4] == colors::any("only"));
    set.clear();
    CHECK(set.empty() && !set.contains(5));
}

void puts(void *argument) {
    attach();
    auto map = colors::repository<counts>("counts").get();
    int own = *static_cast<int *>(argument);
    for (int i = 0; i < 2000; i++) {
        map.get_and_add("all", 1);
        map.set("key " + std::to_string(own) + " " + std::to_string(i), i);
        if (i % 2 == 1) {
            map.erase("key " + std::to_string(own) + " " + std::to_string(i - 1));
        }
    }
}

void maps_of_several_processes() {
    attach();
    auto map = counts::make({{"all", 0}});
    colors::repository<counts>("counts").set(map);
    int names[] = {1, 2};
    pid_t one = check_fork(puts, &names[0]);
    pid_t two = check_fork(puts, &names[1]);
    auto count = [&map] {
        return std::ranges::count_if(
            map, [](const auto &entry) { return entry.first.starts_with("key") && entry.second >= 0; });
    };
    while (map.at("all") < 4000) {
        CHECK(count() <= 4000);
    }
    CHECK(check_join(one) && check_join(two));
    CHECK(count() == 2000 && map.size() == 2001 && map.at("all") == 4000);
    daemon_validate(3);
}

void arrays() {
    attach();
    auto array = colors::array<std::int16_t>::make({1, 2, 300});
    for (std::int16_t &element : array.elements()) {
        element = static_cast<std::int16_t>(element + 1);
    }
    CHECK(array[2] == 301 && std::ranges::count(array, 2) == 1 && array.elements().size() == 3);
    std::ranges::sort(array.elements(), std::ranges::greater());
    CHECK(array.view()[0] == 301 && array.size() == 3);
    CHECK(array.get_and_add(0, 1) == 301 && array.compare_and_set(0, 302, 5) && array.get_and_set(0, 6) == 5);
    CHECK(refuses<colors::number_overflow>([&] { array.get_and_add(0, 32767); }, "beyond the width") && array[0] == 6);
    CHECK(refuses<std::out_of_range>([&] { array.at(3); }, "no element 3"));
    CHECK(refuses<colors::type_conflict>([&] { colors::array<std::int32_t>(colors::object(array)); },
                                         "expected an array of int32, found a shared array of int16"));
    auto flags = colors::array<bool>::make({true, false});
    auto shares = colors::array<float>::make({0.5f});
    CHECK(flags[0] && !flags[1] && shares[0] == 0.5f && colors::array<char16_t>::make(7).size() == 7);
    auto texts = colors::object_array<std::string>::make(2);
    texts[1] = "a text that is long enough to be an object";
    CHECK(texts.get(0).empty() && texts[1] == "a text that is long enough to be an object");
    CHECK(colors::list<std::int16_t>(colors::object(array)).get(1) == 3); // read as a list
    daemon_validate(3);
}

template <class Value> std::string printed(const Value &value) {
    std::ostringstream text;
    text << value;
    CHECK(text.str() == colors::to_string(value));
    return text.str();
}

void prints() {
    attach();
    auto ada = colors::allocate<node>("Ada");
    std::string name = printed(ada);
    CHECK(name.starts_with("containers.Node@") && name.size() > 16 && printed(colors::object(ada)) == name);
    CHECK(name != printed(colors::allocate<node>()) && printed(colors::ref<node>()) == "null");
    auto list = colors::list<colors::any>::make({1, 2.5, 3.0, "four", true, nullptr, decimal("1.50")});
    CHECK(printed(list) == "[1, 2.5, 3.0, four, true, null, 1.50]");
    list.set(0, list);
    list.push_back(any_map::make({{"self", list}, {2, numbers::make()}}));
    CHECK(printed(list) == "[[...], 2.5, 3.0, four, true, null, 1.50, {self=[...], 2=[]}]");
    CHECK(printed(colors::set<int>::make({3, 1})) == "[3, 1]" && printed(points::make({1, 2})) == "[1, 2]");
    CHECK(printed(nodes::make({ada, nullptr})) == "[" + name + ", null]");
    CHECK(printed(colors::binary::make(16)).starts_with("binary of 16 bytes@"));
    CHECK(printed(colors::any(1e300)) == "1e+300" && printed(colors::any("x")) == "x");
    std::ostringstream text;
    text << nodes::make({ada})[0] << ' ' << ada->name << ' ' << points::make({5})[0];
    CHECK(text.str() == name + " Ada 5");
}

void are_keys_of_standard_containers() {
    attach();
    auto ada = colors::allocate<node>("Ada");
    std::unordered_map<colors::ref<node>, int> numbers_of{{ada, 1}, {colors::allocate<node>("Ada"), 2}};
    std::unordered_set<colors::object> objects{ada, numbers::make(), nullptr};
    CHECK(numbers_of.size() == 2 && numbers_of.at(ada) == 1 && objects.contains(ada) && objects.contains(nullptr));
    std::unordered_set<colors::any> values{1, "text", decimal("2.50"), ada};
    CHECK(values.contains(1.0) && values.contains(decimal("2.5")) && values.contains(ada) && !values.contains("1"));
}

void bytes() {
    attach();
    auto binary = colors::binary::of(std::as_bytes(std::span("abc")));
    CHECK(binary.size() == 4 && binary.begin()[1] == std::byte{'b'} && !binary.is_frozen());
    binary.elements()[1] = std::byte{255};
    CHECK(binary.view()[1] == std::byte{255} && colors::binary::make(0).empty());
    CHECK(std::ranges::all_of(colors::binary::make(100000), [](std::byte byte) { return byte == std::byte{}; }));
    CHECK(refuses<colors::out_of_shared_memory>([] { colors::binary::make(std::size_t{1} << 31); }, "one binary"));
    daemon_validate(3);
}

} // namespace

int main() {
    check_begin("cpp_containers");
    RUN(lists);
    RUN(numbers_that_change_are_refused);
    RUN(places_are_given_as_what_they_hold);
    RUN(readers_change_nothing);
    RUN(lists_of_everything);
    RUN(what_has_another_type_stays);
    RUN(lists_are_ranges_while_others_change_them);
    RUN(maps);
    RUN(keys_hash_as_in_all_languages);
    RUN(keys_are_equal_as_in_all_languages);
    RUN(finds_an_equal_decimal_while_others_change_the_map);
    RUN(sets);
    RUN(maps_of_several_processes);
    RUN(arrays);
    RUN(prints);
    RUN(are_keys_of_standard_containers);
    RUN(bytes);
    return check_end();
}
