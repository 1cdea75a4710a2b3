// SPDX-License-Identifier: Apache-2.0
// Repositories: compare and set, wait, list, remove.
#include "corpus.hpp"

namespace states {

using namespace std::chrono_literals;

struct part {
    COLORS_CLASS(part, "states.Part", (number, std::int64_t))
};

constexpr std::int64_t large = std::int64_t{1} << 62;

bool is_listed(std::string_view key) {
    auto keys = colors::repositories();
    return std::ranges::find(keys, key) != keys.end();
}

void write() {
    colors::repository<> state("states.state");
    corpus::say("from nothing: " + corpus::truth(state.compare_and_set(nullptr, "idle")));
    corpus::say("from nothing again: " + corpus::truth(state.compare_and_set(nullptr, "busy")));
    corpus::publish("states.number", large);
    corpus::publish("states.part", colors::allocate<part>(1));
    corpus::publish("states.gone", 1);
}

void read() {
    colors::repository<> state("states.state"), number("states.number"), part("states.part");
    corpus::say("wrong text: " + corpus::truth(state.compare_and_set("idl", "busy")));
    corpus::say("text: " + corpus::truth(state.compare_and_set("idle", "busy")));
    corpus::say("wrong number: " + corpus::truth(number.compare_and_set(large + 1024, 0)));
    corpus::say("number: " + corpus::truth(number.compare_and_set(large, 2)));
    corpus::say("equal float: " + corpus::truth(number.compare_and_set(2.0, 3)));
    colors::any found = part.get();
    corpus::say("equal object: " + corpus::truth(part.compare_and_set(colors::allocate<states::part>(1), 1)));
    corpus::say("object: " + corpus::truth(part.compare_and_set(found, nullptr)));
    corpus::say("changed: " + corpus::text(state.wait_for_change("idle", 60s).value()));
    colors::repository<> gone("states.gone");
    std::string first = corpus::truth(colors::remove_repository(gone.key()));
    corpus::say("removed: " + first + " " + corpus::truth(colors::remove_repository(gone.key())));
}

void check() {
    corpus::say("state: " + corpus::text(colors::repository<>("states.state").wait_for_change("idle", 60s).value()));
    corpus::say("listed: " + corpus::truth(is_listed("states.state")) + " " + corpus::truth(is_listed("states.gone")));
    std::string gone = corpus::text(corpus::find<colors::any>("states.gone"));
    corpus::say("gone: " + gone + " " + corpus::truth(is_listed("states.gone")));
}

} // namespace states

CORPUS_PROGRAM(states, states::check)
