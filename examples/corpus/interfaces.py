# SPDX-License-Identifier: Apache-2.0
"""An interface is enough in Java; here the same class is an ordinary one."""

from __future__ import annotations

import colors
import corpus
from corpus import find, publish, say, text, truth


@colors.shared("interfaces.Employee")
class Employee:
    name: str
    salary: float
    boss: Employee | None

    def raise_by(self, amount: float):
        self.salary += amount


def write():
    grace = colors.allocate(Employee, name="Grace", salary=5000.25, boss=None)
    publish("interfaces", colors.allocate(Employee, name="Ada", salary=4200.5, boss=grace))


def read():
    ada = find("interfaces")
    say(f"{ada.name} earns {text(ada.salary)}")
    say(f"her boss: {ada.boss.name}")
    say(f"the boss of her boss: {text(ada.boss.boss)}")
    ada.raise_by(10)
    ada.boss.boss = ada
    say(f"a cycle: {truth(ada.boss.boss == ada)}")
    say(f"the class: {text(ada)}")


def check():
    ada = find("interfaces")
    say(f"raised: {text(ada.salary)}")
    say(f"the boss of her boss: {ada.boss.boss.name}")


if __name__ == "__main__":
    corpus.main(globals())
