#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""calls.py RESULT.json [PLOT.svg]: what ./colors bench rpc --json wrote, as section 6.2 of the CoLoRS paper has it.

Prints its Table 2 (throughput) and Table 3 (latency) for the clients of each language, as Markdown; PLOT.svg is its
Figure 3, and needs matplotlib: the time of a call by the number of elements, ours and the baseline's."""

import json
import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field

LANGUAGES = {"java": "Java", "python": "GraalPy", "cpython": "CPython", "js": "GraalJS"}
BASELINES = {"java": "fory", "python": "pickle", "cpython": "pickle", "js": "v8"}  # of RpcSuite.java
OURS = "CoLoRS"
WRITES = "./colors bench NAME --json FILE"
ROW = {"name", "value", "unit", "baseline", "ratio", "runs"}
UNTOLD = "not told"  # a line too flat, or a framework that was not measured


@dataclass
class Calls:
    """What was measured with clients of one language."""

    own: dict = field(default_factory=lambda: defaultdict(dict))  # by what and type: by framework
    ratios: dict = field(default_factory=lambda: defaultdict(dict))  # likewise; how many times better ours is
    times: dict = field(default_factory=lambda: defaultdict(list))  # by type: (size, ours in us, the other's or None)

    def kinds(self):
        return list(dict.fromkeys(kind for _, kind in self.own))

    def peers(self):
        return list(dict.fromkeys(name for values in self.own.values() for name in values if name != OURS))

    def cell(self, what, kind, name):
        """The value; in parentheses how many times better ours is."""
        value = self.own.get((what, kind), {}).get(name)
        if value is None:
            return UNTOLD
        ratio = 1 if name == OURS else self.ratios.get((what, kind), {}).get(name)
        return number(value) + ("" if ratio is None else f" ({number(ratio)})")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def read(rows):
    """By language, in the order of LANGUAGES."""
    found = defaultdict(Calls)
    for row in rows:
        if match := re.fullmatch(r"(\w+)\.time\.(\w+)\.(\d+)\.us", row["name"]):
            language, kind, size = match.groups()
            found[language].times[kind].append((int(size), row["value"], row["baseline"]))
        elif match := re.fullmatch(r"(\w+)\.(throughput|latency)\.(\w+?)(?:\.(of|vs)\.(\w+?))?(?:\.us)?", row["name"]):
            language, what, kind, how, peer = match.groups()
            if how == "vs":
                found[language].ratios[what, kind][peer] = row["value"]
            else:
                found[language].own[what, kind][peer or OURS] = row["value"]
    return {language: found[language] for language in LANGUAGES if language in found}


def is_detail(name):
    """Whether the tables and the figure have what that row has."""
    return re.search(r"\.of\.|\.time\.", name) is not None


def tables(rows):
    """Tables 2 and 3 of each language: (caption, heads, lines of cells)."""
    made = []
    for language, calls in read(rows).items():
        names, kinds = [OURS, *calls.peers()], calls.kinds()
        for what, caption in (("throughput", "Table 2, throughput in elements/ms; CoLoRS/other in parentheses"),
                              ("latency", "Table 3, latency in us; other/CoLoRS in parentheses")):
            lines = [[kind, *(calls.cell(what, kind, name) for name in names)] for kind in kinds]
            if lines:
                made.append((f"{LANGUAGES[language]}: {caption}", ["type", *names], lines))
    return made


def markdown(heads, lines):
    return ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1),
            *("| " + " | ".join(cells) + " |" for cells in lines)]


def draw(axes, title, calls, column):
    for kind, points in calls.times.items():
        told = [(point[0], point[column]) for point in sorted(points) if point[column] is not None]
        if told:
            axes.loglog(*zip(*told), marker=".", linewidth=1, label=kind)
    axes.set_title(title)
    axes.set_xlabel("elements")
    axes.grid(alpha=0.3)


def figure(rows, file):
    """Figure 3: False when no times of single sizes are there."""
    found = {language: calls for language, calls in read(rows).items() if calls.times}
    if not found:
        return False
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "calls", "font.size": 8})
    from matplotlib import pyplot

    drawn, panels = pyplot.subplots(len(found), 2, figsize=(7, 2.6 * len(found)), layout="constrained", sharex=True,
                                    sharey="row", squeeze=False)
    for (language, calls), (left, right) in zip(found.items(), panels):
        draw(left, f"{LANGUAGES[language]}: {OURS}", calls, 1)
        draw(right, f"{LANGUAGES[language]}: {BASELINES[language]}", calls, 2)
        left.set_ylabel("time of a call, us")
        left.legend(frameon=False, fontsize=6)
    drawn.savefig(file, metadata={"Date": None})
    pyplot.close(drawn)
    return True


def load(file, fields):
    """What ./colors bench NAME --json wrote, with those fields; ValueError: it is none of that."""
    with open(file, encoding="utf-8") as content:
        try:
            report = json.load(content)
        except ValueError as error:
            raise ValueError(f"{file} is no JSON ({error}); expected what {WRITES} writes") from error
    rows = report.get("rows") if isinstance(report, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and row.keys() >= ROW for row in rows):
        raise ValueError(f"{file} has no rows of a benchmark; expected what {WRITES} writes")
    if lacking := [field for field in fields if field not in report]:
        raise ValueError(f"{file} has no {', '.join(lacking)}: an older build wrote it; run it again: {WRITES}")
    return report


def main(result, plot=None):
    rows = load(result, [])["rows"]
    made = tables(rows)
    if not made:
        sys.exit(f"calls.py: {result} has no calls; ./colors bench rpc --json {result} makes them")
    for caption, heads, lines in made:
        print("\n".join(["", caption, "", *markdown(heads, lines)]))
    if plot and not figure(rows, plot):
        sys.exit(f"calls.py: {result} has no rows LANGUAGE.time.TYPE.SIZE.us to draw; --only left them out")


def run(usage, least, command):
    """Calls a program of this folder; what was wrong is one line."""
    name, *expected = usage.split()
    arguments = sys.argv[1:]
    if not least <= len(arguments) <= len(expected) or any(argument.startswith("-") for argument in arguments):
        sys.exit(f"usage: {usage}")
    try:
        command(*arguments)
    except ModuleNotFoundError as error:
        sys.exit(f"{name}: {error}; pip install {error.name}, best in an environment of its own")
    except (OSError, ValueError) as error:
        sys.exit(f"{name}: {error}")


if __name__ == "__main__":
    run("calls.py RESULT.json [PLOT.svg]", 1, main)
