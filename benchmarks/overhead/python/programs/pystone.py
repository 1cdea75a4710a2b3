# SPDX-License-Identifier: Apache-2.0
"""The synthetic mix of Dhrystone (R. Weicker, 1984): assignments, calls, records, strings and arrays, in classes
and functions of Python."""

PASSES = 500_000
IDENT_1, IDENT_2, IDENT_3, IDENT_4, IDENT_5 = range(1, 6)


class Record:
    def __init__(self, pointer=None, discriminant=0, enumeration=0, integer=0, string=""):
        self.pointer = pointer
        self.discriminant = discriminant
        self.enumeration = enumeration
        self.integer = integer
        self.string = string

    def copy(self):
        return Record(self.pointer, self.discriminant, self.enumeration, self.integer, self.string)


class Globals:
    def __init__(self):
        self.integer = 0
        self.boolean = False
        self.char_1 = "\0"
        self.char_2 = "\0"
        self.array_1 = [0] * 51
        self.array_2 = [[0] * 51 for _ in range(51)]
        self.next = Record()
        self.pointer = Record(self.next, IDENT_1, IDENT_3, 40, "DHRYSTONE PROGRAM, SOME STRING")


def procedure_1(g, record):
    following = record.pointer = g.pointer.copy()
    record.integer = 5
    following.integer = record.integer
    following.pointer = record.pointer
    following.pointer = procedure_3(g, following.pointer)
    if following.discriminant == IDENT_1:
        following.integer = 6
        following.enumeration = procedure_6(g, record.enumeration)
        following.pointer = g.pointer.pointer
        following.integer = procedure_7(following.integer, 10)
        return record
    return following.copy()


def procedure_2(g, number):
    rest = number + 10
    while True:
        if g.char_1 == "A":
            rest -= 1
            number = rest - g.integer
            return number


def procedure_3(g, record):
    if g.pointer is not None:
        record = g.pointer.pointer
    else:
        g.integer = 100
    g.pointer.integer = procedure_7(10, g.integer)
    return record


def procedure_4(g):
    g.boolean = g.char_1 == "A" or g.boolean
    g.char_2 = "B"


def procedure_5(g):
    g.char_1 = "A"
    g.boolean = False


def procedure_6(g, ident):
    result = ident if function_3(ident) else IDENT_4
    if ident == IDENT_1:
        result = IDENT_1
    elif ident == IDENT_2:
        result = IDENT_1 if g.integer > 100 else IDENT_4
    elif ident == IDENT_3:
        result = IDENT_2
    elif ident == IDENT_5:
        result = IDENT_3
    return result


def procedure_7(a, b):
    return b + a + 2


def procedure_8(g, array_1, array_2, a, b):
    place = a + 5
    array_1[place] = b
    array_1[place + 1] = array_1[place]
    array_1[place + 30] = place
    for i in range(place, place + 2):
        array_2[place][i] = place
    array_2[place][place - 1] += 1
    array_2[place + 20][place] = array_1[place]
    g.integer = 5


def function_1(a, b):
    return IDENT_2 if a == b else IDENT_1


def function_2(a, b):
    place = 1
    sign = "A"
    while place <= 1:
        if function_1(a[place], b[place + 1]) == IDENT_1:
            sign = "A"
            place += 1
    if "W" <= sign <= "Z":
        place = 7
    if sign == "X":
        return True
    if a > b:
        place += 7
        return True
    return False


def function_3(ident):
    return ident == IDENT_3


def one_pass(g, number):
    procedure_5(g)
    procedure_4(g)
    a, b = 2, 3
    text = "DHRYSTONE PROGRAM, 2'ND STRING"
    ident = IDENT_2
    g.boolean = not function_2("DHRYSTONE PROGRAM, 1'ST STRING", text)
    c = 0
    while a < b:
        c = 5 * a - b
        c = procedure_7(a, b)
        a += 1
    procedure_8(g, g.array_1, g.array_2, a, c)
    g.pointer = procedure_1(g, g.pointer)
    sign = "A"
    while sign <= g.char_2:
        if ident == function_1(sign, "C"):
            ident = procedure_6(g, IDENT_1)
            text = "DHRYSTONE PROGRAM, 3'RD STRING"
            b = number
        sign = chr(ord(sign) + 1)
    c = b * a
    b = c // max(a, 1)
    b = 7 * (c - b) - a
    return procedure_2(g, a) + b + len(text)


def run():
    g = Globals()
    checksum = 0
    for number in range(PASSES):
        checksum = (checksum * 31 + one_pass(g, number)) % 1_000_000_007
    return checksum
