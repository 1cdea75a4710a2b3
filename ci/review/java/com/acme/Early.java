// SPDX-License-Identifier: Apache-2.0
package com.acme;

import colors.SharedMemory;
import colors.SharedMemoryException;

/** Is declared shareable, and loaded before the agent could rewrite it. */
public class Early {
    int n;

    public static void premain(String arguments) {
        // it is loaded now
    }

    public static void main(String[] arguments) {
        try {
            SharedMemory.copyIn(new Early());
        } catch (SharedMemoryException e) {
            System.out.println(e.getMessage());
        }
        System.exit(0);
    }
}
