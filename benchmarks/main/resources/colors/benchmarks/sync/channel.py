# SPDX-License-Identifier: Apache-2.0
"""The echo of a round trip between Java and Python: SPIN_NS in the environment."""
import os

import colors

spin = float(os.environ["SPIN_NS"]) / 1e9
there = colors.channel("bench.there", 1024, spin=spin)
back = colors.channel("bench.back", 1024, spin=spin)
for message in there:
    back.send(message)
