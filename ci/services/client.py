# SPDX-License-Identifier: Apache-2.0
"""The client of ci/test-services in Python."""
import sys

import colors


@colors.shared("services.Account")
class Account:
    pass


bank = colors.rpc.client(sys.argv[1], waits=True)
print("add", bank.add(1, 2))
account = bank.open("Ada")
print("owner", account.owner)
print("deposit", int(bank.deposit(account, 40.0)))
account.balance += 2
print("deposit", int(bank.deposit(account, 0.0)))
print("same", "true" if bank.echo(account) == account else "false")
print("sum", bank.sum([1, 2, 3]))
print("doubled", bank.doubled({"a": 4})["a"])
print("many", bank.many(1, 2, 3, 4, 5, 6))
print("text", bank.echo("a text of some length"))
print("null", "null" if bank.echo(None) is None else "something")
try:
    bank.fail("on purpose")
except colors.RemoteFailureError as error:
    print("failed", error.remote_message)
except (ValueError, TypeError) as error:  # of a server in Python, or of a class of that name
    print("failed", error.__cause__.remote_message)
try:
    bank.unknown(1)
except colors.CallRefusedError:
    print("refused")
passing = colors.rpc.client(sys.argv[1], context={"tenant": "blue"})
print("context", passing.tenant() + bank.tenant())
print(f"counts {list(bank.counts('fail'))}{list(bank.counts('add'))}")
bank.stop()
try:
    while True:  # until the last thread has ended
        colors.rpc.client(sys.argv[1]).add(1, 2)
except colors.NoServerError as error:
    try:
        colors.rpc.client(sys.argv[1], one_way=True).add(1, 2)
        print("a call was sent to nobody")
    except colors.NoServerError:
        pass
    print("no server", "true" if isinstance(error, colors.CallError) else "false")
