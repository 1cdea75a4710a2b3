# SPDX-License-Identifier: Apache-2.0
"""UltraDict and CPython's dict, with the loops of containers.py: peer_ultradict.py ELEMENTS SAMPLES.

Prints "KIND OPERATION NANOSECONDS" for each sample, KIND being ultradict or dict; or "missing REASON" where UltraDict
cannot be imported.
"""
import sys
import time

SAMPLE = 0.2  # seconds
# bytes of changes until UltraDict copies the whole dict; with its default of 10,000 it does so every 200 to 300 changes
BUFFER = 1 << 20


def get(by_text, texts, passes):
    total = 0
    for _ in range(passes):
        for text in texts:
            total = (total + by_text[text]) & 0xffffff
    return total


def set_(by_text, texts, passes):
    for p in range(passes):
        for text in texts:
            by_text[text] = p


def seconds(function, by_text, texts, passes):
    start = time.perf_counter()
    function(by_text, texts, passes)
    return time.perf_counter() - start


def measure(kind, operation, function, by_text, texts, samples):
    passes = 1
    while seconds(function, by_text, texts, passes) < SAMPLE:
        passes *= 2
    for _ in range(samples):
        time_of_one = seconds(function, by_text, texts, passes) / (passes * len(texts))
        print(kind, operation, time_of_one * 1e9, flush=True)


def main(elements, samples):
    try:
        from UltraDict import UltraDict
    except ImportError as error:
        print("missing", error)
        return
    texts = [f"key{i}" for i in range(elements)]
    content = {text: i for i, text in enumerate(texts)}
    shared = UltraDict(content, buffer_size=BUFFER)
    try:
        for operation, function in ("get", get), ("set", set_):
            measure("ultradict", operation, function, shared, texts, samples)
            measure("dict", operation, function, content, texts, samples)
    finally:
        shared.unlink()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
