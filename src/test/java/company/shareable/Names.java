// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** One array in fields of two types. */
public class Names {
    public Object[] any;
    public String[] names;
}
