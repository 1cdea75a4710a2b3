// SPDX-License-Identifier: Apache-2.0

/**
 * The program's classes as shared memory has them: their fields, handles and constructors. Uses the handles and those
 * below; used by the API, the agent and copies.
 */
package colors.classes;
