// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

/** A key of an answer, of which the agent makes all instances shared ones (docs/agent.md, exclusive classes). */
public final class SharedKey {
    private final String key;

    SharedKey(String key) {
        this.key = key;
    }

    /** Reads it: its length and its last character. */
    long read() {
        String text = key;
        return text.length() + text.charAt(text.length() - 1);
    }

    String key() {
        return key;
    }
}
