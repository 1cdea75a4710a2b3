// SPDX-License-Identifier: Apache-2.0
// Strings in each representation: empty, Latin-1, UTF-16, beyond 16 bits, with a zero in it, and a long one.
#include "corpus.hpp"

namespace strings {

struct text {
    COLORS_CLASS(text, "strings.Text", (value, std::string), (next, colors::ref<text>))
};

const std::string values[] = {"",
                              "plain",
                              "caf\u00e9 \u00fc\u00df\u00ff",
                              "\u03a9 \u6f22\u5b57",
                              "\U0001f600",
                              "a\u00e9\u6f22\U0001f600z",
                              std::string("zero\0inside", 11),
                              "line\nbreak\ttab"};

std::string digits() {
    std::string all;
    for (int i = 0; i < 1000; i++) {
        all += "0123456789";
    }
    return all;
}

void write() {
    auto first = colors::allocate<text>(digits());
    for (std::size_t i = std::size(values); i > 0; i--) {
        first = colors::allocate<text>(values[i - 1], first);
    }
    corpus::publish("strings", first);
}

void read() {
    for (auto text = corpus::find("strings"); text; text = text.get("next").as<colors::object>()) {
        auto value = text.get("value").as<std::string>();
        if (value.size() < 100) {
            corpus::show(text, "value");
        } else {
            corpus::say(std::to_string(value.size()) + " characters, " + corpus::truth(value == digits()));
        }
    }
}

} // namespace strings

CORPUS_PROGRAM(strings, corpus::nothing)
