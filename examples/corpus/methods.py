# SPDX-License-Identifier: Apache-2.0
"""A program's own methods on shared objects: they are instances of its own class."""

import colors
import corpus
from corpus import find, publish, say, show


@colors.shared("methods.Employee")
class Employee:
    def __init__(self, name, salary, age, manager):
        self.name = name
        self.salary = salary
        self.age = age
        self.manager = manager

    def raise_by(self, amount):
        self.salary += amount

    def birthday(self):
        self.age += 1

    def describe(self):
        return f"{self.name}, {self.age}, earns {self.salary}"

    @property
    def rank(self):
        return 0 if self.manager is None else 1 + self.manager.rank


def write():
    boss = Employee("Jones", 300.25, 50, None)
    publish("methods", colors.copy_in(Employee("Smith", 100.25, 30, boss)))


def read():
    smith = find("methods")
    smith.raise_by(10.5)
    smith.manager.raise_by(20.5)
    smith.birthday()
    say(smith.describe())
    say(smith.manager.describe())
    say(f"ranks: {smith.rank} {smith.manager.rank}")
    if not isinstance(smith, Employee):
        say("it is no Employee")


def check():
    show(find("methods"), "salary")
    show(find("methods"), "age")


if __name__ == "__main__":
    corpus.main(globals())
