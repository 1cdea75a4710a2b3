# SPDX-License-Identifier: Apache-2.0
"""What calls.py and report.py make of rows. What is drawn needs matplotlib, and is left out where that is not there."""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import calls

FOLDER = pathlib.Path(__file__).parent
HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


def row(name, value, baseline=None):
    ratio = None if baseline is None else value / baseline
    return {"name": name, "value": value, "unit": "", "baseline": baseline, "ratio": ratio, "runs": 1}


ROWS = [
    row("cpython.latency.int.us", 4, 8), row("cpython.throughput.int", 9000, 3000),
    row("cpython.warmup.int.ms", 8000, 8000),
    row("cpython.latency.int.vs.pickle", 2.5), row("cpython.throughput.int.vs.pickle", 3),
    row("cpython.latency.int.of.pickle.us", 8), row("cpython.throughput.int.of.pickle", 3000),
    row("cpython.latency.int.of.grpc.us", 120), row("cpython.latency.int.vs.grpc", 30),
    row("java.latency.nodes1.us", 0.5),
    row("cpython.time.int.4.us", 5, 10), row("cpython.time.int.1.us", 4, 8), row("cpython.time.int.16.us", 6),
]


class CallsTest(unittest.TestCase):
    def test_tables_are_of_each_language_and_the_first_is_java(self):
        captions = [caption.split(",")[0] for caption, _, _ in calls.tables(ROWS)]
        self.assertEqual(["Java: Table 2", "Java: Table 3", "CPython: Table 2", "CPython: Table 3"], captions)

    def test_a_cell_has_the_value_and_the_ratio_of_the_rounds(self):
        _, heads, lines = calls.tables(ROWS)[3]
        self.assertEqual(["type", "CoLoRS", "pickle", "grpc"], heads)
        self.assertEqual([["int", "4 (1)", "8 (2.5)", "120 (30)"]], lines)

    def test_what_was_too_flat_is_said_to_be_not_told(self):
        self.assertEqual([["int", "9,000 (1)", "3,000 (3)", "not told"]], calls.tables(ROWS)[2][2])
        self.assertEqual([["nodes1", "not told"]], calls.tables(ROWS)[0][2])

    def test_a_language_without_peers_is_alone(self):
        self.assertEqual(["type", "CoLoRS"], calls.tables(ROWS)[0][1])

    def test_times_are_ours_and_the_baselines(self):
        self.assertEqual([(4, 5, 10), (1, 4, 8), (16, 6, None)], calls.read(ROWS)["cpython"].times["int"])

    def test_details_are_what_tables_and_figure_have(self):
        details = [each["name"] for each in ROWS if calls.is_detail(each["name"])]
        self.assertEqual(6, len(details))
        self.assertNotIn("cpython.latency.int.us", details)

    def test_other_rows_make_no_table(self):
        self.assertEqual([], calls.tables([row("java.read.int", 1)]))

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not there")
    def test_the_figure_has_ours_beside_the_baseline(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "figure.svg")
            self.assertFalse(calls.figure([row("java.latency.nodes1.us", 0.5)], file))
            self.assertTrue(calls.figure(ROWS, file))
            drawn = file.read_text(encoding="utf-8")
        self.assertIn("CPython: CoLoRS", drawn)
        self.assertIn("CPython: pickle", drawn)
        self.assertNotIn("Java", drawn)

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not there")
    def test_the_page_has_the_tables_in_place_of_their_rows(self):
        import report

        with tempfile.TemporaryDirectory() as folder:
            for part, rows in enumerate((ROWS[:1], ROWS[1:])):
                written = {"suite": "rpc", "command": f"bench part {part}", "day": "today", "machine": "one",
                           "rows": rows}
                (pathlib.Path(folder) / f"{part}.json").write_text(json.dumps(written), encoding="utf-8")
            page = report.markdown(report.load(folder), {"rpc": [("a.svg", "A picture")]})
        self.assertIn("bench part 0  # today\nbench part 1  # today\n", page)
        self.assertIn("| int | 4 (1) | 8 (2.5) | 120 (30) |", page)
        self.assertIn("![A picture](a.svg)", page)
        self.assertIn("| cpython.latency.int.vs.pickle | 2.5 |", page)
        self.assertNotIn("cpython.time.int", page)

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not there")
    def test_quartiles_stand_beside_their_ratio(self):
        import report

        rows = [row("hop", 3), row("hop.q1", 2.5), row("hop.q3", 3.5), row("alone", 1)]
        suite = {"suite": "cpython", "command": "", "commands": [], "day": "", "machine": "", "rows": rows}
        shown = report.markdown({"cpython": suite}, {"cpython": []})
        self.assertIn("(2.5 to 3.5) |", shown)
        self.assertNotIn("hop.q1", shown)
        self.assertEqual(1, shown.count(" to 3.5"))


class ArgumentsTest(unittest.TestCase):
    """What is wrong with arguments is said in one line."""

    def complaint(self, program, *arguments):
        run = subprocess.run([sys.executable, FOLDER / program, *arguments], check=False, capture_output=True,
                             text=True)
        self.assertEqual(1, run.returncode)
        self.assertEqual(1, run.stderr.count("\n"), run.stderr)
        return run.stderr

    def complaints(self, content, program, of_folder=False):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "result.json")
            file.write_text(content, encoding="utf-8")
            return self.complaint(program, *([folder, folder] if of_folder else [file]))

    def test_their_number(self):
        for program, arguments in (("calls.py", []), ("calls.py", ["--help"]), ("calls.py", ["a", "b", "c"]),
                                   ("report.py", []), ("report.py", ["a"]), ("report.py", ["a", "b", "c"])):
            self.assertIn(f"usage: {program} RESULT", self.complaint(program, *arguments))

    def test_no_file(self):
        self.assertIn("there is none.json", self.complaint("calls.py", "there is none.json"))
        self.assertIn("report.py: there is none has no results", self.complaint("report.py", "there is none", "out"))

    def test_no_json(self):
        self.assertIn("result.json is no JSON", self.complaints("rows", "calls.py"))
        self.assertIn("result.json is no JSON", self.complaints("rows", "report.py", True))

    def test_another_json(self):
        for content in ("[]", "{}", '{"rows": 1}', '{"rows": [{}]}', '{"rows": [1]}'):
            self.assertIn("result.json has no rows of a benchmark", self.complaints(content, "calls.py"))

    def test_no_calls(self):
        self.assertIn("has no calls", self.complaints(json.dumps({"rows": [row("java.read.int", 1)]}), "calls.py"))

    def test_a_page_needs_the_command(self):
        old = json.dumps({"suite": "rpc", "machine": "one", "rows": ROWS})
        self.assertIn("result.json has no command, day", self.complaints(old, "report.py", True))


if __name__ == "__main__":
    unittest.main()
