// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of services as spans of OpenTelemetry (docs/rpc.md, rpc.tracing). Needs OpenTelemetry's API alone: without an
 * SDK nothing is recorded, and contexts are passed on.
 */
package colors.opentelemetry;
