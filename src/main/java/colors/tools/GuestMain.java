// SPDX-License-Identifier: Apache-2.0
package colors.tools;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Runs the main method of a program in Espresso, which offers its embedder public methods alone. Any kind of main
 * method of JDK 25.
 */
public final class GuestMain {
    private GuestMain() {}

    /** Throws what the main method throws. */
    public static void run(Class<?> program, String[] arguments) throws Throwable {
        Method main = find(program, String[].class);
        boolean takesArguments = main != null;
        if (!takesArguments) {
            main = find(program);
        }
        if (main == null) {
            throw new NoSuchMethodException(
                    program.getName() + " has no method void main(String[]) or void main() that is not private");
        }
        Object receiver = Modifier.isStatic(main.getModifiers()) ? null : newInstance(program);
        try {
            if (takesArguments) {
                main.invoke(receiver, (Object) arguments);
            } else {
                main.invoke(receiver);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Method find(Class<?> program, Class<?>... parameters) {
        for (Class<?> type = program; type != null; type = type.getSuperclass()) {
            try {
                Method found = type.getDeclaredMethod("main", parameters);
                if (found.getReturnType() == void.class && !Modifier.isPrivate(found.getModifiers())) {
                    if (!Modifier.isPublic(found.getModifiers() & type.getModifiers())) {
                        found.setAccessible(true);
                    }
                    return found;
                }
            } catch (NoSuchMethodException e) {
                // perhaps the superclass has it
            }
        }
        return null;
    }

    private static Object newInstance(Class<?> program) throws ReflectiveOperationException {
        Constructor<?> constructor = program.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }
}
