// SPDX-License-Identifier: Apache-2.0
// Fields that are added to and removed from objects while they are shared.
#include "corpus.hpp"

namespace fields {

struct thing {
    COLORS_OPEN_CLASS(thing, "fields.Thing", (id, std::int64_t), (name, std::string))
};

// All fields, by name: their order is not promised.
void display(const colors::object &thing) {
    std::string all;
    for (const colors::shared_field &field : corpus::fields(thing)) {
        all += (all.empty() ? "" : " ") + field.name + "=" + corpus::text(thing.get(field.name));
    }
    corpus::say(all);
}

void write() {
    corpus::publish("fields", colors::allocate<thing>(1, "first"));
    corpus::publish("fields.other", colors::allocate<thing>(2, "second"));
}

void read() {
    auto thing = corpus::find("fields");
    thing.set("weight", 1.5);
    display(thing);
    for (int i = 0; i < 20; i++) {
        thing.set("extra" + std::to_string(i), i);
    }
    corpus::say("twenty more: " + corpus::text(thing.get("extra0")) + " " + corpus::text(thing.get("extra7")) + " " +
                corpus::text(thing.get("extra19")));
    for (int i = 0; i < 20; i++) {
        thing.remove("extra" + std::to_string(i));
    }
    display(thing);
    thing.remove("weight");
    thing.remove("name");
    display(thing);
    corpus::say("its type has no name: " + corpus::type_of(thing, "name"));
    thing.set("name", "again");
    thing.set("friend", corpus::find("fields.other"));
    display(thing);
    corpus::say("the other one has kept its fields");
    display(corpus::find("fields.other"));
}

void check() {
    auto thing = corpus::find("fields");
    display(thing);
    corpus::show(thing.get("friend").as<colors::object>(), "name");
}

} // namespace fields

CORPUS_PROGRAM(fields, fields::check)
