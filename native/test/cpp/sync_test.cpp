// SPDX-License-Identifier: Apache-2.0
// colors.hpp: monitors with the locks of the standard library, channels, repositories.
#include <csignal>

#include "cpp.hpp"

namespace {

using namespace std::chrono_literals;

struct counter {
    COLORS_CLASS(counter, "sync.Counter", (count, std::int64_t), (turn, std::int64_t))
};

void counts(void *) {
    attach();
    auto it = colors::repository<colors::ref<counter>>("counter").get();
    colors::monitor monitor(it);
    for (int i = 0; i < 2000; i++) {
        std::scoped_lock lock(monitor);
        it->count += 1;
    }
}

void monitors_exclude_threads_and_processes() {
    attach();
    auto it = colors::allocate<counter>();
    colors::repository<colors::ref<counter>>("counter").set(it);
    pid_t other = check_fork(counts, nullptr);
    std::thread thread(counts, nullptr);
    counts(nullptr);
    thread.join();
    CHECK(check_join(other) && it->count == 6000);
    daemon_validate(3);
}

void monitors_are_lockable() {
    attach();
    colors::monitor one(colors::allocate<counter>());
    colors::monitor two(colors::list<int>::make());
    colors::monitor three(colors::repository<>("a repository"));
    {
        std::scoped_lock lock(one, two, three);
        std::unique_lock again(one, std::try_to_lock);
        CHECK(again.owns_lock() && one.is_held() && two.is_held() && three.is_held());
        std::thread([&] {
            colors::monitor same(one);
            CHECK(!same.try_lock() && !same.try_lock_for(1ms) && !same.is_held());
            CHECK(!same.try_lock_until(std::chrono::steady_clock::now() + 1ms));
        }).join();
    }
    CHECK(!one.is_held() && one.try_lock_for(1h) && one.is_held());
    CHECK(!one.wait_for(1ms));
    one.unlock();
    CHECK(refuses<colors::shared_memory_error>([&] { one.unlock(); }, "does not have the monitor"));
    CHECK(refuses<colors::shared_memory_error>([&] { one.wait_for(1ms); }, "does not have the monitor"));
    CHECK(refuses<colors::shared_memory_error>([&] { one.notify(); }, "does not have the monitor"));
}

// Those that no difference of two can hold.
void monitors_take_all_times() {
    attach();
    colors::monitor monitor(colors::allocate<counter>());
    std::scoped_lock lock(monitor);
    std::thread([same = monitor]() mutable {
        using steady = std::chrono::steady_clock;
        CHECK(!same.try_lock_until(steady::time_point::min()) && !same.try_lock_until(steady::time_point()));
        CHECK(!same.try_lock_until(std::chrono::system_clock::time_point::min()));
        CHECK(!same.try_lock_until(std::chrono::time_point<steady, std::chrono::hours>::min()));
        CHECK(!same.try_lock_for(std::chrono::hours::min()) && !same.try_lock_for(std::chrono::nanoseconds::min()));
        CHECK(!same.try_lock_for(std::chrono::duration<double>(std::nan(""))) && !same.try_lock_for(-1ms));
        CHECK(!same.try_lock_for(std::chrono::duration<float, std::nano>(0.5f)));
    }).join();
    CHECK(!monitor.wait_for(std::chrono::hours::min(), [] { return false; }));
    std::thread late([same = monitor]() mutable { // waits for the lock, for ever
        CHECK(same.try_lock_until(std::chrono::steady_clock::time_point::max()));
        same.notify();
        same.unlock();
    });
    CHECK(monitor.wait_for(std::chrono::duration<double>::max()));
    late.join();
    CHECK(monitor.try_lock_until(std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>::max()));
    monitor.unlock();
    CHECK(!colors::channel<int>("timed", 1).receive_for(std::chrono::hours::min()));
}

void takes_turns(const colors::ref<counter> &it, std::int64_t own) {
    colors::monitor monitor(it);
    for (int i = 0; i < 200; i++) {
        std::scoped_lock lock(monitor);
        monitor.wait([&] { return it->turn == own; });
        it->turn = 1 - own;
        it->count += 1;
        monitor.notify_all();
    }
}

void monitors_wait_and_notify() {
    attach();
    auto it = colors::allocate<counter>();
    colors::repository<colors::ref<counter>>("turns").set(it);
    pid_t other = check_fork(
        [](void *) {
            attach();
            takes_turns(colors::repository<colors::ref<counter>>("turns").get(), 1);
        },
        nullptr);
    takes_turns(it, 0);
    CHECK(check_join(other) && it->count == 400);
    colors::monitor monitor(it);
    std::scoped_lock lock(monitor);
    CHECK(!monitor.wait_for(1ms, [&] { return it->turn == 7; }));
    std::thread late([&it] {
        colors::monitor same(it);
        std::scoped_lock inner(same);
        it->turn = 8;
        same.notify_all();
    });
    CHECK(monitor.wait_for(std::chrono::hours::max(), [&] { return it->turn == 8; }));
    late.join();
    CHECK(monitor.wait_for(1ms, [] { return true; }));
}

void monitors_of_the_dead_are_abandoned() {
    attach();
    auto it = colors::allocate<counter>();
    colors::repository<colors::ref<counter>>("dead").set(it);
    pid_t other = check_fork(
        [](void *) {
            attach();
            auto found = colors::repository<colors::ref<counter>>("dead").get();
            colors::monitor(found).lock();
            found->count = 1;
            raise(SIGKILL);
        },
        nullptr);
    CHECK(check_killed(other));
    colors::monitor monitor(it);
    CHECK(refuses<colors::monitor_abandoned>([&] { std::scoped_lock lock(monitor); }, "died"));
    std::scoped_lock lock(monitor);
    CHECK(monitor.is_held() && it->count == 1);
}

void channels_pass_messages() {
    attach();
    colors::channel<> there("there", 4);
    auto it = colors::allocate<counter>(7);
    pid_t other = check_fork(
        [](void *) {
            attach();
            colors::channel<> from("there");
            colors::channel<std::string> back("back", 2);
            CHECK(from.capacity() == 4 && from.type() == "any" && back.type() == "string");
            for (const colors::any &message : from) {
                back.send(message.index() == 5 ? std::to_string(message.as<colors::ref<counter>>()->count)
                                               : message.as<std::string>());
            }
            back.close();
        },
        nullptr);
    for (int i = 0; i < 500; i++) {
        there.send("message " + std::to_string(i));
        there.send(it);
        colors::channel<std::string> back("back", 2);
        CHECK(back.receive() == "message " + std::to_string(i) && back.receive() == "7");
    }
    there.close();
    CHECK(check_join(other) && there.is_closed());
    CHECK(refuses<colors::channel_closed>([&] { there.send(1); }, "'there' is closed"));
    CHECK(refuses<colors::channel_closed>([] { colors::channel<std::string>("back").receive(); }, "closed and empty"));
    daemon_validate(3);
}

void channels_have_a_type_and_room() {
    attach();
    colors::channel<std::int64_t> numbers("numbers", 2);
    CHECK(numbers.try_send(1) && numbers.send_for(2, 1ms) && !numbers.try_send(3) && !numbers.send_for(3, 1ms));
    CHECK(numbers.size() == 2 && numbers.receive() == 1 && numbers.try_receive() == 2 && !numbers.try_receive());
    CHECK(!numbers.receive_for(1ms));
    CHECK(refuses<colors::type_conflict>([] { colors::channel<std::string>("numbers"); }, "integer"));
    CHECK(refuses<colors::shared_memory_error>([] { colors::channel<>("numbers", 3); }, "2"));
    CHECK(refuses<colors::type_conflict>([] { colors::channel<>("numbers").send("x"); }, "nothing was sent"));
    CHECK(colors::channels() == std::vector<std::string>{"numbers"} || colors::channels().size() > 1);
    CHECK(colors::remove_channel("numbers") && !colors::remove_channel("numbers"));
    CHECK(colors::channel<std::string>("numbers", 3).capacity() == 3);
}

// What a channel of a narrower type takes out is in the error.
template <class Type> colors::any unexpected(std::string_view key, const char *words) {
    try {
        colors::channel<Type>(key).receive();
        std::printf("  was received: %s\n", words);
    } catch (const colors::unexpected_message &refused) {
        if (std::string_view(refused.what()).find(words) != std::string_view::npos) {
            return colors::unexpected_message(refused).message();
        }
        std::printf("  expected \"%s\", got: %s\n", words, refused.what());
    }
    return "none";
}

void messages_that_do_not_fit_are_not_lost() {
    attach();
    colors::channel<std::int64_t> numbers("narrow", 8);
    numbers.send(300);
    numbers.send(7);
    CHECK(unexpected<std::int8_t>("narrow", "'narrow': the integer 300 is beyond the 8 bits") == colors::any(300));
    CHECK(colors::channel<std::int8_t>("narrow").receive() == 7);
    colors::channel<colors::list<int>> lists("lists", 8);
    auto list = colors::list<int>::make({1, 2});
    lists.send(list);
    CHECK(unexpected<colors::array<int>>("lists", "expected an array") == colors::any(list));
    colors::channel<std::string> texts("texts", 8);
    const char16_t half[] = {u'\xd800', u'x', u'y'};
    {
        cl_error error{};
        colors::detail::session session;
        std::uint64_t word = cl_string_units(session.slot(), CL_ENCODING_UTF16, half, 3, &error);
        cl_channel_spec spec{0, CL_TYPE_STRING, 0};
        std::uint64_t queue = cl_channel_open(session.slot(), "texts", 5, &spec, &error);
        CHECK(word != 0 && cl_channel_send(session.slot(), queue, word, 0, 0, &error) == 1);
    }
    colors::any text = unexpected<std::string>("texts", "half a pair of UTF-16");
    colors::collect();
    CHECK(std::get<colors::object>(text) && colors::detail::shared_text(std::get<5>(text).reference()).units() == 3);
    daemon_validate(3);
}

void repositories_hold_values() {
    attach();
    colors::repository<> state("state");
    CHECK(state.get().is_null() && state.key() == "state" && state.compare_and_set(nullptr, "idle"));
    CHECK(!state.compare_and_set(nullptr, "busy") && state.compare_and_set("idle", "busy"));
    CHECK(state.get_and_set(std::int64_t{1} << 62) == colors::any("busy"));
    CHECK(state.compare_and_set(0x1p62, "a text that is long enough to be an object"));
    CHECK(state.compare_and_set("a text that is long enough to be an object", "over"));
    CHECK(!state.wait_for_change("over", 5ms) && state.wait_for_change("other") == colors::any("over"));
    pid_t other = check_fork(
        [](void *) {
            attach();
            colors::repository<>("state").set("changed");
        },
        nullptr);
    CHECK(state.wait_for_change("over") == colors::any("changed") && check_join(other));
    auto keys = colors::repositories();
    CHECK(std::ranges::find(keys, "state") != keys.end() && colors::remove_repository("state"));
    keys = colors::repositories();
    CHECK(std::ranges::find(keys, "state") == keys.end() && !colors::remove_repository("state"));
    CHECK(refuses<colors::shared_memory_error>([] { colors::repository<>(""); }, ""));
}

void without_a_daemon() {
    CHECK(refuses<colors::no_daemon>([] { colors::attach({.segment = "nobody", .autostart = false}); }, "nobody"));
    attach();
    CHECK(colors::allocate<counter>(1)->count == 1);
    attach(); // again
    CHECK(refuses<colors::shared_memory_error>([] { colors::attach({.segment = "nobody"}); }, "cpp"));
}

// The classes and fields that a program knows are those of its parent's segment.
void children_attach_as_their_parent() {
    attach();
    auto it = colors::allocate<counter>(1);
    it->count = 2; // remembers where the field is
    it->count = 3;
    colors::repository<colors::ref<counter>>("child").set(it);
    CHECK(check_join(check_fork(
        [](void *) {
            CHECK(refuses<colors::shared_memory_error>([] { colors::attach({.segment = "other"}); }, "'cpp'"));
            CHECK(colors::repository<colors::ref<counter>>("child").get()->count == 3);
            CHECK(refuses<colors::shared_memory_error>([] { attach(true); }, "to write already"));
        },
        nullptr)));
    CHECK(check_join(check_fork(
        [](void *) {
            attach(true);
            auto found = colors::repository<colors::ref<counter>>("child").get();
            CHECK(refuses<colors::read_only>([&] { found->count = 4; }, "read-only"));
        },
        nullptr)));
    CHECK(it->count == 3);
}

} // namespace

int main() {
    check_begin("cpp_sync");
    RUN(without_a_daemon);
    RUN(monitors_exclude_threads_and_processes);
    RUN(monitors_are_lockable);
    RUN(monitors_take_all_times);
    RUN(monitors_wait_and_notify);
    RUN(monitors_of_the_dead_are_abandoned);
    RUN(channels_pass_messages);
    RUN(channels_have_a_type_and_room);
    RUN(messages_that_do_not_fit_are_not_lost);
    RUN(repositories_hold_values);
    RUN(children_attach_as_their_parent);
    return check_end();
}
