// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** What changes answers of listStatus: an operation of HDFS on a path, with an argument. */
enum FileUpdate {
    /** Makes a file of that text, or replaces it. */
    create {
        @Override
        void apply(FileSystem files, Path path, String text) throws IOException {
            write(files.create(path), text);
        }
    },
    /** Adds that text to a file. */
    append {
        @Override
        void apply(FileSystem files, Path path, String text) throws IOException {
            write(files.append(path), text);
        }
    },
    /** Removes a file, or a directory with all in it. */
    rm {
        @Override
        void apply(FileSystem files, Path path, String nothing) throws IOException {
            expect(files.delete(path, true), path);
        }
    },
    /** Gives a file or directory that new path. */
    rename {
        @Override
        void apply(FileSystem files, Path path, String newPath) throws IOException {
            expect(files.rename(path, new Path(newPath)), path);
        }
    },
    /** Makes a directory, and those above that are missing. */
    mkdirs {
        @Override
        void apply(FileSystem files, Path path, String nothing) throws IOException {
            expect(files.mkdirs(path), path);
        }
    },
    /** Sets the permission, which is in octal digits. */
    chmod {
        @Override
        void apply(FileSystem files, Path path, String permission) throws IOException {
            files.setPermission(path, new FsPermission(permission));
        }
    },
    /** Sets OWNER:GROUP. */
    chown {
        @Override
        void apply(FileSystem files, Path path, String owner) throws IOException {
            String[] names = owner.split(":", 2);
            if (names.length < 2) {
                throw new IllegalArgumentException("chown needs OWNER:GROUP, not " + owner);
            }
            files.setOwner(path, names[0], names[1]);
        }
    };

    abstract void apply(FileSystem files, Path path, String argument) throws IOException;

    /** Whether this update may change the answer for a directory: also an ancestor's, whose entries' times change. */
    boolean conflicts(String directory, String path, String argument) {
        return areRelated(directory, path) || this == rename && areRelated(directory, argument);
    }

    private static boolean areRelated(String one, String other) {
        return isWithin(one, other) || isWithin(other, one);
    }

    private static boolean isWithin(String path, String directory) {
        return path.equals(directory) || path.startsWith(directory.endsWith("/") ? directory : directory + "/");
    }

    void expect(boolean isDone, Path path) throws IOException {
        if (!isDone) {
            throw new IOException("HDFS refused " + this + " of " + path);
        }
    }

    private static void write(OutputStream file, String text) throws IOException {
        try (file) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
