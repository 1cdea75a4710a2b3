# SPDX-License-Identifier: Apache-2.0
"""Runs many programs of the corpus in one process: drive.py FOLDER alone|writer|reader NAME...

A writer and a reader go on when a line comes in. Drive.java and drive.js do the same in the other languages.
"""

import importlib
import sys
import traceback


def run(names, *parts):
    for name in names:
        program = importlib.import_module(name)
        for part in parts:
            print(f"=== {name} {part}", flush=True)
            try:
                getattr(program, part, lambda: None)()
            except Exception as error:
                print(f"uncaught: {type(error).__name__}: {error}")
                traceback.print_exc()


def await_line():
    print("=== waiting", flush=True)
    if not sys.stdin.readline():
        sys.exit("nobody said to go on")


def main(folder, role, *names):
    sys.path.insert(0, folder)
    if role == "alone":
        run(names, "write", "read", "check")
    elif role == "writer":
        run(names, "write")
        await_line()
        run(names, "check")
    elif role == "reader":
        await_line()
        run(names, "read")
    else:
        sys.exit(f"alone, writer or reader, not {role}")


main(*sys.argv[1:])
