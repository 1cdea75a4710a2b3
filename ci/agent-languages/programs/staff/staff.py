# SPDX-License-Identifier: Apache-2.0
"""The other side of the programs in Kotlin and Scala."""

from __future__ import annotations

import sys

import colors


@colors.shared("staff.Employee")
class Employee:
    name: str
    salary: float
    boss: Employee | None


@colors.shared("staff.Team")
class Team:
    members: list[Employee]
    scores: dict[str, int]


raises = colors.channel("staff.raises", 4, Employee)
replies = colors.channel("staff.replies", 4, str)


def names(team):
    return ", ".join(member.name for member in team.members)


def truth(value):
    return "true" if value else "false"


def write():
    grace = colors.allocate(Employee, name="Grace", salary=5000.25, boss=None)
    ada = colors.allocate(Employee, name="Ada", salary=4200.5, boss=grace)
    team = colors.allocate(Team, members=colors.copy_in([ada, grace]), scores=colors.copy_in({"Ada": 7}))
    colors.repository("staff.team").set(team)
    raises.send(ada)
    print(f"reply: {replies.receive(60)}")
    print(f"Ada earns {ada.salary}")
    print(f"team: {names(team)}")
    print(f"the boss of Alan is Ada: {truth(team.members[2].boss is ada)}")
    print("scores: {" + ", ".join(f"{name}={score}" for name, score in team.scores.items()) + "}")


def read():
    ada = raises.receive(60)
    team = colors.repository("staff.team").get()
    print(f"received: {ada.name} earns {ada.salary}, boss {ada.boss.name}")
    print(f"the first of the team: {truth(ada is team.members[0])}")
    print(f"team: {names(team)}")
    print(f"score of Ada: {team.scores['Ada']}")
    with colors.monitor(ada):
        ada.salary += 10.25
    team.members.append(colors.allocate(Employee, name="Alan", salary=3900.0, boss=ada))
    team.scores["Ada"] += 3
    team.scores["Alan"] = 1
    try:
        colors.channel("staff.raises").send("a text")
    except colors.TypeConflictError:
        print("a text for employees: type conflict")
    replies.send("done")


if __name__ == "__main__":
    write() if sys.argv[1] == "write" else read()
