// SPDX-License-Identifier: Apache-2.0
// Two programs with different fields for one class.
#include "corpus.hpp"

namespace versions {

struct old_item {
    COLORS_OPEN_CLASS(old_item, "versions.Item", (id, std::int64_t), (name, std::string))
};

struct new_item {
    COLORS_OPEN_CLASS(new_item, "versions.Item", (id, std::int64_t), (price, double))
};

std::uint32_t version(const colors::object &item) {
    return colors::shared_type_of(item).version;
}

void display(const colors::object &item) {
    std::string all;
    for (const colors::shared_field &field : corpus::fields(item)) {
        all += (all.empty() ? "" : " ") + field.name + ":" + field.type;
    }
    corpus::say(all);
}

void write() {
    corpus::publish("versions.old", colors::allocate<old_item>(1, "old"));
    auto again = colors::allocate<old_item>(1, "old");
    corpus::say("the same fields make the same version: " +
                corpus::truth(version(again) == version(corpus::find("versions.old"))));
}

void read() {
    auto old = corpus::find("versions.old");
    auto item = colors::allocate<new_item>(2, 9.5);
    corpus::publish("versions.new", item);
    corpus::say("one class: " + corpus::truth(old.class_name() == item.class_name()));
    corpus::say("two versions: " + corpus::truth(version(old) != version(item)));
    display(old);
    display(item);
    std::uint32_t before = version(old);
    old.set("price", 4.5);
    corpus::say("a field moved it to a new version: " + corpus::truth(version(old) != before));
    display(old);
}

void check() {
    display(corpus::find("versions.old"));
    display(corpus::find("versions.new"));
}

} // namespace versions

CORPUS_PROGRAM(versions, versions::check)
