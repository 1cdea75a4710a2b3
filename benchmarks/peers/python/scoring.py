# SPDX-License-Identifier: Apache-2.0
"""The model of bench scoring, with numpy, for a service that keeps features of customers: ScoringColors.java,
ScoringGrpc.java, or, as Java has no pickle, this program.

    scoring.py colors                                        the model over shared arrays
    scoring.py grpc                                          over gRPC: prints its port
    scoring.py pickle                                        over pickle and a Unix socket: prints where it is
    scoring.py pickle-service ADDRESS CUSTOMERS SECONDS      the service for that: prints the median of a round, in us
"""

import os
import pickle
import statistics
import sys
import tempfile
import time
from concurrent import futures
from typing import Any

import numpy
from framed import Framed

WEIGHTS = numpy.array([0.9, -0.4, 0.3, 0.1, -0.7, 0.2, 0.5, -0.1])  # of ScoringService.java
WIDTH = len(WEIGHTS)
FEATURES_BYTES = 64 << 20  # the largest message


def score(features: Any, scores: Any) -> None:
    numpy.negative(features.reshape(-1, WIDTH) @ WEIGHTS, out=scores)
    numpy.exp(scores, out=scores)
    scores += 1
    numpy.reciprocal(scores, out=scores)


def scores_of(features: Any) -> Any:
    scores = numpy.empty(len(features) // WIDTH)
    score(features, scores)
    return scores


class Model:
    """The service over shared arrays: numpy has views of them."""

    def score(self, features: Any, scores: Any) -> None:
        score(numpy.asarray(features), numpy.asarray(scores))


def serve_colors() -> None:
    import colors

    with colors.rpc.serve("bench.scoring", Model(), threads=1) as server:
        print("ready", flush=True)
        server.join()


def serve_grpc() -> None:
    import grpc

    def answer(request: bytes, _: Any) -> bytes:
        return scores_of(numpy.frombuffer(request)).tobytes()

    server = grpc.server(futures.ThreadPoolExecutor(1), options=[("grpc.max_receive_message_length", FEATURES_BYTES)])
    handlers = {"Score": grpc.unary_unary_rpc_method_handler(answer)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("colors.benchmarks.Scoring", handlers), ))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    server.wait_for_termination()


def serve_pickle() -> None:
    with tempfile.TemporaryDirectory() as folder:
        frames = Framed.accepted(os.path.join(folder, "socket"))
        try:
            while True:
                frames.send(pickle.dumps(scores_of(pickle.loads(frames.receive())), pickle.HIGHEST_PROTOCOL))
        except EOFError:
            frames.close()


def rounds(frames: Framed, features: Any, random: Any, seconds: float) -> list[float]:
    times, end = [], time.perf_counter() + seconds
    while True:
        customer = random.integers(len(features) // WIDTH)
        start = time.perf_counter()
        features[customer * WIDTH] = random.standard_normal()
        frames.send(pickle.dumps(features, pickle.HIGHEST_PROTOCOL))
        scores = pickle.loads(frames.receive())
        total = scores.sum()
        now = time.perf_counter()
        times.append((now - start) * 1e6)
        row = features[customer * WIDTH:][:WIDTH]
        assert total > 0 and abs(scores[customer] - 1 / (1 + numpy.exp(-row @ WEIGHTS))) < 1e-9, scores[customer]
        if now > end:
            return times


def measure_pickle(address: str, customers: int, seconds: float) -> None:
    random = numpy.random.default_rng(42)
    features = random.standard_normal(customers * WIDTH)
    frames = Framed.at(address)
    rounds(frames, features, random, seconds / 2)
    print(statistics.median(rounds(frames, features, random, seconds / 2)))
    frames.close()


def main() -> None:
    match sys.argv[1:]:
        case ["colors"]:
            serve_colors()
        case ["grpc"]:
            serve_grpc()
        case ["pickle"]:
            serve_pickle()
        case ["pickle-service", address, customers, seconds]:
            measure_pickle(address, int(customers), float(seconds))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
