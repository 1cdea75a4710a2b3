// SPDX-License-Identifier: Apache-2.0
// A list of 100,000 nodes.
#include "corpus.hpp"

namespace chain {

struct node {
    COLORS_CLASS(node, "chain.Node", (value, std::int64_t), (next, colors::ref<node>))
};

void write() {
    colors::ref<node> first;
    for (int i = 100000; i > 0; i--) {
        first = colors::allocate<node>(i, first);
    }
    corpus::publish("chain", first);
    corpus::say("copied");
}

void read() {
    std::int64_t length = 0, total = 0;
    for (auto node = corpus::find<colors::ref<chain::node>>("chain"); node; node = node->next) {
        length++;
        total += node->value;
        node->value = -node->value();
    }
    corpus::say(std::to_string(length) + " nodes, sum " + std::to_string(total));
}

void check() {
    std::int64_t total = 0;
    for (auto node = corpus::find<colors::ref<chain::node>>("chain"); node; node = node->next) {
        total += node->value;
    }
    corpus::say("sum " + std::to_string(total));
}

} // namespace chain

CORPUS_PROGRAM(chain, chain::check)
