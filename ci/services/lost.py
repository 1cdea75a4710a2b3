# SPDX-License-Identifier: Apache-2.0
"""The client of ci/test-services in Python whose server is killed while it reads."""
import asyncio
import sys

import colors


async def main():
    bank = colors.rpc.client(sys.argv[1], asynchronous=True, waits=True)
    mine = colors.rpc.client(sys.argv[1], waits=True).endless(sys.argv[1])
    others = await bank.endless(sys.argv[1])
    assert next(mine) == await anext(others) == 0
    print("reading", flush=True)
    try:
        async for _ in others:
            pass
    except colors.ServerLostError:
        try:
            for _ in mine:
                pass
        except colors.ServerLostError:
            print("lost true")


asyncio.run(main())
