// SPDX-License-Identifier: Apache-2.0
// Maps with keys of all kinds, changed by another language.
#include "corpus.hpp"

namespace maps {

struct key {
    COLORS_CLASS(key, "maps.Key", (number, std::int32_t))
};

using any_map = colors::map<colors::any, colors::any>;
using any_list = colors::list<colors::any>;

std::string form(const colors::any &value) {
    const auto *shared = std::get_if<colors::object>(&value);
    return shared != nullptr && any_list::fits(shared->reference())
               ? "list of " + std::to_string(value.as<any_list>().size())
               : corpus::text(value);
}

void display(const any_map &shared) {
    std::string all = std::to_string(shared.size()) + ":";
    for (const auto &[key, value] : shared) {
        all += " " + form(key) + "=" + form(value);
    }
    corpus::say(all);
}

void write() {
    corpus::publish("maps", any_map::make({{colors::allocate<key>(7), "by identity"},
                                           {"one", 1},
                                           {"two", any_list::make({2, 22})},
                                           {3, "three"},
                                           {0.5, "half"},
                                           {true, nullptr}}));
}

void read() {
    auto shared = corpus::find<any_map>("maps");
    display(shared);
    corpus::say("three: " + corpus::text(shared.at(3)) + ", as a string: " + corpus::truth(shared.contains("3")) +
                ", one: " + corpus::truth(shared.contains(1)) + ", true: " + corpus::truth(shared.contains(true)));
    shared.set("one", 11);
    shared.erase(0.5);
    shared.set(0.5, "again");
    shared.at("two").as<any_list>().push_back(222);
    colors::any first = (*shared.begin()).first;
    corpus::say("object: " + corpus::text(shared.at(first)) +
                ", another one: " + corpus::truth(shared.contains(colors::allocate<key>(7))));
    shared.set("key", first);
    for (int i = 0; i < 1000; i++) {
        shared.set(i * 10 + 4, i);
    }
    for (int i = 1; i < 1000; i++) {
        shared.erase(i * 10 + 4);
    }
}

void check() {
    display(corpus::find<any_map>("maps"));
}

} // namespace maps

CORPUS_PROGRAM(maps, maps::check)
