# SPDX-License-Identifier: Apache-2.0
"""The client of ci/test-services in Python that reads streams, with and without asyncio."""
import asyncio
import itertools
import sys

import colors

NAME = sys.argv[1]
MOST = 400  # items that a server makes for who reads so few
MINUTE = 60  # seconds


@colors.shared("services.Account")
class Account:
    pass


def same(synchronous, asynchronous):
    if synchronous != asynchronous:
        raise AssertionError(f"{synchronous!r} without asyncio, {asynchronous!r} with it")
    return synchronous


def failure(items):
    """What came, and the error after it."""
    before = []
    try:
        for item in items:
            before += [item]  # GraalPy's list.extend drops what came before an error
    except Exception as error:
        return before, getattr(error.__cause__ or error, "remote_message", None)
    return before, None


async def failure_of(items):
    before = []
    try:
        async for item in items:
            before += [item]
    except Exception as error:
        return before, getattr(error.__cause__ or error, "remote_message", None)
    return before, None


def close_early(bank):
    with bank.endless(NAME) as endless:
        read = list(itertools.islice(endless, 10))
    return read == list(range(10)) and list(endless) == []


async def close_early_of(bank):
    async with await bank.endless(NAME) as endless:
        read = [await anext(endless) for _ in range(10)]
    return read == list(range(10)) and [item async for item in endless] == []


def made():
    return colors.channel(NAME).receive(MINUTE)


async def main():
    bank = colors.rpc.client(NAME, waits=True)
    tasks = colors.rpc.client(NAME, asynchronous=True)
    print("sum", same(sum(bank.items(1000)), sum([item async for item in await tasks.items(1000)])))
    before, message = same(failure(bank.failing(2)), await failure_of(await tasks.failing(2)))
    print("failed", message)
    print("before", ",".join(map(str, before)))
    before, message = same(failure(bank.unfit(2)), await failure_of(await tasks.unfit(2)))
    print("unfit after", ",".join(map(str, before)) if message else "none")
    account = bank.open("Ada")
    print("raised", "true" if all(raised == account for raised in bank.raised(account, 3)) else "false",
          int(account.balance))
    closed = close_early(bank) and made() < MOST
    closed = closed and await close_early_of(tasks) and made() < MOST
    print("closed", "true" if closed else "false")
    ends = same(list(bank.items(0)), [item async for item in await tasks.items(0)])
    print("at its end", "true" if ends == [] else "false")
    bank.stop()


asyncio.run(main())
