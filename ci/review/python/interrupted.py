# SPDX-License-Identifier: Apache-2.0
"""Waits for a message that never comes; Ctrl-C ends it as it ends any Python program."""
import atexit
import sys

import colors

atexit.register(lambda: print("atexit"))
channel = colors.channel("nobody sends")
print("ready", flush=True)
try:
    channel.receive()
except KeyboardInterrupt:
    print("KeyboardInterrupt")
    if "again" in sys.argv:
        raise
finally:
    print("finally", flush=True)
