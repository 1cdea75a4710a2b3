// SPDX-License-Identifier: Apache-2.0
// References, sharing, cycles, identity.
#include "corpus.hpp"

namespace graph {

struct node {
    COLORS_CLASS(node, "graph.Node", (name, std::string), (left, colors::ref<node>), (right, colors::ref<node>))
};
using node_ref = colors::ref<node>;

void write() {
    auto top = colors::allocate<node>("top", colors::allocate<node>("left"), colors::allocate<node>("right"));
    auto shared = colors::allocate<node>("shared");
    top->left->left = shared;
    top->right->left = shared;
    top->left->right = top;
    shared->right = shared;
    corpus::publish("graph", top);
    corpus::publish("graph.left", corpus::find<node_ref>("graph")->left());
}

void read() {
    auto top = corpus::find<node_ref>("graph");
    node_ref left = top->left, right = top->right;
    node_ref shared = left->left;
    auto found = corpus::find<node_ref>("graph.left");
    corpus::show(top, "name");
    corpus::show(top, "left");
    corpus::say("right of right: " + corpus::text(right->right()));
    corpus::say("shared is one object: " + corpus::truth(shared == right->left()));
    corpus::say("left is not right: " + corpus::truth(left != right));
    corpus::say("cycle to the top: " + corpus::truth(left->right() == top));
    corpus::say("cycle to itself: " + corpus::truth(shared->right() == shared));
    corpus::say("found twice, the same: " + corpus::truth(found == left));
    auto both = colors::set<node_ref>::make({left, found});
    corpus::say("same hash: " + corpus::truth(both.size() == 1));
    shared->name = "renamed";
    corpus::say("renamed through another path: " + corpus::text(top->right->left->name()));
    right->right = left;
    left->left = nullptr;
}

void check() {
    auto top = corpus::find<node_ref>("graph");
    corpus::say("left of left: " + corpus::text(top->left->left()));
    corpus::say("relinked: " + corpus::truth(top->right->right() == top->left()));
    corpus::show(top->right->left(), "name");
}

} // namespace graph

CORPUS_PROGRAM(graph, graph::check)
