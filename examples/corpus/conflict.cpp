// SPDX-License-Identifier: Apache-2.0
// Values of another type than the field's. A static language declared its fields, so they refuse; a dynamic language's
// fields got their types from values, so the object moves to a version that takes the new value. The expected output
// depends on the language that wrote.
#include "corpus.hpp"

namespace conflict {

struct account {
    COLORS_CLASS(account, "conflict.Account", (balance, std::int64_t), (owner, std::string), (open, bool))
};

struct other {
    COLORS_CLASS(other, "conflict.Other", (id, std::int64_t))
};

void write() {
    corpus::publish("conflict", colors::allocate<account>(100, "Smith", true));
}

void read() {
    auto account = corpus::find("conflict");
    auto object = colors::allocate<other>(1);
    corpus::attempt("a string into an integer field", [&] { account.set("balance", "much"); });
    corpus::show(account, "balance");
    corpus::attempt("a float into an integer field", [&] { account.set("balance", 0.5); });
    corpus::show(account, "balance");
    corpus::attempt("an object into a string field", [&] { account.set("owner", object); });
    corpus::show(account, "owner");
    corpus::attempt("null into a boolean field", [&] { account.set("open", nullptr); });
    corpus::show(account, "open");
    corpus::attempt("null into a string field", [&] { account.set("owner", nullptr); });
    corpus::show(account, "owner");
}

void check() {
    auto account = corpus::find("conflict");
    for (const char *name : {"balance", "owner", "open"}) {
        corpus::show(account, name);
    }
}

} // namespace conflict

CORPUS_PROGRAM(conflict, conflict::check)
