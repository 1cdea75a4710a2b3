#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""growth.py RESULT.json PLOT.svg: draws the rows growth.* that ./colors bench gc --json wrote. Needs matplotlib."""

import json
import re
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "growth", "font.size": 9})
from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter


def series(rows, phase):
    found = {int(m.group(1)): row["value"] for row in rows
             if (m := re.fullmatch(rf"growth\.(\d+)m\.{phase}\.ms", row["name"]))}
    return sorted(found.items())


def size(megabytes, _):
    return f"{megabytes / 1024:g} GiB" if megabytes >= 1024 else f"{megabytes:g} MiB"


def main(result, plot):
    with open(result, encoding="utf-8") as content:
        report = json.load(content)
    figure, axes = pyplot.subplots(figsize=(6, 3.6), layout="constrained")
    for phase, label in (("cycle", "whole cycle"), ("sweep", "sweep")):
        points = series(report["rows"], phase)
        axes.loglog(*zip(*points), marker="o", label=label)
    axes.set_xticks([megabytes for megabytes, _ in points], minor=False)
    axes.set_xticks([], minor=True)
    axes.xaxis.set_major_formatter(FuncFormatter(size))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda ms, _: f"{ms:g} ms"))
    axes.set_xlabel("live data in 48-byte objects, one collector thread")
    axes.grid(which="major", alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(plot, metadata={"Date": None})


main(*sys.argv[1:])
