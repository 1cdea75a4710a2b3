// SPDX-License-Identifier: Apache-2.0
// Lists, also of each other, changed by another language.
#include "corpus.hpp"

namespace lists {

using any_list = colors::list<colors::any>;
using numbers_list = colors::list<std::int64_t>;

void display(const std::string &name, const any_list &elements) {
    corpus::say(name + " " + std::to_string(elements.size()) + ": " + corpus::texts(elements));
}

void write() {
    corpus::publish("lists.mixed", any_list::make({1, 2.5, "three", true, nullptr}));
    auto numbers = numbers_list::make();
    for (int i = 0; i < 100; i++) {
        numbers.push_back(i * i);
    }
    corpus::publish("lists.numbers", numbers);
    corpus::publish("lists.nested",
                    colors::list<numbers_list>::make({numbers_list::make({1, 2}), numbers_list::make()}));
}

void read() {
    auto mixed = corpus::find<any_list>("lists.mixed");
    display("mixed", mixed);
    mixed[0] = "one";
    mixed.push_back(4);
    mixed.insert(1, "between");
    mixed.erase(3);
    auto numbers = corpus::find<numbers_list>("lists.numbers");
    std::int64_t sum = 0;
    for (std::int64_t number : numbers) {
        sum += number;
    }
    auto contains = [&numbers](std::int64_t number) { return corpus::truth(std::ranges::count(numbers, number) > 0); };
    corpus::say("sum " + std::to_string(sum) + ", contains 49: " + contains(49) + ", 50: " + contains(50));
    numbers.truncate(3);
    any_list(colors::object(numbers)).push_back("text");
    auto nested = corpus::find<colors::list<any_list>>("lists.nested");
    nested.get(1).push_back(nested.get(0));
}

void check() {
    display("mixed", corpus::find<any_list>("lists.mixed"));
    display("numbers", corpus::find<any_list>("lists.numbers"));
    auto nested = corpus::find<colors::list<colors::list<any_list>>>("lists.nested");
    display("inner", nested.get(1).get(0));
    any_list(colors::object(nested.get(0))).push_back(3);
    display("inner", nested.get(1).get(0));
}

} // namespace lists

CORPUS_PROGRAM(lists, lists::check)
