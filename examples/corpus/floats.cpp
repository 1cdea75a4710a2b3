// SPDX-License-Identifier: Apache-2.0
// Floats up to the limits, in a field of floats and in one that takes anything.
#include "corpus.hpp"

namespace floats {

struct pair {
    COLORS_CLASS(pair, "floats.Pair", (exact, double), (any, colors::any), (next, colors::ref<pair>))
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double values[] = {-0.0,
                             0.1,
                             -2.5,
                             1e300,
                             -1e-300,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min(),
                             infinity,
                             -infinity,
                             std::numeric_limits<double>::quiet_NaN()};

void write() {
    colors::ref<pair> first;
    for (std::size_t i = std::size(values); i > 0; i--) {
        first = colors::allocate<pair>(values[i - 1], values[i - 1], first);
    }
    corpus::publish("floats", first);
}

void read() {
    for (auto pair = corpus::find("floats"); pair; pair = pair.get("next").as<colors::object>()) {
        corpus::show(pair, "exact");
        corpus::show(pair, "any");
    }
}

} // namespace floats

CORPUS_PROGRAM(floats, corpus::nothing)
