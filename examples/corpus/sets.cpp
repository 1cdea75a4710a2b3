// SPDX-License-Identifier: Apache-2.0
// A set of elements of all kinds, changed by another language.
#include "corpus.hpp"

namespace sets {

using any_set = colors::set<colors::any>;

void write() {
    corpus::publish("sets", any_set::make({"only"}));
}

void read() {
    auto shared = corpus::find<any_set>("sets");
    corpus::say("size " + std::to_string(shared.size()) + ", only: " + corpus::truth(shared.contains("only")) +
                ", other: " + corpus::truth(shared.contains("other")));
    for (const colors::any &element : {colors::any(5), colors::any("only"), colors::any(nullptr), colors::any(2.5),
                                       colors::any(5), colors::any(false), colors::any("last")}) {
        shared.insert(element);
    }
    shared.erase("only");
    shared.insert("only");
    shared.erase("not there");
}

void check() {
    auto shared = corpus::find<any_set>("sets");
    corpus::say(std::to_string(shared.size()) + ": " + corpus::texts(shared));
    shared.clear();
    corpus::say("empty: " + corpus::truth(shared.empty()) + ", 5: " + corpus::truth(shared.contains(5)));
}

} // namespace sets

CORPUS_PROGRAM(sets, sets::check)
