// SPDX-License-Identifier: Apache-2.0

/**
 * What the program finds by a name or opens for a stretch of its work: repositories, channels, scopes. Uses the
 * wrappers; the API gives it to programs.
 */
package colors.named;
