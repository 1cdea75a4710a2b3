// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The fields by which two shared objects of a class are one key of a shared map or set, where that is not by identity.
 * Programs in all languages that say the same find each other's keys (docs/equality.md). A record needs none: its
 * components are compared.
 *
 * <pre>{@code
 * @SharedName("company.Address")
 * @ComparedBy({"city", "street"})
 * class Address {
 *     String city;
 *     String street;
 *     String note;
 * }
 * }</pre>
 *
 * It is for keys only, and does not change what {@code equals} says of private objects or of {@link SharedObject}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ComparedBy {
    /** The shared names of the fields. */
    String[] value();
}
