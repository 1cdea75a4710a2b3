// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * The owner of a monitor died, as a process or as a thread, before it left the critical section. What the monitor
 * protects may be half changed. Thrown once for each such death, to the next thread that enters, which does not have
 * the monitor then and may enter it again: {@link Monitors}.
 */
public final class MonitorAbandonedException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    MonitorAbandonedException(String message, Throwable cause) {
        super(Reason.ABANDONED, message, cause);
    }
}
