// SPDX-License-Identifier: Apache-2.0
// Numbers that are too large for the width that a static language declared. Every language refuses them when they are
// stored, so that no reader has to. The expected output depends on the language that wrote.
#include "corpus.hpp"

namespace widths {

struct sample {
    COLORS_CLASS(sample, "widths.Sample", (tiny, std::int8_t), (small, std::int16_t), (medium, std::int32_t),
                 (unit, char16_t), (large, std::int64_t), (half, float), (boxed, std::optional<std::int32_t>))
};

void write() {
    corpus::publish("widths", colors::allocate<sample>(1, 2, 3, u'A', 4, 0.5f, 5));
}

void store(const colors::object &sample, const char *name, const colors::any &value, const colors::any &beyond) {
    auto refusal = [&](const colors::any &given) {
        return corpus::refusal<colors::number_overflow>([&] { sample.set(name, given); });
    };
    std::string first = refusal(value);
    corpus::say(std::string(name) + ", the last one: " + first + ", beyond: " + refusal(beyond));
    corpus::show(sample, name);
}

void read() {
    auto sample = corpus::find("widths");
    store(sample, "tiny", 127, 128);
    store(sample, "small", -32768, -32769);
    store(sample, "medium", 2147483647, std::int64_t{2147483648});
    store(sample, "unit", 65535, -1);
    store(sample, "large", std::int64_t{1} << 40, std::int64_t{1} << 41);
    store(sample, "half", 0.25, 1e300);
    store(sample, "boxed", INT32_MIN, std::int64_t{1} << 40);
}

void check() {
    auto sample = corpus::find("widths");
    for (const char *name : {"tiny", "medium", "half", "boxed"}) {
        corpus::show(sample, name);
    }
}

} // namespace widths

CORPUS_PROGRAM(widths, widths::check)
