// SPDX-License-Identifier: Apache-2.0
// Java's arrays in fields, which are lists in other languages.
#include "corpus.hpp"

namespace arrays {

using any_list = colors::list<colors::any>;

struct sheet {
    COLORS_CLASS(sheet, "arrays.Sheet", (numbers, any_list), (weights, any_list), (names, any_list), (flags, any_list),
                 (bytes, colors::binary), (rows, colors::list<any_list>), (sheets, any_list))
};

void write() {
    auto sheet = colors::allocate<arrays::sheet>(any_list::make({30, 10, 20}), any_list::make({0.5, 1.25}),
                                                 any_list::make({"Ada", nullptr}), any_list::make({true, false}),
                                                 colors::binary::make(2));
    sheet->bytes().elements()[0] = std::byte{1};
    sheet->bytes().elements()[1] = std::byte{2};
    sheet->rows = colors::list<any_list>::make({any_list::make({1, 2}), any_list::make()});
    sheet->sheets = any_list::make({nullptr, sheet});
    corpus::publish("arrays", sheet);
}

void display(const colors::ref<sheet> &sheet) {
    std::string all;
    for (const any_list &list : {sheet->numbers(), sheet->weights(), sheet->names(), sheet->flags()}) {
        all += corpus::texts(list) + " ";
    }
    for (std::byte byte : sheet->bytes()) {
        all += std::to_string(std::to_integer<int>(byte)) + " ";
    }
    for (const any_list &row : sheet->rows()) {
        all += std::to_string(row.size());
        for (const colors::any &number : row) {
            all += "/" + corpus::text(number);
        }
        all += " ";
    }
    corpus::say(all + std::to_string(sheet->sheets->size()));
}

void read() {
    auto sheet = corpus::find<colors::ref<arrays::sheet>>("arrays");
    display(sheet);
    corpus::say("types: " + corpus::type_of(sheet, "numbers") + " " + corpus::type_of(sheet, "bytes"));
    any_list numbers = sheet->numbers;
    auto first = numbers.get(0).as<std::int64_t>();
    numbers.set(0, numbers.get(2));
    numbers.set(2, first + 1);
    sheet->weights->set(0, sheet->weights->get(0).as<double>() + 2);
    sheet->names->set(1, "Bob");
    sheet->flags->set(1, sheet->sheets->get(1) == colors::any(sheet));
    sheet->bytes().elements()[0] = std::byte{127};
    any_list row = sheet->rows->get(0);
    row.set(1, row.get(1).as<std::int64_t>() * 10);
    sheet->rows->set(1, numbers);
    sheet->sheets->set(0, sheet->sheets->get(1));
    static_assert(!std::is_assignable_v<decltype(sheet->numbers) &, std::vector<int>>);
    corpus::say("a private array: refused");
    static_assert(!std::is_assignable_v<decltype(sheet->rows()[0]), std::vector<int>>);
    corpus::say("a private row: refused");
}

void check() {
    auto sheet = corpus::find<colors::ref<arrays::sheet>>("arrays");
    display(sheet);
    sheet->rows->get(1).set(1, 5);
    std::int64_t sum = 0;
    for (const colors::any &number : sheet->numbers()) {
        sum += number.as<std::int64_t>();
    }
    bool same = sheet->rows->get(1) == sheet->numbers() && sheet->sheets->get(0) == colors::any(sheet);
    corpus::say("sum " + std::to_string(sum) + ", one object: " + corpus::truth(same));
}

} // namespace arrays

CORPUS_PROGRAM(arrays, arrays::check)
