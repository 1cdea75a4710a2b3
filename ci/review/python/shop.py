# SPDX-License-Identifier: Apache-2.0
"""Meets objects of classes that are named as if they were of this file, which has one of the two."""
import sys

import colors

print("runs", flush=True)


class Customer:
    def greet(self):
        return f"Hello {self.name}"


if "sell" in sys.argv:
    colors.repository("order").set(colors.allocate("shop.Order", customer=colors.allocate("shop.Customer", name="Ada")))
else:
    order = colors.repository("order").get()
    print(type(order).__name__, order.customer.greet(), isinstance(order.customer, Customer))
