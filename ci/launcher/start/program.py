# SPDX-License-Identifier: Apache-2.0
# What a Python program does first: its classes are in the archive.
import colors


class Person:
    def __init__(self, name, age):
        self.name, self.age = name, age


person = colors.copy_in(Person("Ada", 36))
person.age += 1
colors.repository("person").set(person)
people = colors.List([person, colors.allocate(Person, name="Bob", age=7)])
ages = colors.Dict({p.name: p.age for p in people})
print(colors.repository("person").get().name, sum(ages.values()), colors.is_shared(people), colors.shared_type(person))
