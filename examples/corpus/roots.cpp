// SPDX-License-Identifier: Apache-2.0
// Repositories: any value.
#include "corpus.hpp"

namespace roots {

struct thing {
    COLORS_CLASS(thing, "roots.Thing", (name, std::string))
};

const char *const strange_key = "roots/with a strange key \u6f22";

void write() {
    corpus::say("never set: " + corpus::text(corpus::find<colors::any>("roots.never")));
    corpus::publish("roots.integer", 42);
    corpus::publish("roots.large", std::int64_t{1} << 62);
    corpus::publish("roots.float", 2.5);
    corpus::publish("roots.boolean", false);
    corpus::publish("roots.string", "\u00e9\u6f22");
    corpus::publish("roots.object", colors::allocate<thing>("thing"));
    corpus::publish("roots.gone", 1);
    corpus::publish("roots.gone", nullptr);
    corpus::publish(strange_key, true);
}

void read() {
    for (const std::string key : {"integer", "large", "float", "boolean", "string", "object", "gone"}) {
        corpus::say(key + ": " + corpus::text(corpus::find<colors::any>("roots." + key)));
    }
    corpus::say("strange: " + corpus::text(corpus::find<colors::any>(strange_key)));
    corpus::publish("roots.integer", "now a string");
}

void check() {
    corpus::say("integer: " + corpus::text(corpus::find<colors::any>("roots.integer")));
}

} // namespace roots

CORPUS_PROGRAM(roots, roots::check)
