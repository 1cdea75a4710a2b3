// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.ArrayList;
import java.util.List;

/** Fields that take any value, and some that take one type of number. */
public class Anything {
    public Object any;
    public Number number;
    public Comparable<?> comparable;
    public Integer integer;
    public List<Object> list = new ArrayList<>();
}
