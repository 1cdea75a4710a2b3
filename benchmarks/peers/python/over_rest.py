# SPDX-License-Identifier: Apache-2.0
"""The service with REST, for the server RestPeer.java: JSON by orjson over HTTP/1.1, by http.client.

The one connection is kept. Nodes are dicts, which orjson writes and reads fastest.
"""

from http.client import HTTPConnection
from typing import Any

import orjson
from sequences import SUMS, Kind, maker

HEADERS = {"Content-Type": "application/json"}


def node(flag: bool, count: int, weight: float, name: str, left: Any, right: Any) -> dict[str, Any]:
    return {"flag": flag, "count": count, "weight": weight, "name": name, "left": left, "right": right}


def sum_of_tree(tree: dict[str, Any]) -> int:
    total: int = tree["flag"] + tree["count"] + int(2 * tree["weight"]) + len(tree["name"])
    left = tree["left"]
    if left is not None:
        total += sum_of_tree(left)
    right = tree["right"]
    if right is not None:
        total += sum_of_tree(right)
    return total


def sum_of_trees(trees: Any) -> int:
    return sum(map(sum_of_tree, trees))


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.connection = HTTPConnection(address.removeprefix("http://").rstrip("/"))
        self.path = "/" + kind.name
        self.make, self.read = maker(kind, node), SUMS.get(kind.name, sum_of_trees)

    def call(self, size: int, first: int) -> int:
        return self.read(orjson.loads(self.post(self.path, orjson.dumps(self.make(size, first)))))

    def post(self, path: str, body: bytes) -> bytes:
        self.connection.request("POST", path, body, HEADERS)
        response = self.connection.getresponse()
        if response.status != 200:
            raise OSError(f"the server answers {response.status} to {path}")
        return response.read()

    def close(self) -> None:
        self.post("/stop", b"")
        self.connection.close()
