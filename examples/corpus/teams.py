# SPDX-License-Identifier: Apache-2.0
"""Containers in fields, and objects in containers: one graph."""

import colors
import corpus
from corpus import attempt, find, publish, say, text, truth, type_of


@colors.shared("teams.Member")
class Member:
    def __init__(self, name, team):
        self.name, self.team = name, team


@colors.shared("teams.Team")
class Team:
    def __init__(self):
        self.name = "Red"
        self.members = []
        self.points = {}


def write():
    team = Team()
    team.members += [Member("Ada", team), Member("Bob", team)]
    team.points["Ada"] = 3
    publish("teams", colors.copy_in(team))


def read():
    team = find("teams")
    for member in team.members:
        say(f"{member.name} of {member.team.name}, the same team: {truth(member.team is team)}")
    say(f"types: {type_of(team, 'members')} {type_of(team, 'points')}")
    team.points["Bob"] = team.points["Ada"] + 1
    team.members.append(team.members[0])
    attempt("a private list", lambda: setattr(team, "members", []))
    team.former = colors.copy_in(["Eve"])


def check():
    team = find("teams")
    say(f"{len(team.members)} members, the first is the last: {truth(team.members[0] is team.members[-1])}")
    say(f"points of Bob: {text(team.points['Bob'])}")
    say(f"former: {type_of(team, 'former')} {text(team.former[0])}")


if __name__ == "__main__":
    corpus.main(globals())
