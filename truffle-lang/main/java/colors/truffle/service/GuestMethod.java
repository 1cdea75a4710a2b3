// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.services.MethodMetrics;
import colors.shapes.Entities;

/**
 * A method that a guest's program executes for clients.
 *
 * @param called as calls name it: {@code raise/2}
 */
record GuestMethod(String called, String name, MethodMetrics metrics) {
    /** Of the name entity in a call. */
    static GuestMethod of(int entity) {
        String called = Entities.name(entity);
        return new GuestMethod(called, nameOf(called), new MethodMetrics());
    }

    static String nameOf(String called) {
        return called.substring(0, called.lastIndexOf('/'));
    }
}
