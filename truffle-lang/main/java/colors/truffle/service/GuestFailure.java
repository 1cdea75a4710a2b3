// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.calls.CallFailure;
import colors.truffle.context.LanguageValue;

/** Why there is no result, as the code of a service gives it back. */
final class GuestFailure extends LanguageValue {
    final CallFailure failure;

    GuestFailure(CallFailure failure) {
        this.failure = failure;
    }

    @Override
    public String toString() {
        return "failure: " + failure.message();
    }
}
