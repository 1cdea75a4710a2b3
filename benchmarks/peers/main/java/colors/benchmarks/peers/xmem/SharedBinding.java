// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

/** A name and its object, of which the agent makes all instances shared ones. */
public final class SharedBinding {
    private final String name;
    private final SharedTree object;

    private SharedBinding(String name, SharedTree object) {
        this.name = name;
        this.object = object;
    }

    /** The one with that number. */
    static SharedBinding make(int number) {
        return new SharedBinding(name(number), SharedTree.make(1, number));
    }

    static String name(int number) {
        return "binding " + number;
    }

    /** What a client reads: the length of the name, if there is an object. */
    int length() {
        return object == null ? 0 : name.length();
    }

    /** Of so many of them. */
    static long lengths(int size) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += name(i).length();
        }
        return sum;
    }
}
