// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import colors.roots.RootChunk;
import colors.roots.Shared;
import java.io.NotSerializableException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shared containers as instances of {@code ArrayList}, {@code HashMap} and their like, for fields that are declared so:
 * of a generated subclass whose every public method calls the container's. The methods are those of the running JDK, so
 * none is left that would see the superclass's own, empty state.
 */
public final class ConcreteCollection {
    private static final Map<Class<?>, Class<?>> INTERFACES = Map.of(
            ArrayList.class,
            List.class,
            HashMap.class,
            Map.class,
            LinkedHashMap.class,
            Map.class,
            HashSet.class,
            Set.class,
            LinkedHashSet.class,
            Set.class);

    private static final ClassValue<MethodHandle> MAKE = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            return new ConcreteCollection(type).define();
        }
    };

    private static final Set<String> WITHOUT_EFFECT = Set.of("ensureCapacity", "trimToSize");
    private static final ClassDesc SHARED = Shared.class.describeConstable().orElseThrow();
    private static final ClassDesc SELF =
            ConcreteCollection.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc ADDRESS = MethodTypeDesc.of(CD_long);
    private static final MethodTypeDesc CHUNK =
            MethodTypeDesc.of(RootChunk.class.describeConstable().orElseThrow());

    private final Class<?> type;
    private final Class<?> container; // the interface that a shared container of this kind has
    private final ClassDesc superclass;
    private final ClassDesc interfaceDesc;
    private final ClassDesc self;

    private ConcreteCollection(Class<?> type) {
        this.type = type;
        container = INTERFACES.get(type);
        superclass = type.describeConstable().orElseThrow();
        interfaceDesc = container.describeConstable().orElseThrow();
        self = ClassDesc.of(ConcreteCollection.class.getPackageName() + ".Shared$" + type.getSimpleName());
    }

    /**
     * An instance of the type for a container, or a view of one; null when that is of another kind, or the type is none
     * that is generated.
     */
    public static Object of(Class<?> type, Object value) {
        Class<?> interfaceType = INTERFACES.get(type);
        if (interfaceType == null || !interfaceType.isInstance(value)) {
            return null;
        }
        try {
            return MAKE.get(type).invoke(value);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // the constructor throws nothing
        }
    }

    // ---- the class ----------------------------------------------------------------------------------

    private MethodHandle define() {
        Lookup lookup = MethodHandles.lookup();
        try {
            Class<?> made = lookup.defineHiddenClass(ClassFile.of().build(self, this::write), true)
                    .lookupClass();
            return lookup.findConstructor(made, MethodType.methodType(void.class, container));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new AssertionError(e); // it was just written
        }
    }

    private void write(ClassBuilder builder) {
        builder.withVersion(ClassFile.JAVA_25_VERSION, 0)
                .withFlags(ACC_FINAL | ACC_SUPER)
                .withSuperclass(superclass)
                .withInterfaceSymbols(SHARED);
        builder.withField("container", interfaceDesc, ACC_PRIVATE | ACC_FINAL);
        builder.withMethodBody(INIT_NAME, MethodTypeDesc.of(CD_void, interfaceDesc), 0, code -> {
            // first: the superclass may call what is overridden
            code.aload(0).aload(1).putfield(self, "container", interfaceDesc);
            code.aload(0).invokespecial(superclass, INIT_NAME, MTD_void).return_();
        });
        builder.withMethodBody("address", ADDRESS, ACC_PUBLIC, code -> load(code)
                .checkcast(SHARED)
                .invokeinterface(SHARED, "address", ADDRESS)
                .lreturn());
        builder.withMethodBody("chunk", CHUNK, ACC_PUBLIC, code -> load(code)
                .checkcast(SHARED)
                .invokeinterface(SHARED, "chunk", CHUNK)
                .areturn());
        builder.withMethodBody("writeReplace", MethodTypeDesc.of(CD_Object), ACC_PRIVATE, code -> load(code)
                .invokestatic(SELF, "refuseSerialization", MethodTypeDesc.of(CD_Object, CD_Object))
                .areturn());
        Arrays.stream(type.getMethods())
                .filter(method -> (method.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == 0)
                .forEach(method -> write(builder, method));
    }

    private CodeBuilder load(CodeBuilder code) {
        return code.aload(0).getfield(self, "container", interfaceDesc);
    }

    private void write(ClassBuilder builder, Method method) {
        MethodTypeDesc descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .describeConstable()
                .orElseThrow();
        builder.withMethodBody(method.getName(), descriptor, ACC_PUBLIC, code -> {
            Method counterpart = counterpart(method);
            if (counterpart != null) {
                call(code, counterpart, descriptor);
            } else if (method.getName().equals("clone")) {
                code.new_(superclass).dup();
                load(code)
                        .invokespecial(
                                superclass,
                                INIT_NAME,
                                MethodTypeDesc.of(
                                        CD_void,
                                        (container == Map.class ? Map.class : Collection.class)
                                                .describeConstable()
                                                .orElseThrow()))
                        .areturn();
            } else if (WITHOUT_EFFECT.contains(method.getName())) {
                code.return_();
            } else {
                code.loadConstant(type.getSimpleName() + "." + method.getName())
                        .invokestatic(
                                SELF,
                                "refuse",
                                MethodTypeDesc.of(
                                        UnsupportedOperationException.class
                                                .describeConstable()
                                                .orElseThrow(),
                                        CD_String))
                        .athrow();
            }
        });
    }

    /** The method of the interface, or of Object; null when a shared container has none. */
    private Method counterpart(Method method) {
        try {
            return container.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            return method.getDeclaringClass() == Object.class
                            || method.getName().equals("toString")
                    ? objectMethod(method)
                    : null;
        }
    }

    private static Method objectMethod(Method method) {
        try {
            return Object.class.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // it is one
        }
    }

    private void call(CodeBuilder code, Method counterpart, MethodTypeDesc own) {
        load(code);
        int slot = 1;
        for (ClassDesc parameter : own.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        MethodTypeDesc called = own.changeReturnType(
                counterpart.getReturnType().describeConstable().orElseThrow());
        if (counterpart.getDeclaringClass() == Object.class) {
            code.invokevirtual(CD_Object, counterpart.getName(), called);
        } else {
            code.invokeinterface(interfaceDesc, counterpart.getName(), called);
        }
        if (!called.returnType().equals(own.returnType())) {
            code.checkcast(own.returnType());
        }
        code.return_(TypeKind.from(own.returnType()));
    }

    // ---- called by the class ------------------------------------------------------------------------

    static Object refuseSerialization(Object container) throws NotSerializableException {
        throw new NotSerializableException(
                "a shared container: serialization would make a private copy of what other processes change; copy it"
                        + " to a private one, or send a reference by a repository or channel");
    }

    static UnsupportedOperationException refuse(String method) {
        return new UnsupportedOperationException(
                method + " is no method of a shared container; it has those of List, Set or Map");
    }
}
