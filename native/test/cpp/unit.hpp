// SPDX-License-Identifier: Apache-2.0
// What the two units share.
#ifndef UNIT_HPP
#define UNIT_HPP

#include <colors.hpp>
#include <iostream>

namespace unit {
struct node {
    COLORS_CLASS(node, "unit.Node", (text, std::string), (number, std::int32_t), (next, colors::ref<node>))
};
struct private_node {
    std::string text{};
    std::vector<std::shared_ptr<private_node>> nodes{};
    std::shared_ptr<private_node> next{};
    COLORS_COPIES(private_node, node, (text), (next))
};
} // namespace unit

extern colors::ref<unit::node> of_program;
void change(const colors::ref<unit::node> &given);

#endif
