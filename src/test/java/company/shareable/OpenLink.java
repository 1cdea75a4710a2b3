// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import colors.SharedName;

/** Its fields are free in other languages. */
@SharedName(open = true)
public class OpenLink {
    public final String text;

    public OpenLink(String text) {
        this.text = text;
    }
}
