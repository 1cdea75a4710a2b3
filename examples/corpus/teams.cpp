// SPDX-License-Identifier: Apache-2.0
// Containers in fields, and objects in containers: one graph.
#include "corpus.hpp"

namespace teams {

struct team;
struct member {
    COLORS_CLASS(member, "teams.Member", (name, std::string), (team, colors::ref<teams::team>))
};

struct team {
    COLORS_CLASS(team, "teams.Team", (name, std::string), (members, colors::list<colors::ref<member>>),
                 (points, colors::map<std::string, std::int64_t>))
};

void write() {
    auto red = colors::allocate<team>("Red");
    red->members = colors::list<colors::ref<member>>::make(
        {colors::allocate<member>("Ada", red), colors::allocate<member>("Bob", red)});
    red->points = colors::map<std::string, std::int64_t>::make({{"Ada", 3}});
    corpus::publish("teams", red);
}

void read() {
    auto team = corpus::find<colors::ref<teams::team>>("teams");
    for (auto member : team->members()) {
        corpus::say(member->name() + " of " + member->team->name() +
                    ", the same team: " + corpus::truth(member->team() == team));
    }
    corpus::say("types: " + corpus::type_of(team, "members") + " " + corpus::type_of(team, "points"));
    team->points->set("Bob", team->points->at("Ada") + 1);
    team->members->push_back(team->members->front());
    static_assert(!std::is_assignable_v<decltype(team->members) &, std::vector<colors::ref<member>>>);
    corpus::say("a private list: refused");
    team.set("former", colors::list<std::string>::make({"Eve"}));
}

void check() {
    auto team = corpus::find<colors::ref<teams::team>>("teams");
    corpus::say(std::to_string(team->members->size()) +
                " members, the first is the last: " + corpus::truth(team->members->front() == team->members->back()));
    corpus::say("points of Bob: " + corpus::text(team->points->at("Bob")));
    auto former = team.get("former").as<colors::list<std::string>>();
    corpus::say("former: " + corpus::type_of(team, "former") + " " + corpus::text(former.get(0)));
}

} // namespace teams

CORPUS_PROGRAM(teams, teams::check)
