// SPDX-License-Identifier: Apache-2.0
// Objects made directly in shared memory, referring to each other before anyone else can see them.
#include "corpus.hpp"

namespace twins {

struct twin {
    COLORS_CLASS(twin, "twins.Twin", (name, std::string), (cries, std::int64_t), (other, colors::ref<twin>))
};

void write() {
    auto first = colors::allocate<twin>("Ann");
    auto second = colors::allocate<twin>("Ben", 0, first);
    first->other = second;
    corpus::publish("twins", first);
}

void read() {
    auto ann = corpus::find<colors::ref<twin>>("twins");
    colors::ref<twin> ben = ann->other;
    corpus::say(corpus::text(ann->name()) + " and " + corpus::text(ben->name()));
    corpus::say("each other's: " + corpus::truth(ben->other() == ann));
    ben->other = colors::allocate<twin>("Cem", 0, ann);
    for (int i = 0; i < 1000; i++) {
        ann->cries += 1;
    }
}

void check() {
    auto ann = corpus::find<colors::ref<twin>>("twins");
    colors::ref<twin> third = ann->other->other;
    corpus::say(corpus::text(third->name()) + " joined");
    corpus::say("round: " + corpus::truth(third->other() == ann));
    corpus::show(ann, "cries");
}

} // namespace twins

CORPUS_PROGRAM(twins, twins::check)
