// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.agent.program.Patterns;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import colors.support.Forge;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sizes of rewritten methods. Needs no agent. */
class ClassRewriterTest {
    private static final ClassDesc STRINGS = CD_String.arrayType();

    @BeforeAll
    static void declare() {
        Patterns patterns = new Patterns();
        patterns.add("company.shareable.*");
        ProgramClasses.use(patterns, ClassRewriter::judge);
    }

    /** The size of a rewritten method of this code, and that of the original. */
    private static int[] sizes(String name, Consumer<CodeBuilder> body) throws Exception {
        MethodTypeDesc type = MethodTypeDesc.of(CD_void, CD_int.arrayType(), CD_Object, STRINGS);
        Forge forge = new Forge().add(name, builder -> {
            builder.withField("n", CD_int, ClassFile.ACC_PUBLIC);
            Forge.method(builder, "body", type, code -> {
                body.accept(code);
                code.return_();
            });
        });
        ProgramClass facts = ProgramClasses.find(forge, "company/shareable/" + name);
        int original = size(ClassFile.of().parse(facts.classFile()), "body");
        ProgramClass.Verdict verdict = ProgramClasses.verdict(facts);
        assertTrue(verdict.isPrepared(), verdict.obstacle());
        byte[] rewritten = verdict.rewritten().classFile();
        assertNotNull(rewritten);
        assertEquals(List.of(), ClassRewriter.context(forge).verify(rewritten));
        return new int[] {size(ClassFile.of().parse(rewritten), "body"), original};
    }

    private static int size(ClassModel model, String method) {
        return model.methods().stream()
                .filter(each -> each.methodName().equalsString(method))
                .findFirst()
                .orElseThrow()
                .findAttribute(Attributes.code())
                .orElseThrow()
                .codeLength();
    }

    private static Consumer<CodeBuilder> times(int count, Consumer<CodeBuilder> part) {
        return code -> {
            for (int i = 0; i < count; i++) {
                part.accept(code);
            }
        };
    }

    private static void check(String name, int count, Consumer<CodeBuilder> part) throws Exception {
        int[] few = sizes(name + "Few", times(10, part));
        int[] many = sizes(name + "Many", times(count, part));
        // this test tests nothing then
        assertTrue(few[0] * count / 10 > ClassRewriter.COMPILED, "it would be compiled as it is");
        assertTrue(
                many[1] < ClassRewriter.COMPILED && many[0] <= ClassRewriter.COMPILED,
                name + ": " + many[0] + " bytes, which were " + many[1]);
    }

    @Test
    void methodsThatAreCompiledStillAre() throws Exception {
        check("NewArrays", 700, code -> code.iconst_3().newarray(TypeKind.INT).pop());
        check("Casts", 1000, code -> code.aload(1).checkcast(STRINGS).pop());
        check("Loads", 1200, code -> code.aload(2).iconst_0().aaload().pop());
        check("Lengths", 1500, code -> code.aload(0).arraylength().pop());
        check("Calls", 1000, code -> code.aload(0)
                .invokestatic(
                        ClassDesc.of("java.util.Arrays"), "sort", MethodTypeDesc.of(CD_void, CD_int.arrayType())));
    }

    @Test
    void tablesOfConstantsDoNotGrow() throws Exception {
        int[] sizes = sizes("Constants", code -> {
            code.loadConstant(7000).newarray(TypeKind.INT);
            for (int i = 0; i < 7000; i++) {
                code.dup().loadConstant(i).loadConstant(40_000 + i).iastore();
            }
            code.pop();
        });
        assertTrue(sizes[1] > 50_000 && sizes[0] < sizes[1] + 20, sizes[0] + " bytes, which were " + sizes[1]);
    }

    @Test
    void smallMethodsAreFast() throws Exception {
        int[] sizes = sizes("Small", code -> code.aload(0).arraylength().pop());
        assertEquals(sizes[1] + 5, sizes[0]); // dup, arraylength, swap, invokestatic
    }
}
