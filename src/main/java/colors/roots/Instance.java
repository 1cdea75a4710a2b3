// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/**
 * A shared object as an instance of the program's class: the generated subclass of a prepared class, or the generated
 * class of an interface, implements it.
 */
public interface Instance extends Shared {

    /** The program's class of an object: of an instance the prepared class or the interface, not the generated one. */
    static Class<?> classOf(Object object) {
        return typeOf(object.getClass());
    }

    /** The same of the object's class. */
    static Class<?> typeOf(Class<?> type) {
        if (!Instance.class.isAssignableFrom(type) || type.isInterface()) {
            return type;
        }
        return type.getSuperclass() == Object.class ? type.getInterfaces()[0] : type.getSuperclass();
    }
}
