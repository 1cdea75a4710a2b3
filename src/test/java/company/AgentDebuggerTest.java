// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.support.WithDaemon;
import company.shareable.Employee;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDK's debugger shows of a shared object. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentDebuggerTest {
    private static final String PROMPT = "main[1] ";

    /** The process that is debugged. */
    public static final class Program {
        public static void main(String[] arguments) {
            here(SharedMemory.copyIn(new Employee("Ada", 4)));
        }

        static void here(Employee employee) {
            System.out.println(employee.name());
        }

        static Employee made() {
            return SharedMemory.construct(() -> new Employee("Ada", 4));
        }

        static Employee nobody() {
            return SharedMemory.construct(Employee::new);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"share", "exclusive"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void printShowsTheFieldsOfASharedObject(String option) throws Exception {
        debug(option, (in, out) -> {
            String printed = print(in, out, "employee");
            assertTrue(
                    printed.contains("company.shareable.Employee@")
                            && printed.contains("name=Ada")
                            && printed.contains("salary=4.0"),
                    printed);
            printed = print(in, out, "employee.salary()");
            assertTrue(printed.contains("employee.salary() = 4.0"), printed);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"share", "exclusive"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPreparedClassCanBeRedefined(String option, @TempDir Path folder) throws Exception {
        Path changed = Files.write(folder.resolve("Employee.class"), withHigherSalary());
        debug(option, (in, out) -> {
            String printed = redefine(in, out, changed);
            assertFalse(printed.contains("Error"), printed);
            printed = print(in, out, "employee.salary()");
            assertTrue(printed.contains("employee.salary() = 1004.0"), printed);
        });
    }

    /** Class Employee as its compiler made it, with another body of salary(). */
    private static byte[] withHigherSalary() throws IOException {
        try (InputStream file = Employee.class.getResourceAsStream("Employee.class")) {
            ClassFile context = ClassFile.of();
            return context.transformClass(
                    context.parse(file.readAllBytes()),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString("salary"), (code, element) -> {
                                if (element instanceof ReturnInstruction) {
                                    code.loadConstant(1000.0).dadd();
                                }
                                code.with(element);
                            }));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"share", "exclusive"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aStraightConstructorMayBecomeAnother(String option, @TempDir Path folder) throws Exception {
        Path changed = Files.write(folder.resolve("Employee.class"), withOtherConstructors());
        debug(option, (in, out) -> {
            String printed = print(in, out, Program.class.getName() + ".made().salary()");
            assertTrue(printed.contains("salary() = 4.0"), printed);
            printed = redefine(in, out, changed);
            assertFalse(printed.contains("Error"), printed);
            printed = print(in, out, Program.class.getName() + ".made().salary()");
            assertTrue(printed.contains("salary() = 7.0"), printed);
            printed = print(in, out, Program.class.getName() + ".nobody().salary()");
            assertTrue(printed.contains("salary() = 9.0"), printed);
        });
    }

    /** Objects of an exclusive class have no field for it. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aConstructorThatStoresBeforeSuperAsItDidNotIsNoNewCode(@TempDir Path folder) throws Exception {
        Path changed = Files.write(folder.resolve("Employee.class"), withEarlyStores());
        debug("exclusive", (in, out) -> {
            String printed = redefine(in, out, changed);
            assertTrue(printed.contains("Error"), printed);
            printed = print(in, out, Program.class.getName() + ".made().salary()");
            assertTrue(printed.contains("salary() = 4.0"), printed);
        });
    }

    private static byte[] withEarlyStores() throws IOException {
        ClassDesc employee = Employee.class.describeConstable().orElseThrow();
        try (InputStream file = Employee.class.getResourceAsStream("Employee.class")) {
            ClassFile context = ClassFile.of();
            return context.transformClass(
                    context.parse(file.readAllBytes()),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString(ConstantDescs.INIT_NAME), (code, element) -> {
                                if (element instanceof InvokeInstruction call
                                        && call.name().equalsString(ConstantDescs.INIT_NAME)
                                        && call.owner().asInternalName().equals("java/lang/Object")) {
                                    code.aload(0)
                                            .loadConstant(1.0)
                                            .putfield(employee, "salary", ConstantDescs.CD_double);
                                }
                                code.with(element);
                            }));
        }
    }

    /**
     * Class Employee whose one constructor lets others see the object, as it did not before, and whose other one does
     * not any more.
     */
    private static byte[] withOtherConstructors() throws IOException {
        ClassDesc employee = Employee.class.describeConstable().orElseThrow();
        try (InputStream file = Employee.class.getResourceAsStream("Employee.class")) {
            ClassFile context = ClassFile.of();
            return context.transformClass(
                    context.parse(file.readAllBytes()),
                    ClassTransform.transformingMethods(
                            method -> method.methodName().equalsString(ConstantDescs.INIT_NAME), (builder, element) -> {
                                if (element instanceof CodeModel code) {
                                    boolean seen = code.parent()
                                                    .orElseThrow()
                                                    .methodTypeSymbol()
                                                    .parameterCount()
                                            > 0;
                                    builder.withCode(made -> {
                                        made.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .aload(0)
                                                .loadConstant(seen ? 7.0 : 9.0)
                                                .putfield(employee, "salary", ConstantDescs.CD_double);
                                        if (seen) {
                                            made.aload(0)
                                                    .invokevirtual(
                                                            ConstantDescs.CD_Object,
                                                            "hashCode",
                                                            MethodTypeDesc.of(ConstantDescs.CD_int))
                                                    .pop();
                                        }
                                        made.return_();
                                    });
                                } else {
                                    builder.with(element);
                                }
                            }));
        }
    }

    private interface Session {
        void run(Writer in, Reader out) throws IOException;
    }

    /** Where the program has a shared object, employee. */
    private static void debug(String option, Session session) throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        Process jdb = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jdb").toString(),
                        "-R-javaagent:" + target.resolve("colors-runtime.jar") + "=" + option + "=company.shareable.*",
                        "-R--enable-native-access=ALL-UNNAMED",
                        "-R-Dcolors.home=" + System.getProperty("colors.home"),
                        "-R-Dcolors.segment=" + WithDaemon.start(),
                        "-R-Dcolors.check=" + System.getProperty("colors.check", "0"),
                        "-classpath",
                        target.resolve("classes") + ":" + target.resolve("test-classes"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        try (Writer in = jdb.outputWriter();
                Reader out = jdb.inputReader()) {
            await(out, "> ");
            send(in, "stop in " + Program.class.getName() + ".here");
            await(out, "> ");
            send(in, "run");
            await(out, PROMPT);
            session.run(in, out);
            send(in, "cont");
        } finally {
            if (!jdb.waitFor(10, TimeUnit.SECONDS)) {
                jdb.destroyForcibly();
            }
        }
    }

    /**
     * What jdb says of an expression. Not what comes before the next prompt: there may be one more of before, as the
     * command that runs the program prints one, and the program's stop another.
     */
    private static String print(Writer in, Reader out, String expression) throws IOException {
        send(in, "print " + expression);
        return await(out, " " + expression + " = ") + await(out, PROMPT);
    }

    /** What is printed before the next command's answer. */
    private static String redefine(Writer in, Reader out, Path file) throws IOException {
        send(in, "redefine " + Employee.class.getName() + " " + file);
        return print(in, out, "4711");
    }

    private static void send(Writer in, String command) throws IOException {
        in.write(command + "\n");
        in.flush();
    }

    /** What comes until the text has come. */
    private static String await(Reader out, String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            int next = out.read();
            if (next < 0) {
                throw new IOException("jdb ended; it printed " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }
}
