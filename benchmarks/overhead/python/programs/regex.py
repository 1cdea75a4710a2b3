# SPDX-License-Identifier: Apache-2.0
"""Python's own re: looks for variants in made-up DNA, after the Benchmarks Game's regex-redux, and takes a log
apart."""

import re

from programs.fasta import ALU

VARIANTS = ["agggtaaa|tttaccct", "[cgt]gggtaaa|tttaccc[acg]", "a[act]ggtaaa|tttacc[agt]t", "ag[act]gtaaa|tttac[agt]ct",
            "agg[act]taaa|ttta[agt]cct", "aggg[acg]aaa|ttt[cgt]ccc", "agggt[cgt]aa|tt[acg]accct"]
LINE = re.compile(r"(?P<host>\S+) \[(?P<day>\d+)/(?P<month>\w+)\] "
                  r"\"(?P<verb>GET|PUT) (?P<path>[^ ?]+)(?:\?(?P<query>[^ ]*))?\" (?P<status>\d{3})")
LETTERS = 180_000
LINES = 6_000


def dna():
    seed, letters = 42, []
    for _ in range(LETTERS):
        seed = (seed * 3877 + 29573) % 139968
        letters.append("acgt"[seed * 4 // 139968])
    return "".join(letters) + ALU.lower() * 100


def log():
    return "\n".join(f"host{i % 53} [{i % 28 + 1}/Nov] \"{'GET' if i % 3 else 'PUT'} /item/{i * 7919 % 1000}"
                     f"{'?page=' + str(i) if i % 2 else ''}\" {200 if i % 11 else 404}" for i in range(LINES))


DNA = dna()
LOG = log()


def run():
    checksum = 0
    for variant in VARIANTS:
        checksum = checksum * 31 + len(re.findall(variant, DNA))
    checksum = checksum * 31 + len(re.sub(r"tHa[Nt]|ggc+", "<4>", DNA))
    for match in LINE.finditer(LOG):
        checksum = (checksum * 31 + int(match["status"])
                    + len(match["path"]) + len(match["query"] or "")) % 1_000_000_007
    return checksum
