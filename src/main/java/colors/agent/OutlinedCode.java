// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Static methods of a class that stand for what rewritten code would have in place: a call is three bytes. Used by one thread. */
final class OutlinedCode {

    private record Part(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    }

    private final ProgramClass self;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    OutlinedCode(ProgramClass self) {
        this.self = self;
    }

    /** Calls the method whose code this is, which a description tells from others. */
    void call(CodeBuilder code, String description, MethodTypeDesc type, Consumer<CodeBuilder> body) {
        Part part = parts.computeIfAbsent(description + type.descriptorString(), key -> new Part(Names.outlined(parts.size()), type, body));
        code.invokestatic(self.desc(), part.name, type, self.isInterface());
    }

    void write(ClassBuilder builder) {
        parts.values().forEach(part -> builder.withMethodBody(part.name, part.type, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, part.body));
    }
}
