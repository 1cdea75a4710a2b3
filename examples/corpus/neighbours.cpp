// SPDX-License-Identifier: Apache-2.0
// Fields of all widths side by side: who stores one changes no other, also while the object gets and loses fields.
#include "corpus.hpp"

namespace neighbours {

struct packed {
    COLORS_CLASS(packed, "neighbours.Packed", (on, bool), (tiny, std::int8_t), (small, std::int16_t), (unit, char16_t),
                 (medium, std::int32_t), (half, float), (off, bool), (last, std::int8_t), (large, std::int64_t),
                 (whole, double))
};
using packed_ref = colors::ref<packed>;

void display(const packed_ref &packed) {
    std::string all;
    for (const char *name : {"on", "tiny", "small", "unit", "medium", "half", "off", "last", "large", "whole"}) {
        all += (all.empty() ? "" : " ") + corpus::text(packed.get(name));
    }
    corpus::say(all);
}

template <class Place, class Value> void store(const packed_ref &packed, Place packed::*place, Value value) {
    (*packed).*place = value;
    display(packed);
}

void store_low(const packed_ref &it) {
    store(it, &packed::on, true);
    store(it, &packed::tiny, -128);
    store(it, &packed::small, -32768);
    store(it, &packed::unit, 0);
    store(it, &packed::medium, INT32_MIN);
    store(it, &packed::half, -1.5);
    store(it, &packed::off, true);
    store(it, &packed::last, -1);
    store(it, &packed::large, -(std::int64_t{1} << 40));
    store(it, &packed::whole, -0.5);
}

void store_high(const packed_ref &it) {
    store(it, &packed::on, false);
    store(it, &packed::tiny, 127);
    store(it, &packed::small, 32767);
    store(it, &packed::unit, 65535);
    store(it, &packed::medium, INT32_MAX);
    store(it, &packed::half, 0.25);
    store(it, &packed::off, false);
    store(it, &packed::last, 1);
    store(it, &packed::large, std::int64_t{1} << 40);
    store(it, &packed::whole, 1e300);
}

void write() {
    corpus::publish("neighbours", colors::allocate<packed>(false, 1, 2, u'A', 3, 0.5f, false, 4, 5, 2.5));
    display(corpus::find<packed_ref>("neighbours"));
}

void read() {
    auto it = corpus::find<packed_ref>("neighbours");
    store_low(it);
    it.set("more", true);
    it.set("count", 7);
    display(it);
    store_high(it);
    it.remove("more");
    it.set("more", 1.5);
    corpus::say(corpus::text(it.get("more")) + " " + corpus::text(it.get("count")));
    display(it);
}

void check() {
    auto it = corpus::find<packed_ref>("neighbours");
    display(it);
    store_low(it);
    corpus::say(corpus::text(it.get("more")) + " " + corpus::text(it.get("count")));
}

} // namespace neighbours

CORPUS_PROGRAM(neighbours, neighbours::check)
