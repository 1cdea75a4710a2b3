// SPDX-License-Identifier: Apache-2.0
// The other unit.
#include "unit.hpp"

colors::ref<unit::node> of_program; // ends after main

void change(const colors::ref<unit::node> &given) {
    given->next = colors::allocate<unit::node>("two");
    given->text = "changed";
    given->number += 5;
    of_program = given;
}
