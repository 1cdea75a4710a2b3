// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.ModuleHashesAttribute;
import java.nio.file.Files;
import java.nio.file.Path;

/** Takes the hashes of other modules out of a module-info.class: jlink wants none of modules that are folders. */
class DropHashes {
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        var module = ClassFile.of().parse(file);
        Files.write(
                file,
                ClassFile.of()
                        .transformClass(
                                module, ClassTransform.dropping(element -> element instanceof ModuleHashesAttribute)));
    }
}
