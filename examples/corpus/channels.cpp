// SPDX-License-Identifier: Apache-2.0
// Messages in their order, types, closing.
#include "corpus.hpp"

namespace channels {

struct thing {
    COLORS_CLASS(thing, "channels.Thing", (name, std::string))
};

bool is_listed(std::string_view key) {
    auto keys = colors::channels();
    return std::ranges::find(keys, key) != keys.end();
}

void write() {
    colors::channel<> there("channels.there", 7);
    for (const colors::any &message :
         {colors::any(42), colors::any(std::int64_t{1} << 62), colors::any(2.5), colors::any("\u00e9\u6f22"),
          colors::any(nullptr), colors::any(true), colors::any(colors::allocate<thing>("sent"))}) {
        there.send(message);
    }
    corpus::say("full: " + corpus::truth(!there.try_send("one more")) + ", " + std::to_string(there.size()));
    colors::channel<std::string>("channels.back", 10);
    corpus::attempt("another capacity", [] { colors::channel<>("channels.back", 11); });
    corpus::attempt("another type", [] { colors::channel<colors::ref<thing>>("channels.back"); });
}

void read() {
    colors::channel<> there("channels.there"), back("channels.back");
    corpus::say(std::to_string(there.capacity()) + " " + there.type() + ", " + std::to_string(back.capacity()) + " " +
                back.type());
    for (int i = 0; i < 6; i++) {
        corpus::say(corpus::text(there.try_receive().value()));
    }
    auto thing = there.receive().as<colors::object>();
    corpus::say(corpus::text(thing) + " " + corpus::text(thing.get("name")));
    thing.set("name", "received");
    corpus::say("empty: " + corpus::truth(!there.try_receive()));
    back.send("first");
    back.send(nullptr);
    back.send("last");
    corpus::attempt("an integer", [&] { back.send(1); });
    corpus::attempt("an object", [&] { back.send(thing); });
    back.close();
    back.close();
    corpus::attempt("closed", [&] { back.send("too late"); });
    there.send(thing);
}

void check() {
    colors::channel<> back("channels.back");
    corpus::say("closed: " + corpus::truth(back.is_closed()) + ", " + std::to_string(back.size()));
    for (const colors::any &message : back) {
        corpus::say(corpus::text(message));
    }
    corpus::attempt("at the end", [&] { back.receive(); });
    auto thing = colors::channel<>("channels.there").receive().as<colors::object>();
    corpus::say(corpus::text(thing.get("name")));
    corpus::say("listed: " + corpus::truth(is_listed("channels.back")));
    std::string first = corpus::truth(colors::remove_channel("channels.back"));
    std::string second = corpus::truth(colors::remove_channel("channels.back"));
    corpus::say("removed: " + first + " " + second + " " + corpus::truth(is_listed("channels.back")));
    corpus::say("again: " + corpus::truth(colors::channel<>("channels.back", 3).is_closed()));
}

} // namespace channels

CORPUS_PROGRAM(channels, channels::check)
