// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers of one width, whose length is fixed.
#include "corpus.hpp"

namespace flats {

template <class Type> using array = colors::array<Type>;
using any_list = colors::list<colors::any>;

struct grid {
    COLORS_CLASS(grid, "flats.Grid", (cells, array<std::int32_t>), (depths, array<std::int16_t>),
                 (letters, array<char16_t>), (times, array<std::int64_t>), (shares, array<float>),
                 (weights, array<double>), (flags, array<bool>), (empty, array<std::int32_t>), (rows, any_list),
                 (same, array<std::int32_t>))
};

void write() {
    auto grid = colors::allocate<flats::grid>(
        array<std::int32_t>::make({1, -2, 2147483647}), array<std::int16_t>::make({-32768}),
        array<char16_t>::make({u'A', u'\xffff'}), array<std::int64_t>::make({std::int64_t{1} << 40}),
        array<float>::make({0.1f, 0.5f}), array<double>::make({0.1, -0.0}), array<bool>::make({true, false}),
        array<std::int32_t>::make(0));
    grid->rows = any_list::make({array<std::int32_t>::make({1, 2}), array<std::int32_t>::make({3})});
    grid->same = grid->cells;
    corpus::publish("flats", grid);
}

template <class Type> void display(const std::string &name, const array<Type> &elements, const std::string &type) {
    std::string all = name + " of " + std::to_string(elements.size()) + " " + type;
    for (Type element : elements) {
        all += " " + corpus::text(element);
    }
    corpus::say(all);
}

void display(const colors::ref<grid> &grid) {
    auto named = [&grid](const std::string &name) { return name + ": " + corpus::type_of(grid, name); };
    display(named("cells"), grid->cells(), "int32");
    display(named("depths"), grid->depths(), "int16");
    display(named("letters"), grid->letters(), "char");
    display(named("times"), grid->times(), "int64");
    display(named("shares"), grid->shares(), "float32");
    display(named("weights"), grid->weights(), "float64");
    display(named("flags"), grid->flags(), "boolean");
    display(named("empty"), grid->empty(), "int32");
    for (const colors::any &row : any_list(colors::object(grid->rows()))) {
        display("row", row.as<array<std::int32_t>>(), "int32");
    }
}

any_list elements(const colors::object &array) {
    return any_list(array);
}

void refusals(const colors::ref<grid> &grid) {
    auto cells = elements(grid->cells());
    corpus::refuse("2^31 in int32", [&] { cells.set(0, std::int64_t{1} << 31); });
    corpus::refuse("-32769 in int16", [&] { elements(grid->depths()).set(0, -32769); });
    corpus::refuse("65536 in char", [&] { elements(grid->letters()).set(0, 65536); });
    corpus::refuse("1e39 in float32", [&] { elements(grid->shares()).set(0, 1e39); });
    corpus::refuse("a string in int64", [&] { elements(grid->times()).set(0, "x"); });
    corpus::refuse("a number in boolean", [&] { elements(grid->flags()).set(0, 2); });
    corpus::refuse("one more", [&] { cells.push_back(1); });
    corpus::refuse("one less", [&] { cells.erase(0); });
}

void read() {
    auto grid = corpus::find<colors::ref<flats::grid>>("flats");
    display(grid);
    auto cells = grid->cells();
    cells[0] = cells[2];
    cells[1] = 7;
    cells[2] = 8;
    grid->letters()[0] = u'B';
    grid->times()[0] = grid->times()[0] * 2 + 1;
    grid->shares()[0] = 0.2f;
    grid->weights()[1] += 1.25;
    grid->flags()[1] = grid->flags()[0];
    grid->depths()[0] = -1;
    grid->rows().set(1, cells);
    refusals(grid);
}

void check() {
    auto grid = corpus::find<colors::ref<flats::grid>>("flats");
    display(grid);
    std::int64_t sum = 0;
    for (std::int32_t cell : grid->cells()) {
        sum += cell;
    }
    bool same = grid->same() == grid->cells() && grid->rows().get(1) == colors::any(grid->cells());
    corpus::say("sum " + std::to_string(sum) + ", one array: " + corpus::truth(same));
}

} // namespace flats

CORPUS_PROGRAM(flats, flats::check)
