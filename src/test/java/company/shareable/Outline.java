// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** A constructor that calls what subclasses override, and those with and without a flag. */
public class Outline {
    protected String seen;

    public Outline() {
        seen = title();
        begin();
    }

    public Outline(boolean quiet) {
        seen = quiet ? "quiet" : title();
    }

    protected String title() {
        return "none";
    }

    protected void begin() {}

    public String seen() {
        return seen;
    }
}
