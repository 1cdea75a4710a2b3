// SPDX-License-Identifier: Apache-2.0
// One field of every scalar type, written by one language and read by another.
#include "corpus.hpp"

namespace scalars {

struct values {
    COLORS_CLASS(values, "scalars.Values", (integer, std::int64_t), (real, double), (truth, bool), (text, std::string),
                 (nothing, colors::any))
};

void display(const colors::object &values) {
    for (const char *name : {"integer", "real", "truth", "text", "nothing"}) {
        corpus::show(values, name);
    }
}

void write() {
    corpus::publish("scalars", colors::allocate<values>(42, 2.5, true, "text"));
}

void read() {
    auto values = corpus::find("scalars");
    display(values);
    values.set("integer", -43);
    values.set("real", -0.125);
    values.set("truth", false);
    values.set("text", "other");
    values.set("nothing", 7);
}

void check() {
    display(corpus::find("scalars"));
}

} // namespace scalars

CORPUS_PROGRAM(scalars, scalars::check)
