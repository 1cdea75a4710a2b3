// SPDX-License-Identifier: Apache-2.0
// Monitors of objects, lists and repositories, with the locks of the standard library.
#include "corpus.hpp"

namespace locking {

using namespace std::chrono_literals;

struct counter {
    COLORS_CLASS(counter, "locking.Counter", (count, std::int64_t), (names, colors::list<std::string>))
};

void write() {
    auto counter = colors::allocate<locking::counter>(0, colors::list<std::string>::make());
    corpus::publish("locking", counter);
    colors::monitor first(counter);
    {
        std::scoped_lock outer(first);
        {
            colors::monitor second(counter);
            std::scoped_lock inner(second);
            corpus::say("notified: " + corpus::truth(second.wait_for(5ms)));
            counter->count += 1;
        }
        corpus::say("held after one exit: " + corpus::truth(first.is_held()));
        first.notify();
        first.notify_all();
    }
    corpus::say("held after two: " + corpus::truth(first.is_held()));
    corpus::refuse("exit", [&] { first.unlock(); });
    corpus::refuse("wait", [&] { first.wait_for(5ms); });
    corpus::refuse("notify", [&] { first.notify(); });
    static_assert(!std::constructible_from<colors::monitor, std::string>);
    corpus::say("a private object: refused");
}

void read() {
    auto counter = corpus::find<colors::ref<locking::counter>>("locking");
    colors::monitor monitor(counter);
    corpus::say("free: " + corpus::truth(monitor.try_lock()));
    counter->count += 1;
    {
        colors::monitor of_names(counter->names());
        std::scoped_lock lock(of_names);
        counter->names->push_back("Ada");
    }
    monitor.notify_all();
    monitor.unlock();
    colors::monitor of_repository(colors::repository<>("locking"));
    std::scoped_lock lock(of_repository);
    corpus::say("count: " + std::to_string(counter->count()));
}

void check() {
    auto counter = corpus::find<colors::ref<locking::counter>>("locking");
    colors::monitor monitor(counter);
    std::scoped_lock lock(monitor);
    counter->count += 1;
    corpus::say("count: " + std::to_string(counter->count()) + ", names: " + corpus::text(counter->names->get(0)));
}

} // namespace locking

CORPUS_PROGRAM(locking, locking::check)
