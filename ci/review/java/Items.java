// SPDX-License-Identifier: Apache-2.0
import colors.*;

static class Item { long stock = 5; String sku = "screw"; }

/** Holds 64 live objects until its standard input ends. */
void main() throws Exception {
    for (int i = 0; i < 64; i++) {
        SharedMemory.repository("item " + i).set(Ref.copyOf(new Item()));
    }
    IO.println("ready");
    while (System.in.read() >= 0) { }
}
