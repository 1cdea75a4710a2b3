// SPDX-License-Identifier: Apache-2.0
// colors.hpp: lists, maps, sets, arrays and bytes as ranges; keys as docs/equality.md says.
#include <algorithm>
#include <numeric>

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
    for (std::int16_t &element : array) {
        element = static_cast<std::int16_t>(element + 1);
    }
    CHECK(array[2] == 301 && std::ranges::count(array, 2) == 1 && array.elements().size() == 3);
    std::ranges::sort(array.elements(), std::ranges::greater());
    CHECK(array.view()[0] == 301 && array.size() == 3);
    CHECK(array.get_and_add(0, 1) == 301 && array.compare_and_set(0, 302, 5) && array.get_and_set(0, 6) == 5);
    CHECK(refuses<colors::number_overflow>([&] { array.get_and_add(0, 32767); }, "beyond the width") && array[0] == 6);
    CHECK(refuses<std::out_of_range>([&] { array.at(3); }, "no element 3"));
    CHECK(refuses<colors::type_conflict>([&] { colors::array<std::int32_t>(colors::object(array)); }, "that type"));
    auto flags = colors::array<bool>::make({true, false});
    auto shares = colors::array<float>::make({0.5f});
    CHECK(flags[0] && !flags[1] && shares[0] == 0.5f && colors::array<char16_t>::make(7).size() == 7);
    auto texts = colors::object_array<std::string>::make(2);
    texts[1] = "a text that is long enough to be an object";
    CHECK(texts.get(0).empty() && texts[1] == "a text that is long enough to be an object");
    CHECK(colors::list<std::int16_t>(colors::object(array)).get(1) == 3); // read as a list
    daemon_validate(3);
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
    RUN(bytes);
    return check_end();
}
