// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A loader of classes that the tests write as class files: what no Java compiler makes. Its resources are found, as
 * those of a jar are, unless told otherwise.
 */
public final class Forge extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();
    private final boolean hasResources;

    /** One whose classes are found as resources too. */
    public Forge() {
        this(true);
    }

    /** One whose classes may be found by nobody but the JVM, as those are that a program generates. */
    public Forge(boolean hasResources) {
        super(Forge.class.getClassLoader());
        this.hasResources = hasResources;
    }

    /** {@code company.shareable.NAME}. */
    public static ClassDesc named(String name) {
        return ClassDesc.of("company.shareable." + name);
    }

    /** A class {@code company.shareable.NAME} with a constructor that does nothing. */
    public Forge add(String name, int version, Consumer<ClassBuilder> members) {
        byte[] file = ClassFile.of().build(named(name), builder -> {
            builder.withVersion(version, 0).withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            builder.withMethodBody(
                    ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> code.aload(0)
                            .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                            .return_());
            members.accept(builder);
        });
        return add(name, file);
    }

    /** The same, of a version that has all that the tests need. */
    public Forge add(String name, Consumer<ClassBuilder> members) {
        return add(name, ClassFile.JAVA_21_VERSION, members);
    }

    /** Any class file. */
    public Forge add(String name, byte[] file) {
        files.put("company/shareable/" + name + ".class", file);
        return this;
    }

    /** A public static method. */
    public static void method(ClassBuilder builder, String name, MethodTypeDesc type, Consumer<CodeBuilder> code) {
        builder.withMethodBody(name, type, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code);
    }

    /** The class, loaded. */
    public Class<?> get(String name) throws ClassNotFoundException {
        return loadClass("company.shareable." + name);
    }

    /** Calls the static method of that name. */
    public Object call(String name, String method, Object... arguments) throws Throwable {
        for (var found : get(name).getMethods()) {
            if (found.getName().equals(method)) {
                try {
                    return found.invoke(null, arguments);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new NoSuchMethodException(method);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = files.get(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
    }

    @Override
    protected URL findResource(String name) {
        byte[] file = hasResources ? files.get(name) : null;
        if (file == null) {
            return null;
        }
        try {
            return URL.of(URI.create("forge:" + System.identityHashCode(this) + "/" + name), new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new URLConnection(url) {
                        @Override
                        public void connect() {}

                        @Override
                        public InputStream getInputStream() {
                            return new ByteArrayInputStream(file);
                        }
                    };
                }
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
