// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name under which a class is shared, where it is not the Java name. Programs in different languages share a class
 * when they agree on its name (CoLoRS paper, section 3.1.3). An interface with it is a shared class, whose fields its
 * accessors name: {@link SharedMemory#allocate}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SharedName {
    /** The shared name, for instance {@code company.Employee}; empty: the Java name. */
    String value() default "";

    /**
     * Whether programs in other languages may remove and retype the fields that this class declares, as the CoLoRS
     * paper has it (section 3.1.4). Then each access looks at the object's version first. Otherwise the fields are
     * pinned when the class is first mapped (docs/layout.md, Pinned fields): who tries gets a TypeError, or a
     * SharedMemoryException (TYPE). Other fields can be added to the objects of any class.
     */
    boolean open() default false;
}
