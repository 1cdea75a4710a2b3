// SPDX-License-Identifier: Apache-2.0
// colors.hpp: a reference keeps alive what it refers to, and nothing else, whichever thread ends it.
#include <algorithm>
#include <atomic>
#include <deque>

#include "cpp.hpp"

namespace {

struct node {
    COLORS_CLASS(node, "roots.Node", (number, std::int64_t), (next, colors::ref<node>), (text, std::string))
};

// What the collector frees comes back through another process, which ThreadSanitizer cannot follow: no cycles under it.
#ifdef __SANITIZE_THREAD__
constexpr bool collects = false;
#else
constexpr bool collects = true;
#endif

using colors::detail::at;
using colors::detail::here;

bool is_object(std::uint64_t reference) {
    return at<std::uint8_t>(here.marks_offset + ((reference - here.objects_offset) >> CL_GRANULE_SHIFT)) != 0;
}

std::uint32_t chunks_held() {
    return colors::detail::load((&at<cl_vm>(at<cl_header>(0).vms_offset))[cl_vm_index()].chunks);
}

std::uint64_t slots_in_use() {
    std::uint64_t used = 0;
    for (std::uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        used += colors::detail::load((&at<cl_slot>(at<cl_header>(0).slots_offset))[i].vm) != 0;
    }
    return used;
}

colors::ref<node> chain(int length) {
    colors::ref<node> first;
    for (int i = 0; i < length; i++) {
        auto made = colors::allocate<node>(i, first);
        made->text = "the text of node " + std::to_string(i);
        first = made;
    }
    return first;
}

bool is_whole(colors::ref<node> at, int length) {
    for (; at; at = at->next) {
        length--;
        if (at->number != length || at->text() != "the text of node " + std::to_string(length)) {
            return false;
        }
    }
    return length == 0;
}

void keeps_exactly_what_it_refers_to() {
    attach();
    std::uint64_t kept = 0, dropped = 0, moved_from = 0, copied = 0;
    colors::ref<node> keeper;
    {
        auto one = colors::allocate<node>(1);
        auto two = colors::allocate<node>(2);
        auto three = colors::allocate<node>(3);
        kept = one.reference();
        dropped = two.reference();
        copied = three.reference();
        keeper = std::move(one);
        moved_from = one.reference();
        auto copy = three;
        three = nullptr;
        three = copy;
    }
    colors::collect();
    CHECK(is_object(kept) && !is_object(dropped) && !is_object(copied) && moved_from == 0);
    CHECK(keeper->number == 1);
    keeper = nullptr;
    colors::collect();
    CHECK(!is_object(kept));
    daemon_validate(3);
}

void what_was_loaded_stays_when_its_holder_lets_go() {
    attach();
    auto first = chain(1000);
    auto second = first->next();
    std::uint64_t head = first.reference();
    first->next = nullptr;
    first = nullptr;
    colors::collect();
    CHECK(!is_object(head) && is_whole(second, 999));
    std::vector<colors::ref<node>> all;
    for (auto at = second; at; at = at->next) {
        all.push_back(at);
    }
    for (auto &each : all) {
        each->next = nullptr;
    }
    second = nullptr;
    colors::collect();
    int expected = 998;
    for (auto &each : all) {
        CHECK(is_object(each.reference()) && each->number == expected--);
    }
    daemon_validate(3);
}

// One of a thousand references lives on, for long: in other languages each would hold a chunk.
void long_lived_ones_hold_no_more_than_themselves() {
    attach();
    std::deque<colors::ref<node>> kept;
    for (int i = 0; i < 300000; i++) {
        auto made = colors::allocate<node>(i);
        if (i % 1000 == 0) {
            kept.push_back(made);
        }
    }
    CHECK(chunks_held() <= 4);
    std::vector<colors::ref<node>> many;
    for (int i = 0; i < 10000; i++) {
        many.push_back(colors::allocate<node>(i));
    }
    CHECK(chunks_held() >= 5);
    many.clear();
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 2100; i++) {
            many.push_back(kept.front());
            many.back() = colors::allocate<node>(i);
        }
        many.clear();
    }
    CHECK(chunks_held() <= 10);
    for (int i = 0; i < 300; i++) {
        CHECK(kept[static_cast<std::size_t>(i)]->number == 1000 * i);
    }
}

void temporaries_of_the_library_are_let_go() {
    attach();
    auto holder = colors::allocate<node>(0);
    for (int i = 0; i < 3000; i++) { // 600 MB of text, one at a time
        holder->text = std::string(200000, static_cast<char>('a' + i % 26));
    }
    CHECK(holder->text().size() == 200000 && chunks_held() <= 4);
}

// Threads hand references to each other, drop what they were given, and end.
void threads_hand_over() {
    attach();
    std::uint64_t before = 0;
    {
        auto own = colors::allocate<node>(-1);
        before = slots_in_use();
        std::vector<colors::ref<node>> box(64);
        std::mutex lock;
        auto work = [&box, &lock](int seed) {
            for (int i = 0; i < (collects ? 20000 : 2000); i++) {
                auto place = static_cast<std::size_t>((seed * 31 + i * 7) % 64);
                auto made = i % 3 == 0 ? chain(3) : colors::ref<node>();
                {
                    std::lock_guard guard(lock);
                    std::swap(box[place], made);
                }
                if (made && !is_whole(made, 3)) {
                    CHECK(false);
                }
            }
        };
        for (int round = 0; round < 5; round++) {
            std::vector<std::thread> threads;
            for (int t = 0; t < 4; t++) {
                threads.emplace_back(work, t);
            }
            for (int i = 0; collects && i < 10; i++) {
                colors::collect();
            }
            for (auto &thread : threads) {
                thread.join();
            }
        }
        CHECK(slots_in_use() == before);
        CHECK(own->number == -1);
    }
    colors::collect();
    CHECK(chunks_held() <= 12);
    daemon_validate(3);
}

// The ring has no other root than where its walker is, which takes and clears entries far apart while the collector
// reads them: what was cleared before it was read has to be shaded (rule M5).
void a_walker_keeps_its_ring() {
    attach();
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> hops{0};
    std::thread walker([&] {
        auto other = colors::allocate<node>(9);
        other->next = other;
        std::vector<colors::ref<node>> between;
        for (int i = 0; i < 2000; i++) {
            between.push_back(other->next()); // an entry each
        }
        auto at = colors::allocate<node>(1);
        at->next = colors::allocate<node>(2, colors::allocate<node>(0, at));
        between.front() = nullptr; // the entry that is taken next
        colors::ref<node> spare;
        for (std::int64_t number = at->number; !over; hops++) {
            spare = at->next; // each in an entry of its own
            at = nullptr;
            at = spare->next;
            spare = nullptr;
            number = (number + 2) % 3;
            bool is_there = at->number == number && is_object(at.reference());
            CHECK(is_there);
            if (!is_there) {
                return;
            }
        }
    });
    for (int i = 0; i < 300; i++) {
        colors::collect();
        auto garbage = chain(50); // takes the place of what was lost
    }
    over = true;
    walker.join();
    CHECK(hops > 0);
    daemon_validate(3);
}

// Thread-local and static references end after much else.
thread_local colors::ref<node> of_thread;
colors::ref<node> of_program;

void ends_late() {
    attach();
    std::uint64_t reference = 0;
    std::thread([&reference] {
        of_thread = colors::allocate<node>(1);
        reference = of_thread.reference();
    }).join();
    colors::collect();
    CHECK(!is_object(reference));
    of_program = colors::allocate<node>(2);
    of_thread = of_program;
    pid_t child = check_fork([](void *) { of_program = nullptr; }, nullptr); // a parent's: nothing happens
    CHECK(check_join(child) && of_program->number == 2);
}

void fills(void *) {
    attach();
    auto first = chain(5000);
    colors::repository<colors::ref<node>>("chain").set(first);
}

void reads_when_it_may_only_read() {
    attach();
    CHECK(check_join(check_fork(fills, nullptr)));
    CHECK(check_join(check_fork(
        [](void *) {
            colors::attach({.segment = "cpp", .read_only = true});
            auto first = colors::repository<colors::ref<node>>("chain").get();
            for (int i = 0; i < 20; i++) {
                CHECK(is_whole(first, 5000));
            }
            CHECK(refuses<colors::read_only>([&] { first->number = 1; }, "read-only"));
            CHECK(refuses<colors::read_only>([&] { first->text = "x"; }, "read-only"));
            CHECK(refuses<colors::read_only>([&] { colors::allocate<node>(1); }, "read-only"));
            CHECK(refuses<colors::read_only>([&] { first->number.get_and_add(1); }, "read-only"));
            CHECK(refuses<colors::read_only>([&] { colors::list<int>::make(); }, "read-only"));
            CHECK(refuses<colors::read_only>([&] { colors::repository<>("chain").set(1); }, "read-only"));
        },
        nullptr)));
    CHECK(is_whole(colors::repository<colors::ref<node>>("chain").get(), 5000));
}

// What two entries have is still to be read for the second one when the first was, whatever happens to the map.
void a_range_keeps_what_two_entries_share() {
    attach();
    auto map = colors::map<int, std::string>::make();
    std::string text(100, 'x');
    std::uint64_t word = 0;
    {
        colors::detail::session session;
        word = colors::detail::word_of_text(session, text);
        for (int i = 0; i < 10; i++) {
            colors::detail::put(session, map.reference(), i, word, true);
        }
    }
    colors::collect();
    {
        colors::detail::entries entries(map.reference());
        for (const cl_entry &entry : entries) {
            CHECK(entries.value(entry.value) == colors::any(text));
            std::thread([&map] {
                map.clear();
                colors::collect();
            }).join();
            CHECK(is_object(word));
        }
    }
    colors::collect();
    CHECK(!is_object(word));
}

void ends_in_a_thread_that_gets_no_slot() {
    daemon_start("few", "--quota-slots", "1", nullptr);
    colors::attach({.segment = "few", .autostart = false});
    std::vector<std::uint64_t> dropped;
    {
        std::vector<colors::ref<node>> all;
        for (int i = 0; i < 5000; i++) {
            all.push_back(colors::allocate<node>(i));
            dropped.push_back(all.back().reference());
        }
        std::thread([&all] {
            CHECK(refuses<colors::quota_exceeded>([] { colors::allocate<node>(1); }, "slots"));
            all.clear();
        }).join();
    }
    std::vector<colors::ref<node>> next; // the owner takes them back when it needs some
    for (int i = 0; i < 5000; i++) {
        next.push_back(colors::allocate<node>(i));
    }
    colors::collect();
    CHECK(std::ranges::none_of(dropped, is_object) && next[4999]->number == 4999);
    daemon_validate(3);
}

// A reader cannot shade what it drops while reports are out: it drops it later, at the end of the thread at last.
void reads_in_threads() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 25; i++) { // of the 32 that a reader may have
        threads.emplace_back([i] {
            colors::list<colors::ref<node>> list(colors::repository<colors::object>("list").get());
            CHECK(list.get(0)->number == 0);
            std::this_thread::sleep_for(std::chrono::microseconds(500 * i));
            CHECK(list.get(1)->number == 1);
        });
    }
    for (auto &thread : threads) {
        thread.join();
    }
}

void awaits(const std::atomic<int> &state, int wanted) {
    for (int i = 0; state != wanted && i < PATIENCE_MS; i++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(state == wanted);
}

void readers_that_ended_keep_nothing() {
    daemon_start("often", "--gc-interval", "1", nullptr);
    static auto *state = static_cast<std::atomic<int> *>(check_share(sizeof(std::atomic<int>)));
    pid_t reader = check_fork(
        [](void *) {
            awaits(*state, 1);
            colors::attach({.segment = "often", .autostart = false, .read_only = true});
            reads_in_threads();
            *state = 2;
            awaits(*state, 3);
        },
        nullptr);
    colors::attach({.segment = "often", .autostart = false});
    colors::repository<> lists("list");
    lists.set(colors::list<colors::ref<node>>::make({colors::allocate<node>(0), colors::allocate<node>(1)}));
    std::uint64_t dropped = lists.get().as<colors::object>().reference();
    *state = 1;
    awaits(*state, 2);
    lists.set(nullptr);
    colors::collect();
    CHECK(!is_object(dropped));
    *state = 3;
    CHECK(check_join(reader));
}

} // namespace

int main() {
    check_begin("cpp_roots");
    if (!collects) {
        RUN(threads_hand_over);
        return check_end();
    }
    RUN(keeps_exactly_what_it_refers_to);
    RUN(what_was_loaded_stays_when_its_holder_lets_go);
    RUN(long_lived_ones_hold_no_more_than_themselves);
    RUN(temporaries_of_the_library_are_let_go);
    RUN(threads_hand_over);
    RUN(a_walker_keeps_its_ring);
    RUN(ends_late);
    RUN(reads_when_it_may_only_read);
    RUN(a_range_keeps_what_two_entries_share);
    RUN(ends_in_a_thread_that_gets_no_slot);
    RUN(readers_that_ended_keep_nothing);
    return check_end();
}
