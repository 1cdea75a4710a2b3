// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import sun.misc.Signal;

/**
 * Runs JavaScript line by line, and shows what each one gives. More lines are read where the code of those before ends
 * too early. While it waits for a line the program's timers run. Ctrl-C ends what runs, or forgets the lines that are
 * not complete.
 */
final class JsLines {
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final Context context;
    private final StandardInput input;
    private final JsConsole console;
    private final EventLoop events;
    private final StringBuilder code = new StringBuilder();
    private boolean isRunning; // guarded by this: code of the program
    private boolean isInterrupting; // guarded by this
    private boolean isReading; // guarded by this: it waits for a line, and what runs is a timer

    JsLines(Context context, StandardInput input, JsConsole console, EventLoop events) {
        this.context = context;
        this.input = input;
        this.console = console;
        this.events = events;
    }

    /** Until the input ends. Throws the PolyglotException of what ends the program. */
    int run(boolean greets) {
        handleInterrupts();
        if (greets) {
            System.out.println(JsProgram.version()
                    + ", with shared objects by Polyglot.import(\"colors\"). Ctrl-D or quit() ends.");
        }
        for (String line = readLine(); line != null; line = readLine()) {
            code.append(line);
            evaluate(true);
        }
        if (!code.isEmpty()) {
            evaluate(false);
        }
        System.out.println();
        return 0;
    }

    private void handleInterrupts() {
        try {
            Signal.handle(new Signal("INT"), signal -> interrupt());
        } catch (IllegalArgumentException e) {
            // -Xrs: Ctrl-C ends the process
        }
    }

    private void interrupt() {
        synchronized (this) {
            if (isReading || !isRunning) {
                input.wake();
            }
            if (!isRunning || isInterrupting) {
                return;
            }
            isInterrupting = true;
        }
        try {
            while (!tryInterrupt() && isRunning()) {
                // it has not left the context yet
            }
        } finally {
            endInterrupt();
        }
    }

    /**
     * Interrupts the program and waits until it left the context; false when that took long. With no time-out Truffle
     * (25.0.3) can wait for ever for one that left meanwhile.
     */
    private boolean tryInterrupt() {
        try {
            context.interrupt(PATIENCE);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private synchronized boolean isRunning() {
        return isRunning;
    }

    private synchronized void endInterrupt() {
        isInterrupting = false;
        notifyAll();
    }

    /**
     * Code of the program begins. A Ctrl-C of what ran before has only to see that this ended; it would end what
     * begins, or wait for its end.
     */
    private synchronized void begin() {
        while (isInterrupting) {
            try {
                wait();
            } catch (InterruptedException e) {
                // by that Ctrl-C
            }
        }
        Thread.interrupted(); // the same
        isRunning = true;
    }

    private synchronized void end() {
        isRunning = false;
    }

    /** The next line with its end; null at the input's end. */
    private String readLine() {
        setReading(true);
        try {
            return readWhileTimersRun();
        } finally {
            setReading(false);
        }
    }

    private synchronized void setReading(boolean is) {
        isReading = is;
    }

    private String readWhileTimersRun() {
        prompt();
        var line = new ByteArrayOutputStream();
        try {
            while (true) {
                StandardInput.State state = await();
                if (state == StandardInput.State.WOKEN) {
                    code.setLength(0);
                    line.reset();
                    System.out.println();
                    prompt();
                } else if (state == StandardInput.State.READY && (!input.takeLine(line) || endsLine(line))) {
                    return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
                }
            }
        } catch (IOException e) {
            System.err.println("js: cannot read the standard input: " + e.getMessage());
            return null;
        }
    }

    private StandardInput.State await() {
        try {
            return input.await(runTimers());
        } catch (InterruptedException e) {
            return StandardInput.State.LATE; // the Ctrl-C of a run that had ended when it came
        }
    }

    private void prompt() {
        System.out.print(code.isEmpty() ? "> " : "... ");
        System.out.flush();
    }

    private static boolean endsLine(ByteArrayOutputStream line) {
        byte[] bytes = line.toByteArray();
        return bytes.length > 0 && bytes[bytes.length - 1] == '\n';
    }

    /** Nanoseconds until one is due again. */
    private long runTimers() {
        long[] next = {0};
        attempt(() -> next[0] = events.runDue());
        return next[0];
    }

    private void evaluate(boolean moreMayCome) {
        attempt(() -> {
            String text = code.toString();
            Value parsed;
            try {
                parsed = parse(text);
            } catch (PolyglotException e) {
                if (moreMayCome && isIncomplete(text, e)) {
                    return;
                }
                code.setLength(0);
                throw e;
            }
            code.setLength(0);
            console.show(parsed.execute());
        });
    }

    /** What begins with a brace is an object if it can be one, as in Node, else a block. */
    private Value parse(String text) {
        if (text.stripLeading().startsWith("{") && !text.stripTrailing().endsWith(";")) {
            try {
                return context.parse(source("(" + text + ")"));
            } catch (PolyglotException e) {
                // a block, or wrong
            }
        }
        return context.parse(source(text));
    }

    /**
     * GraalJS says it of all but what is in a template or a comment at the end: with the end of that it is right, or
     * incomplete.
     */
    private boolean isIncomplete(String text, PolyglotException error) {
        return error.isIncompleteSource()
                || text.contains("`") && isBegun(text + "`")
                || text.contains("/*") && isBegun(text + "*/");
    }

    private boolean isBegun(String text) {
        try {
            context.parse(source(text));
            return true;
        } catch (PolyglotException e) {
            return e.isIncompleteSource();
        }
    }

    private static Source source(String text) {
        return Source.newBuilder("js", text, "<console>").buildLiteral();
    }

    /** Runs code of the program; tells of an error, and goes on unless it ends the program. */
    private void attempt(Runnable action) {
        begin();
        try {
            action.run();
        } catch (PolyglotException e) {
            if (e.isExit() || e.isCancelled()) {
                throw e;
            } else if (e.isInterrupted()) {
                System.err.println("interrupted");
            } else {
                console.reportUncaught(e);
            }
        } finally {
            end();
        }
    }
}
