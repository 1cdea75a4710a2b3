# SPDX-License-Identifier: Apache-2.0
# What type checkers know of the package: ci/test-lint checks this program with mypy --strict and pyright.
from typing import assert_type

import colors


@colors.shared("typed.Employee")
class Employee:
    def __init__(self, name: str, salary: float) -> None:
        self.name, self.salary = name, salary

    def raise_by(self, amount: float) -> None:
        self.salary += amount


ada = colors.copy_in(Employee("Ada", 100.0))
assert_type(ada, Employee)
ada.raise_by(10)
assert_type(colors.allocate(Employee, name="Bob", salary=1.0), Employee)
assert_type(colors.copy_in([1, 2]), colors.List[int])
assert_type(colors.copy_in({"a": ada}), colors.Dict[str, Employee])
assert_type(colors.copy_in({1.5}), colors.Set[float])
assert_type(colors.copy_out(ada), Employee)
assert_type(colors.Array("float64", 3), colors.Array[float])
assert_type(colors.Array("int32", [1, 2])[0], int)

newest: colors.Repository[Employee] = colors.repository("typed.newest")
newest.set(ada)
assert_type(newest.get(), Employee)
assert_type(newest.wait_for_change(None), Employee)

orders = colors.channel("typed.orders", 4, Employee)
assert_type(orders, colors.Channel[Employee])
orders.send(ada)
assert_type(orders.receive(timeout=1), Employee)
texts = colors.channel("typed.texts", type=str)
texts.send("text")
assert_type(texts.try_receive(), str | None)

people = colors.List([ada])
assert_type(people, colors.List[Employee])
people.append(ada)
with colors.monitor(people) as monitor, colors.scope() as scope:
    assert_type(monitor, colors.Monitor)
    assert_type(scope.keep(people[0]), Employee)
assert_type(colors.scoped(lambda: newest.get().salary), float)
print(colors.shared_type(ada), [version.version for version in colors.versions(ada)], newest.get().salary, len(people))
