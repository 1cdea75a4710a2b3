// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name under which a class is shared, where it is not the Java name. Programs in different languages share a class
 * when they agree on its name (CoLoRS paper, section 3.1.3).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SharedName {
    /** The shared name, for instance {@code company.Employee}. */
    String value();
}
