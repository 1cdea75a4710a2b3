// SPDX-License-Identifier: Apache-2.0
// Bytes of a fixed size, changed by another language.
#include "corpus.hpp"

namespace binary {

void display(const colors::binary &shared) {
    std::string all = std::to_string(shared.size()) + ":";
    for (std::byte byte : shared) {
        all += " " + std::to_string(std::to_integer<int>(byte));
    }
    corpus::say(all);
}

void write() {
    constexpr unsigned char bytes[] = {1, 2, 127, 128, 255, 0};
    corpus::publish("binary", colors::binary::of(std::as_bytes(std::span(bytes))));
}

void read() {
    auto shared = corpus::find<colors::binary>("binary");
    display(shared);
    shared.elements()[0] = std::byte{200};
    shared.elements()[5] = std::byte{'M'};
}

void check() {
    display(corpus::find<colors::binary>("binary"));
}

} // namespace binary

CORPUS_PROGRAM(binary, binary::check)
