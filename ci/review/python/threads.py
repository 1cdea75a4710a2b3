# SPDX-License-Identifier: Apache-2.0
"""A thread waits for a message that never comes when the main thread is at its end; Ctrl-C ends the program."""
import atexit
import sys
import threading
import time

import colors

atexit.register(lambda: print("atexit", flush=True))
channel = colors.channel("nobody sends")
is_daemon = "daemon" in sys.argv


def wait():
    if not is_daemon:
        while not threading.main_thread()._is_stopped:  # is_alive() takes the lock that must be free as it stops
            time.sleep(0.01)
        print("ready", flush=True)
    channel.receive()


threading.Thread(target=wait, daemon=is_daemon).start()
if is_daemon:
    print("ready", flush=True)
sys.exit(3)
