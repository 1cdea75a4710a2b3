// SPDX-License-Identifier: Apache-2.0

/**
 * What stands for shared objects in host Java: conversion of values, views, keys, arrays.
 *
 * <p>Uses colors.mapping, colors.values and those below; used by the API, handles and copies.
 */
package colors.wrappers;
