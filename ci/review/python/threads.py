# SPDX-License-Identifier: Apache-2.0
"""A thread waits for a message that never comes when the main thread is at its end; Ctrl-C ends the program."""
import atexit
import sys
import threading

import colors

atexit.register(lambda: print("atexit", flush=True))
channel = colors.channel("nobody sends")
threading.Thread(target=channel.receive, daemon="daemon" in sys.argv).start()
print("ready", flush=True)
sys.exit(3)
