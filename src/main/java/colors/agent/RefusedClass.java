// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.constant.ConstantDescs.CD_String;

import colors.agent.program.AgentView;
import colors.agent.program.Names;
import colors.agent.rewriting.ClassRewriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * A class that must not run: each of its methods throws, and says why. An agent cannot keep the JVM from loading one.
 */
final class RefusedClass {
    private static final ClassDesc PLAIN =
            IllegalStateException.class.describeConstable().orElseThrow();
    private static final ClassDesc CLEAR =
            colors.SharedMemoryException.class.describeConstable().orElseThrow();

    private RefusedClass() {}

    static byte[] of(ClassLoader loader, byte[] classFile, String why) {
        boolean findsAgent = AgentView.finds(loader);
        ClassFile context = ClassRewriter.context(loader);
        MethodTransform throwing = (builder, element) -> {
            if (element instanceof CodeModel) {
                builder.withCode(code -> refuse(code, why, findsAgent));
            } else {
                builder.with(element);
            }
        };
        return context.transformClass(context.parse(classFile), ClassTransform.transformingMethods(throwing));
    }

    private static void refuse(CodeBuilder code, String why, boolean findsAgent) {
        if (findsAgent) {
            code.loadConstant(why)
                    .invokestatic(Names.BORDER, "refusal", MethodTypeDesc.of(CLEAR, CD_String))
                    .athrow();
        } else {
            code.new_(PLAIN)
                    .dup()
                    .loadConstant(why)
                    .invokespecial(PLAIN, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, CD_String))
                    .athrow();
        }
    }
}
