// SPDX-License-Identifier: Apache-2.0

/**
 * Services of Java programs: what {@code colors.rpc} gives to programs. Clients are proxies of the program's
 * interfaces, servers are threads that call its objects. Uses the calls of libcolors and the wrappers.
 */
package colors.services;
