// SPDX-License-Identifier: Apache-2.0
// Integers up to the limits, in a field of integers and in one that takes anything.
#include "corpus.hpp"

namespace integers {

struct pair {
    COLORS_CLASS(pair, "integers.Pair", (exact, std::int64_t), (any, colors::any), (next, colors::ref<pair>))
};

constexpr std::int64_t two_to_62 = std::int64_t{1} << 62;
constexpr std::int64_t values[] = {0,
                                   -1,
                                   std::int64_t{1} << 31,
                                   std::int64_t{1} << 53,
                                   (std::int64_t{1} << 53) + 1,
                                   two_to_62 - 1,
                                   two_to_62,
                                   -two_to_62,
                                   -two_to_62 - 1,
                                   INT64_MAX,
                                   INT64_MIN};

void write() {
    colors::ref<pair> first;
    for (std::size_t i = std::size(values); i > 0; i--) {
        first = colors::allocate<pair>(values[i - 1], values[i - 1], first);
    }
    corpus::publish("integers", first);
}

void read() {
    for (auto pair = corpus::find("integers"); pair; pair = pair.get("next").as<colors::object>()) {
        corpus::show(pair, "exact");
        corpus::show(pair, "any");
    }
}

} // namespace integers

CORPUS_PROGRAM(integers, corpus::nothing)
