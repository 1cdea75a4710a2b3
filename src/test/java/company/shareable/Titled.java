// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** What it stores before super() is there when the superclass's constructor calls its methods, which store again. */
public class Titled extends Outline {
    private final String title;
    private int begun;
    private int number;

    public Titled(String title) {
        this.title = title;
        begun = 1;
        super();
        number = begun * 10;
    }

    public Titled(String title, Titled other) {
        this.title = title;
        other.begun = 7;
        super(false);
    }

    @Override
    protected String title() {
        return title + " " + begun;
    }

    @Override
    protected void begin() {
        begun = 2;
    }

    public String text() {
        return seen + " " + begun + " " + number;
    }
}
