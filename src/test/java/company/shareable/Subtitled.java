// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** Stores before super() at two levels. */
public final class Subtitled extends Titled {
    private final String subtitle;

    public Subtitled(String title, String subtitle) {
        this.subtitle = subtitle;
        super(title);
    }

    @Override
    protected String title() {
        return super.title() + " " + subtitle;
    }
}
