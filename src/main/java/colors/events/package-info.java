// SPDX-License-Identifier: Apache-2.0

/**
 * What this process tells Java Flight Recorder.
 *
 * <p>Uses nothing; used by colors.memory and colors.monitors.
 */
package colors.events;
