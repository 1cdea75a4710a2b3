# SPDX-License-Identifier: Apache-2.0
"""The service of ci/test-services in Python."""
import sys

import colors


@colors.shared("services.Account")
class Account:
    def __init__(self, owner):
        self.owner, self.balance = owner, 0.0


class Bank:
    def add(self, a, b):
        return a + b

    def open(self, owner):
        return Account(owner)

    def deposit(self, account, amount):
        account.balance += amount
        return account.balance

    def sum(self, numbers):
        return sum(numbers)

    def doubled(self, numbers):
        return {key: 2 * number for key, number in numbers.items()}

    def echo(self, value):
        return value

    def many(self, *numbers):
        return sum(number * 10 ** place for place, number in enumerate(numbers))

    def fail(self, how):
        raise ValueError(how)

    def stop(self):
        server.close()


server = colors.rpc.serve(sys.argv[1], Bank())
server.join()
