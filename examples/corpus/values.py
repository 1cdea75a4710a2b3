# SPDX-License-Identifier: Apache-2.0
"""Each language's own immutable values beyond numbers, booleans and strings: big integers, decimals, UUIDs, times."""

import datetime
import decimal
import uuid

import colors
import corpus
from corpus import attempt, find, publish, say, truth, type_of

FIELDS = ("number", "total", "id", "sent", "local", "due", "taken", "any")


@colors.shared("values.Invoice")
class Invoice:
    def __init__(self):
        self.number = 2**100
        self.total = decimal.Decimal("10.50")
        self.id = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
        east = datetime.timezone(datetime.timedelta(hours=2))
        self.sent = datetime.datetime(2024, 2, 29, 12, 15, 30, 250000, tzinfo=east)
        self.local = datetime.datetime(2024, 2, 29, 11, 15, 30, 500000)
        self.due = datetime.date(2024, 3, 31)
        self.taken = datetime.timedelta(hours=1, minutes=30, milliseconds=500)
        self.any: object = None


def write():
    invoice = colors.copy_in(Invoice())
    invoice.any = decimal.Decimal("-1E+3")
    publish("values", invoice)


def read():
    invoice = find("values")
    display(invoice)
    say(f"equal by value: {truth(invoice.id == uuid.UUID('00112233-4455-6677-8899-aabbccddeeff'))}")
    invoice.number = -(2**64)
    invoice.total = decimal.Decimal("0.10")
    invoice.id = uuid.UUID(int=0)
    invoice.sent = datetime.datetime.fromtimestamp(0.001, datetime.timezone.utc)
    invoice.local = datetime.datetime(1999, 12, 31, 23, 59, 59, 999000)
    invoice.due = datetime.date(1, 1, 1)
    invoice.taken = datetime.timedelta(hours=2, minutes=15, seconds=30, milliseconds=250)
    invoice.any = uuid.UUID(int=(1 << 64) + 2)
    publish("values.number", 2**70)


def check():
    invoice = find("values")
    display(invoice)
    say(f"repository: {find('values.number')}")
    attempt("a string as the total", lambda: setattr(invoice, "total", "1.5"))
    attempt("a decimal as the id", lambda: setattr(invoice, "id", decimal.Decimal(1)))
    attempt("an integer as the number", lambda: setattr(invoice, "number", 7))
    corpus.show(invoice, "number")
    attempt("nothing as the total", lambda: setattr(invoice, "total", None))
    corpus.show(invoice, "total")


def display(invoice):
    for name in FIELDS:
        say(f"{name}: {type_of(invoice, name)} {text(getattr(invoice, name))}")


def text(value):
    """As Java and JavaScript print it."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(value.total_seconds(), 60)
        return f"PT{minutes // 60:.0f}H{minutes % 60:.0f}M{seconds:g}S"
    return str(value)


if __name__ == "__main__":
    corpus.main(globals())
