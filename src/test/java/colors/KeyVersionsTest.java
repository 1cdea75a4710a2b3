// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.SharedMap.ComparedBy;
import colors.support.WithDaemon;
import company.deployed.Keyed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two loaders with a class of one name that compare other fields: each has its own keys. */
@ExtendWith(WithDaemon.class)
class KeyVersionsTest {
    /** Has a version of {@link Keyed} that compares the given field. */
    private static final class Version extends ClassLoader {
        private final Class<?> keyed;

        Version(String compared) {
            super(Keyed.class.getClassLoader());
            byte[] classFile = comparing(compared);
            keyed = defineClass(Keyed.class.getName(), classFile, 0, classFile.length);
        }

        private static byte[] comparing(String field) {
            try (InputStream original = Keyed.class.getResourceAsStream("Keyed.class")) {
                ClassFile context = ClassFile.of();
                Annotation compared = Annotation.of(
                        ComparedBy.class.describeConstable().orElseThrow(),
                        AnnotationElement.of("value", AnnotationValue.ofArray(AnnotationValue.ofString(field))));
                return context.transformClass(
                        context.parse(original.readAllBytes()),
                        (builder, element) -> builder.with(
                                element instanceof RuntimeVisibleAnnotationsAttribute
                                        ? RuntimeVisibleAnnotationsAttribute.of(compared)
                                        : element));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Ref<?> key(int id, int name) throws ReflectiveOperationException {
            return Ref.copyOf(keyed.getConstructor(int.class, int.class).newInstance(id, name));
        }

        /** With this as the context class loader. */
        int call(Callable<Integer> action) throws Exception {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(this);
            try {
                return action.call();
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /** How many keys two objects with the same id and other names are. */
        int keys() throws Exception {
            return call(() -> {
                SharedMap<Object, Object> map = SharedMap.create();
                map.put(key(1, 1), "first");
                map.put(key(1, 2), "second");
                return map.size();
            });
        }

        int keysOfOneName() throws Exception {
            return call(() -> {
                SharedSet<Object> set = SharedSet.create();
                set.add(key(1, 1));
                set.add(key(2, 1));
                return set.size();
            });
        }
    }

    @Test
    void eachLoaderComparesItsOwnFields() throws Exception {
        Version byId = new Version("id");
        Version byName = new Version("name");
        for (int i = 0; i < 3; i++) {
            assertEquals(1, byId.keys());
            assertEquals(2, byName.keys());
            assertEquals(2, byId.keysOfOneName());
            assertEquals(1, byName.keysOfOneName());
        }
    }
}
