# SPDX-License-Identifier: Apache-2.0
"""Other processes of the tests: programs of this Python, of Java and of GraalPy."""
import os
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120


def start(program):
    """A process of this Python that runs the program."""
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line(process):
    return process.stdout.readline().strip()


def rest(process):
    """What else it writes, of a process that has to end well."""
    limit = threading.Timer(SECONDS, process.kill)
    limit.start()
    process.stdin.close()
    output = process.stdout.read()  # communicate() would lose what line() read ahead
    process.stdout.close()
    status = process.wait()
    limit.cancel()
    assert status == 0
    return output.strip()


def end(process):
    return rest(process).split()


def kill(process):
    process.kill()
    process.wait()
    process.stdout.close()
    process.stdin.close()


def colors(language, path):
    """`./colors java FILE.java` and the like."""
    return subprocess.Popen(
        [os.path.join(ROOT, "colors"), language, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def work(key):
    """What a process of multiprocessing does: a spawned one imports this file."""
    import colors as package
    point = package.repository(key).get()
    with package.monitor(point):
        point.x += 1
    package.channel(key).send(os.getpid())
