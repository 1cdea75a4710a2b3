# SPDX-License-Identifier: Apache-2.0
"""The client of ci/test-services in Python under asyncio."""
import asyncio
import contextlib
import logging
import sys

import colors

NAME = sys.argv[1]
MINUTE = 60_000  # milliseconds


@colors.shared("services.Account")
class Account:
    pass


class Back:
    def isLeft(self, milliseconds):
        return 0 < colors.rpc.time_left() * 1000 <= milliseconds

    def tenant(self):
        return colors.rpc.context().get("tenant", "")


async def hold(bank, channel):
    """Calls that keep all threads of the server busy."""
    held = [asyncio.create_task(bank.hold(channel.key)) for _ in range(await bank.threads())]
    for _ in held:
        await asyncio.to_thread(channel.receive)
    return held


async def cancelled(task):
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return True
    return False


async def give_up(bank, account):
    held = await hold(bank, colors.channel(NAME))
    deposit = asyncio.create_task(bank.deposit(account, 1000.0))
    await asyncio.sleep(0)  # it is sent
    print("cancelled", all([await cancelled(task) for task in [deposit, *held]]))
    print("deposit", int(await bank.deposit(account, 0.0)))  # the one that nobody took is not executed
    hasty = colors.rpc.client(NAME, asynchronous=True, timeout=0.2)
    for name in ["time-out", "time-outs"]:
        try:
            await asyncio.gather(*[hasty.hold(NAME) for _ in range(4)])
        except colors.CallTimeoutError as error:
            print(name, isinstance(error, TimeoutError))


async def passed_on(bank):
    """In a call that the server makes."""
    passing = colors.rpc.client(NAME, asynchronous=True, context={"tenant": "blue"})
    future = colors.rpc.client(NAME, futures=True, context={"tenant": "green"}).passed(NAME + " back")
    nothing = await bank.passed(NAME + " back")
    print("passed on", await passing.passed(NAME + " back"), await future, nothing == "")


async def in_time(bank, account):
    minute = colors.rpc.client(NAME, asynchronous=True, timeout=MINUTE / 1000)
    with colors.rpc.serve(NAME + " back", Back()):
        print("left", await minute.isLeft(MINUTE), await minute.relay(NAME + " back", MINUTE))
        await passed_on(bank)
    await bank.remember(account)
    print("kept", (await bank.recall(True)) == account)
    try:
        await bank.recall(False)
    except colors.RemoteFailureError as error:
        print("not kept", "got in a scope" in error.remote_message or error.type)  # of this thread or another one


async def main():
    bank = colors.rpc.client(NAME, asynchronous=True, waits=True)
    print("sums", sum(await asyncio.gather(*[bank.add(i, i) for i in range(1000)])))
    account = await bank.open("Ada")
    async with asyncio.TaskGroup() as group:
        for amount in range(10):
            group.create_task(bank.deposit(account, float(amount)))
    print("owner", account.owner)
    try:
        await bank.fail("on purpose")
    except (colors.RemoteFailureError, ValueError, TypeError) as error:
        print("failed", getattr(error, "remote_message", None) or error)
    account.balance = 42.0
    await give_up(bank, account)
    await in_time(bank, account)
    future = colors.rpc.client(NAME, futures=True).add(1, 2)
    print("future", future.result(), await future)
    logging.disable()  # of what a callback raises
    leaving = colors.rpc.client(NAME, futures=True).add(1, 2)
    with contextlib.suppress(SystemExit):  # when the call has ended already, this thread calls it
        leaving.add_done_callback(lambda _: sys.exit(3))
    print("goes on", leaving.result() + await bank.add(1, 2))
    await bank.stop()
    try:
        while True:  # until the last thread has ended
            await colors.rpc.client(NAME, asynchronous=True).add(1, 2)
    except colors.NoServerError:
        print("no server")


asyncio.run(main())
