// SPDX-License-Identifier: Apache-2.0

/**
 * A transport for Apache Thrift between processes of one machine, over shared memory (CoLoRS paper, section 6.6):
 * protocols and generated code stay as they are.
 */
package colors.thrift;
