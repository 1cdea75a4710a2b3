// SPDX-License-Identifier: Apache-2.0
// colors.hpp: deep copies of private objects to shared memory, and back.
#include <unordered_map>

#include "cpp.hpp"

namespace {

struct address {
    COLORS_CLASS(address, "copies.Address", (town, std::string), (number, std::int16_t))
};

struct employee {
    COLORS_CLASS(employee, "copies.Employee", (name, std::string), (salary, double), (boss, colors::ref<employee>),
                 (home, colors::ref<address>), (second, colors::ref<address>), (scores, colors::list<std::int64_t>),
                 (team, colors::list<colors::ref<employee>>), (by_town, colors::map<std::string, colors::ref<address>>),
                 (tags, colors::set<std::string>), (raw, colors::array<float>), (note, std::optional<std::string>))
};

struct private_address {
    std::string town{};
    unsigned number = 0;
    COLORS_COPIES(private_address, address, (town), (number))
};

struct person {
    std::string name{};
    double salary = 0;
    std::weak_ptr<person> boss{};
    private_address home{};
    std::unique_ptr<private_address> second{};
    std::vector<int> scores{};
    std::vector<std::shared_ptr<person>> team{};
    std::unordered_map<std::string, private_address> by_town{};
    std::set<std::string> tags{};
    std::vector<float> raw{};
    std::optional<std::string> note{};
    int not_copied = 7;
    COLORS_COPIES(person, employee, (name), (salary), (boss), (home), (second), (scores), (team), (by_town), (tags),
                  (raw), (note))
};

struct link {
    COLORS_CLASS(link, "copies.Link", (number, std::int32_t), (next, colors::ref<link>))
};

struct private_link {
    int number = 0;
    std::shared_ptr<private_link> next{};
    COLORS_COPIES(private_link, link, (number), (next))
};

struct lonely_link {
    std::int8_t number = 0;
    std::unique_ptr<lonely_link> next{};
    COLORS_COPIES(lonely_link, link, (number), (next))
};

std::shared_ptr<person> staff() {
    auto boss = std::make_shared<person>();
    auto ada = std::make_shared<person>();
    boss->name = "Grace";
    boss->team = {ada, ada, nullptr};
    boss->boss = boss;
    ada->name = "Ada";
    ada->salary = 5.5;
    ada->boss = boss;
    ada->home = {"London", 12};
    ada->second = std::make_unique<private_address>(private_address{"Paris", 3});
    ada->scores = {1, -2};
    ada->by_town = {{"Rome", {"Roma", 1}}};
    ada->tags = {"x", "y"};
    ada->raw = {0.5f, 2};
    ada->note = "a note";
    return boss;
}

void copies_in() {
    attach();
    auto boss = staff();
    auto shared = colors::copy_in(*boss);
    CHECK(shared->name == "Grace" && shared->boss() == shared && shared->team->size() == 3 && !shared->note());
    colors::ref<employee> ada = shared->team()[0];
    CHECK(shared->team()[1] == ada && !shared->team()[2]() && ada->boss() == shared && ada->name == "Ada");
    CHECK(ada->salary == 5.5 && ada->home->town == "London" && ada->home->number == 12);
    CHECK(ada->second->town == "Paris" && !shared->second() && colors::to_string(ada->scores()) == "[1, -2]");
    CHECK(ada->by_town->at("Rome")->town == "Roma" && colors::to_string(ada->tags()) == "[x, y]");
    CHECK(ada->raw()[1] == 2 && ada->note() == "a note" && shared->scores->empty());
    daemon_validate(3);
}

void copies_out() {
    attach();
    auto boss = staff();
    std::shared_ptr<person> back = colors::copy_out<person>(colors::copy_in(*boss));
    CHECK(back != boss && back->name == "Grace" && back->boss.lock() == back && back->team.size() == 3);
    CHECK(back->team[0] == back->team[1] && back->team[2] == nullptr && !back->second && !back->note);
    const person &ada = *back->team[0];
    CHECK(ada.boss.lock() == back && ada.salary == 5.5 && ada.home.town == "London" && ada.home.number == 12);
    CHECK(ada.second->town == "Paris" && (ada.scores == std::vector{1, -2}) && ada.by_town.at("Rome").town == "Roma");
    CHECK((ada.tags == std::set<std::string>{"x", "y"}) && ada.raw[0] == 0.5f && ada.note == "a note");
    CHECK(ada.not_copied == 7 && colors::copy_out<person>(nullptr) == nullptr);
}

void uses_no_stack() {
    attach();
    constexpr int length = 200000;
    auto first = std::make_shared<private_link>();
    auto last = first;
    for (int i = 1; i < length; i++) {
        last->next = std::make_shared<private_link>();
        last = last->next;
        last->number = i;
    }
    auto shared = colors::copy_in(*first);
    auto back = colors::copy_out<private_link>(shared);
    int count = 0;
    for (auto at = back; at != nullptr; at = at->next) {
        CHECK(at->number == count++);
    }
    CHECK(count == length);
    for (auto *chain : {&first, &back}) { // one by one: their ends use the stack
        while (*chain != nullptr) {
            *chain = std::exchange((*chain)->next, nullptr);
        }
    }
}

void refuses_what_does_not_fit() {
    attach();
    person one;
    one.home.number = 40000;
    CHECK(refuses<colors::number_overflow>([&] { colors::copy_in(one); }, "16 bits"));
    auto shared = colors::allocate<link>(300, colors::allocate<link>(1));
    CHECK(refuses<colors::number_overflow>([&] { colors::copy_out<lonely_link>(shared); }, "8 bits"));
    shared->number = 5;
    auto back = colors::copy_out<lonely_link>(shared);
    CHECK(back->number == 5 && back->next->number == 1 && !back->next->next);
    shared->next->next = shared;
    CHECK(refuses<colors::shared_memory_error>([&] { colors::copy_out<lonely_link>(shared); }, "reached from itself"));
    auto ring = colors::copy_out<private_link>(shared);
    CHECK(ring->next->next == ring);
    ring->next->next = nullptr;
}

} // namespace

int main() {
    check_begin("cpp_copies");
    RUN(copies_in);
    RUN(copies_out);
    RUN(uses_no_stack);
    RUN(refuses_what_does_not_fit);
    return check_end();
}
