// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import colors.agent.program.Names;
import colors.agent.program.ProgramClass;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Static methods of a class that stand for what rewritten code would have in place: a call is three bytes. So do those
 * that references to methods name. Used by one thread.
 */
final class OutlinedCode {

    private record Part(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

    private final ProgramClass self;
    // in a class that is redefined, which has to keep them; null: it is loaded
    private final Map<String, MethodTypeDesc> present;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    OutlinedCode(ProgramClass self, Class<?> redefined) {
        this.self = self;
        present = redefined == null ? null : presentIn(redefined);
    }

    private static Map<String, MethodTypeDesc> presentIn(Class<?> redefined) {
        Map<String, MethodTypeDesc> found = new LinkedHashMap<>();
        for (Method method : redefined.getDeclaredMethods()) {
            if (Names.isOutlined(method.getName())) {
                found.put(
                        method.getName(),
                        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                .describeConstable()
                                .orElseThrow());
            }
        }
        return found;
    }

    /** Calls the method whose code this is, which a description tells from others. */
    void call(CodeBuilder code, String description, MethodTypeDesc type, Consumer<CodeBuilder> body) {
        Part part = parts.computeIfAbsent(
                description + type.descriptorString(), key -> new Part(Names.outlined(parts.size()), type, body));
        code.invokestatic(self.desc(), part.name, type, self.isInterface());
    }

    /** A reference to the method whose code this is; null where a class that is redefined has none. */
    DirectMethodHandleDesc reference(String description, MethodTypeDesc type, Consumer<CodeBuilder> body) {
        String key = description + type.descriptorString();
        if (!parts.containsKey(key) && present != null && !type.equals(present.get(Names.outlined(parts.size())))) {
            return null;
        }
        Part part = parts.computeIfAbsent(key, none -> new Part(Names.outlined(parts.size()), type, body));
        return MethodHandleDesc.ofMethod(
                self.isInterface() ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC : DirectMethodHandleDesc.Kind.STATIC,
                self.desc(),
                part.name,
                type);
    }

    void write(ClassBuilder builder) {
        if (present != null) {
            parts.values().forEach(part -> present.remove(part.name));
            // nobody calls it any more
            present.forEach((name, type) -> builder.withMethodBody(
                    name, type, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, code -> code.aconst_null()
                            .athrow()));
        }
        parts.values()
                .forEach(part -> builder.withMethodBody(
                        part.name, part.type, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, part.body));
    }
}
