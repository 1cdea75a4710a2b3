// SPDX-License-Identifier: Apache-2.0
// Compare and set, get and set, get and add on fields, elements, map values and repositories.
#include "corpus.hpp"

namespace atomics {

using corpus::say;
using corpus::text;
using corpus::truth;

struct job {
    COLORS_CLASS(job, "atomics.Job", (tries, std::int64_t), (cost, double), (done, bool), (state, std::string),
                 (next, colors::ref<job>))
};

using any_list = colors::list<colors::any>;
using any_map = colors::map<std::string, colors::any>;

void write() {
    auto last = colors::allocate<job>(5, 1.5, false, "new");
    corpus::publish("atomics", colors::allocate<job>(5, 1.5, false, "new", last));
    corpus::publish("atomics.list", any_list::make({1, 2, 3}));
    corpus::publish("atomics.map", any_map::make({{"hits", 1}}));
    corpus::publish("atomics.array", colors::array<std::int16_t>::make({1, 32766}));
    corpus::publish("atomics.turn", "first");
}

void elements() {
    auto numbers = corpus::find<any_list>("atomics.list");
    std::string added = text(numbers.get_and_add(1, 40));
    std::string set = truth(numbers.compare_and_set(2, 3, 2.5));
    std::string first = text(numbers.get_and_set(0, "one"));
    say("list " + added + " " + set + " " + first + " " + text(numbers.get_and_add(2, 1)));
    auto counts = corpus::find<any_map>("atomics.map");
    added = text(counts.get_and_add("hits", 2));
    set = truth(counts.compare_and_set("hits", 3, 4));
    say("map " + added + " " + set + " " + text(counts.get_and_set("hits", 5)));
    auto shorts = corpus::find<colors::array<std::int16_t>>("atomics.array");
    added = text(shorts.get_and_add(1, 1));
    set = truth(shorts.compare_and_set(0, 1, -1));
    say("array " + added + " " + set + " " + text(shorts.get_and_set(0, 7)));
    corpus::refuse("beyond 16 bits", [&] { shorts.get_and_add(1, 1); });
    corpus::refuse<std::out_of_range>("an index that is not there", [&] { numbers.get_and_add(3, 1); });
    corpus::refuse<std::out_of_range>("a key that is not there", [&] { counts.get_and_add("misses", 1); });
}

void refusals(const colors::object &job) {
    corpus::refuse("a field that is not there", [&] { colors::get_and_add(job, "price", 1); });
    corpus::refuse("a string", [&] { colors::get_and_add(job, "state", 1); });
    corpus::refuse("a float to an integer", [&] { colors::get_and_add(job, "tries", 0.5); });
    corpus::refuse("beyond 64 bits", [&] { colors::get_and_add(job, "tries", INT64_MAX); });
    corpus::refuse("another type", [&] { colors::compare_and_set(job, "tries", 8, "eight"); });
    static_assert(!std::constructible_from<colors::any, std::vector<int>>);
    say("a private object: refused");
}

void read() {
    auto job = corpus::find<colors::ref<atomics::job>>("atomics");
    std::string before = text(job->tries.get_and_add(3));
    say("tries " + before + " " + text(job->tries()));
    before = text(job->cost.get_and_add(0.25));
    std::string next = text(colors::get_and_add(job, "cost", 1));
    say("cost " + before + " " + next + " " + text(job->cost()));
    const std::string longer = "a state with a longer name";
    std::string wrong = truth(job->state.compare_and_set("old", "x"));
    std::string right = truth(job->state.compare_and_set("new", "running"));
    before = text(job->state.get_and_set(longer));
    say("state " + wrong + " " + right + " " + before + " " + truth(job->state.compare_and_set(longer, "over")));
    right = truth(job->done.compare_and_set(false, true));
    say("done " + right + " " + text(job->done.get_and_set(true)));
    colors::ref<atomics::job> last = job->next;
    wrong = truth(job->next.compare_and_set(job, last));
    right = truth(job->next.compare_and_set(last, job));
    say("next " + wrong + " " + right + " " + text(job->next.get_and_set(last)));
    elements();
    colors::repository<> turn("atomics.turn");
    wrong = truth(turn.compare_and_set("second", "third"));
    say("turn " + wrong + " " + text(turn.get_and_set("second")));
    refusals(job);
}

void check() {
    auto job = corpus::find("atomics");
    for (const char *name : {"tries", "cost", "done", "state", "next"}) {
        say(std::string(name) + " " + text(job.get(name)));
    }
    for (const char *key : {"atomics.list", "atomics.array"}) {
        for (const colors::any &element : corpus::find<any_list>(key)) {
            say(text(element));
        }
    }
    say(text(corpus::find<any_map>("atomics.map").at("hits")) + " " + text(corpus::find<colors::any>("atomics.turn")));
}

} // namespace atomics

CORPUS_PROGRAM(atomics, atomics::check)
