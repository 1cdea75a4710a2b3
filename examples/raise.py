# SPDX-License-Identifier: Apache-2.0
import colors

@colors.shared("company.Employee")
class Employee:
    salary: float

    def raise_by(self, amount):
        self.salary += amount

smith = colors.repository("newest").get()
smith.state = "NY"
smith.raise_by(10)
print(smith.name, smith.state, smith.salary, isinstance(smith, Employee))
