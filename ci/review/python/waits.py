# SPDX-License-Identifier: Apache-2.0
"""Attaches and waits until its standard input ends."""
import sys

import colors

colors.attach()
print("ready", flush=True)
sys.stdin.read()
