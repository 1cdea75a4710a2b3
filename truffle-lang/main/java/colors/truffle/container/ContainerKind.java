// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.context.Assembly;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;

/**
 * The kinds of containers: each is the meta object of its containers, and what languages give classes of their own for.
 */
@ExportLibrary(InteropLibrary.class)
public enum ContainerKind implements TruffleObject {
    LIST("list"),
    FROZEN_LIST("frozen list"),
    MAP("map"),
    FROZEN_MAP("frozen map"),
    SET("set"),
    FROZEN_SET("frozen set"),
    BINARY("binary"),
    ARRAY("array"),
    FROZEN_BINARY("frozen binary"),
    CURSOR("cursor");

    private final String text;

    ContainerKind(String text) {
        this.text = text;
    }

    @ExportMessage
    boolean isMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaSimpleName() {
        return text;
    }

    @ExportMessage
    Object getMetaQualifiedName() {
        return text;
    }

    @ExportMessage
    boolean isMetaInstance(Object instance) {
        return instance instanceof SharedContainer container && container.kind() == this;
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofKind(ContainerKind receiver, ContainerKind other) {
            return TriState.valueOf(receiver == other);
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(ContainerKind receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    int identityHashCode() {
        return System.identityHashCode(this);
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return Assembly.language();
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return text;
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }
}
