# SPDX-License-Identifier: Apache-2.0
"""The service of ci/test-services in Python."""
import concurrent.futures
import itertools
import sys

import colors

THREADS = 2


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

    def threads(self):
        return THREADS

    def hold(self, channel):
        colors.channel(channel).send(1)
        while not colors.rpc.is_cancelled():
            pass

    def isLeft(self, milliseconds):
        return colors.rpc.time_left() * 1000 <= milliseconds

    def relay(self, service, milliseconds):
        return colors.rpc.client(service, timeout=86400).isLeft(milliseconds)

    def tenant(self):
        return colors.rpc.context().get("tenant", "")

    def passed(self, service):
        return colors.rpc.client(service).tenant()

    def remember(self, account):
        self.given, self.kept = account, colors.rpc.keep(account)

    def recall(self, kept):
        return self.kept if kept else self.given

    def items(self, count):
        yield from range(count)

    def failing(self, count):
        yield from range(count)
        raise ValueError(f"after {count}")

    def unfit(self, count):
        return itertools.chain(range(count), [sys])

    def raised(self, account, count):
        for _ in range(count):
            account.balance += 1
            yield account

    def endless(self, channel):
        try:
            for number in itertools.count():
                yield number
        finally:
            colors.channel(channel).send(number)

    def counts(self, method):
        calls, failures, seconds = server.result().metrics()[method]
        return [calls, failures, int(seconds > 0)]

    def stop(self):
        server.result().close()


server = concurrent.futures.Future()  # calls may come before serve() returns
server.set_result(colors.rpc.serve(sys.argv[1], Bank(), threads=THREADS))
server.result().join()
