# SPDX-License-Identifier: Apache-2.0
"""Python's own json: objects to text and back."""

import json

ORDERS = 400
PASSES = 6


def order(number):
    return {"number": number, "customer": f"customer {number * 7919 % 1000}", "discount": number % 17 / 16,
            "paid": number % 3 == 0, "note": None,
            "lines": [{"product": f"p{number * i % 97}", "count": i, "price": number * 100 + i}
                      for i in range(number % 6)]}


def run():
    orders = [order(number) for number in range(ORDERS)]
    checksum = 0
    for _ in range(PASSES):
        text = json.dumps(orders)
        again = json.loads(text)
        assert again == orders
        checksum = checksum * 31 + len(text) + sum(line["price"] for each in again for line in each["lines"])
    return checksum
