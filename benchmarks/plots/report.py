#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""report.py RESULTS FOLDER: one page of what ./colors bench all wrote to the folder RESULTS, a JSON file for each
suite: FOLDER/performance.md, performance.html, and a plot (SVG) of each suite's ratios; of bench rpc also the tables
and the figure of calls.py. Needs matplotlib."""

import html
import pathlib
import sys
import textwrap

import calls

FIELDS = ["suite", "command", "day", "machine"]  # of Report.java
CALLS = "rpc"  # the suite that calls.py reads
QUARTILES = (".q1", ".q3")  # of a row's ratio
ROWS_OF_A_PLOT = 40  # the others are in the table


def load(folder):
    """The suites that have rows, by name; one that was run in parts is one, with a command for each."""
    reports = {}
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        report = calls.load(file, FIELDS)
        if report["rows"]:
            suite = reports.setdefault(report["suite"], {**report, "rows": [], "commands": []})
            suite["rows"] += report["rows"]
            suite["commands"].append(f"{report['command']}  # {report['day']}")
    return reports


def number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def listed(report):
    """The rows that no table of calls.py has, but for quartiles."""
    return [row for row in report["rows"] if not row["name"].endswith(QUARTILES)
            and (report["suite"] != CALLS or not calls.is_detail(row["name"]))]


def cells(row, quartiles):
    low, high = (quartiles.get(row["name"] + end) for end in QUARTILES)
    spread = f" ({number(low)} to {number(high)})" if low is not None and high is not None else ""
    return [row["name"], number(row["value"]), row["unit"], number(row["baseline"]), number(row["ratio"]) + spread,
            str(row["runs"])]


HEADS = ["row", "value", "unit", "compared with", "ratio (quartiles)", "runs"]


def plot(report, file):
    """Bars of the ratios, 1 in the middle. False when no row has one."""
    rows = [row for row in listed(report) if row["ratio"] is not None and row["ratio"] > 0][:ROWS_OF_A_PLOT]
    if not rows:
        return False
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "report", "font.size": 8})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 0.6 + 0.19 * len(rows)), layout="constrained")
    places = range(len(rows))
    axes.barh(places, [row["ratio"] - 1 for row in rows], left=1, height=0.7)
    axes.set_xscale("log")
    axes.set_yticks(places, [row["name"] for row in rows])
    axes.invert_yaxis()
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xlabel("ratio to what it is compared with")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)
    return True


def tables(report):
    """Of a suite: (caption, heads, lines of cells)."""
    papers = calls.tables(report["rows"]) if report["suite"] == CALLS else []
    quartiles = {row["name"]: row["value"] for row in report["rows"] if row["name"].endswith(QUARTILES)}
    return [*papers, ("", HEADS, [cells(row, quartiles) for row in listed(report)])]


def pictures(suite, report, out):
    """Draws them: (file, what it shows)."""
    drawn = [(f"performance-{suite}.svg", f"Ratios of {suite}", plot)]
    if suite == CALLS:
        drawn.append((f"performance-{suite}-times.svg", "Figure 3 of the CoLoRS paper, times of calls by size",
                      lambda report, file: calls.figure(report["rows"], file)))
    return [(name, text) for name, text, draw in drawn if draw(report, out / name)]


def introduction(reports):
    machines = sorted({report["machine"] for report in reports.values()})
    return [
        f"Each suite was run by the command under its name, on a machine of {'; '.join(machines)}; `./colors bench all`"
        " runs all that there are. With `--quick` measurements are few and short: for a look, not for a figure.",
        "A value is the median of its runs. The ratio is to what the row is compared with, which was measured in the"
        " same run, in turn, or is the paper's figure (`gc`): the median of the ratios, or the ratio of the medians."
        " [benchmarks.md](benchmarks.md) says for each row what that is, which of the two is divided by the other, and"
        " where we lose and why. Of times less is better, of throughputs, calls and messages more.",
    ]


def markdown(reports, plots):
    lines = ["# Performance", "", "\n\n".join(textwrap.fill(text, 120) for text in introduction(reports))]
    for suite, report in reports.items():
        lines += ["", f"## {suite}", "", "```sh", *report["commands"], "```", ""]
        for name, text in plots[suite]:
            lines += [f"![{text}]({name})", ""]
        for caption, heads, values in tables(report):
            lines += [*([caption, ""] if caption else []), *calls.markdown(heads, values), ""]
        lines.pop()
    return "\n".join(lines) + "\n"


def table(caption, heads, lines):
    above = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table>{above}<tr>{head}</tr>{body}</table>"


STYLE = ("body{font:14px sans-serif;max-width:60em;margin:2em auto}td,th{padding:.1em .7em;text-align:right}"
         "td:first-child,th:first-child,caption{text-align:left}tr:nth-child(even){background:#f4f4f4}")


def page(reports, plots):
    parts = [f"<p>{html.escape(text)}</p>" for text in introduction(reports)]
    for suite, report in reports.items():
        images = "".join(f'<p><img src="{name}" alt="{text}"></p>' for name, text in plots[suite])
        shown = "".join(table(*each) for each in tables(report))
        parts.append(f"<h2>{suite}</h2><pre>{html.escape(chr(10).join(report['commands']))}</pre>{images}{shown}")
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Performance</title><style>{STYLE}</style>'
            f"<h1>Performance</h1>{''.join(parts)}</html>\n")


def main(results, folder):
    out = pathlib.Path(folder)
    reports = load(results)
    if not reports:
        sys.exit(f"report.py: {results} has no results; ./colors bench all makes them")
    out.mkdir(parents=True, exist_ok=True)
    plots = {suite: pictures(suite, report, out) for suite, report in reports.items()}
    (out / "performance.md").write_text(markdown(reports, plots), encoding="utf-8")
    (out / "performance.html").write_text(page(reports, plots), encoding="utf-8")
    print(f"{out / 'performance.md'}, {out / 'performance.html'}: {', '.join(reports)}")


if __name__ == "__main__":
    calls.run("report.py RESULTS FOLDER", 2, main)
