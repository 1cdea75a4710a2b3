// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.events.AttachEvent;
import colors.events.Recorder;

/** This process's one attachment to a segment, made at the first use and kept until the process ends. */
public final class Attachment {
    private static final int TIMEOUT_MS = 10_000;
    private static volatile long base;
    private static volatile boolean readOnly; // stored before base

    private Attachment() {}

    /**
     * Attaches if that has not happened yet. {@code colors stat} shows the process as a program in the language that
     * property colors.language names, else in Java, under the name of property colors.program, else of its main class.
     * Throws {@link SharedMemoryException}; a later call tries again.
     */
    public static void ensure() {
        if (base == 0) {
            attach(System.getProperty("colors.language", "java"));
        }
    }

    private static synchronized void attach(String language) {
        if (base == 0) {
            NativeLibrary.symbols(); // before class Native, whose initialisation would wrap the error
            AttachEvent event = Recorder.isStarted() ? AttachEvent.start() : null;
            long attached = Native.attach(
                    segmentName(),
                    language,
                    program(),
                    fingerprint(),
                    autostart(),
                    TIMEOUT_MS,
                    System.getProperty("colors.socket"),
                    System.getProperty("colors.daemonUser"),
                    readonly());
            // tells both: each function of another type that is linked takes 5 ms of the start
            readOnly = !Native.rangesUse();
            base = attached;
            if (event != null) {
                finish(event, language);
            }
        }
    }

    /** A guard that nobody notices when it is misspelt is none. */
    private static boolean readonly() {
        String text = System.getProperty("colors.readonly", "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT, "colors.readonly is '" + text + "'; true or false was expected");
        }
        return text.equals("true");
    }

    private static void finish(AttachEvent event, String language) {
        long objectsBytes = Segment.header(Layout.HEADER_OBJECTS_BYTES);
        event.finish(
                segmentName(),
                language,
                SegmentStatus.pidOfDaemon(),
                objectsBytes,
                Segment.header(Layout.HEADER_CLASSES_BYTES),
                isReadOnly());
    }

    /** Whether this process is attached. */
    public static boolean isAttached() {
        return base != 0;
    }

    /**
     * Whether this process can read shared objects and change none: property colors.readonly or variable
     * COLORS_READONLY, which the daemon may ask of a user.
     */
    public static boolean isReadOnly() {
        return base != 0 && readOnly;
    }

    /** Runs a cycle of the shared collector. For {@code Mutator.collect}. */
    public static void collect() {
        Native.collect(TIMEOUT_MS);
    }

    static long base() {
        if (base == 0) {
            throw SharedMemoryException.of(Reason.STATE, "this process is not attached to a segment");
        }
        return base;
    }

    /** The name of the segment: property colors.segment, variable COLORS_SEGMENT, else "default". */
    public static String segmentName() {
        String property = System.getProperty("colors.segment");
        String variable = System.getenv("COLORS_SEGMENT");
        return property != null ? property : variable != null ? variable : "default";
    }

    private static String program() {
        String given = System.getProperty("colors.program");
        String name = given != null
                ? given
                : mainOf(System.getProperty("sun.java.command", "").strip().split("\\s+", 3));
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** What the command line names: a class, module or jar, or the source file that java compiles and runs. */
    private static String mainOf(String[] command) {
        return command.length > 1 && command[0].endsWith("javac.launcher.SourceLauncher") ? command[1] : command[0];
    }

    /**
     * The layout this process claims; a test sets colors.fingerprint to be refused. 0: that of the loaded libcolors.
     */
    private static long fingerprint() {
        return Long.parseUnsignedLong(System.getProperty("colors.fingerprint", "0"), 16);
    }

    private static boolean autostart() {
        return Boolean.parseBoolean(System.getProperty("colors.autostart", "true"));
    }
}
