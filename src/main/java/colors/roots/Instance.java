// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/** A shared object as an instance of the program's class: the generated subclass of a prepared class implements it. */
public interface Instance extends Shared {

    /** The program's class of an object: of an instance the class that was prepared, not the generated one. */
    static Class<?> classOf(Object object) {
        Class<?> type = object.getClass();
        return object instanceof Instance ? type.getSuperclass() : type;
    }
}
