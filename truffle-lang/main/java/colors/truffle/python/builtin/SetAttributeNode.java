// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.truffle.context.NumberRule;
import colors.truffle.node.WriteFieldNode;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.truffle.python.guest.PythonGuest;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.ReportPolymorphism;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;

/**
 * Sets an attribute of a shared object by name: the field, or what a data descriptor of the program's class (a
 * property) does. Which of the two is asked once for each class and name.
 */
@GenerateInline(false)
@ReportPolymorphism
abstract class SetAttributeNode extends Node {
    abstract void execute(Object self, Object name, Object value);

    @Specialization(
            guards = {"name == cachedName", "object.type() == cachedType", "isField"},
            limit = "4")
    @SuppressWarnings("unused")
    static void field(
            SharedObject object,
            TruffleString name,
            Object value,
            @Bind Node node,
            @Cached("name") TruffleString cachedName,
            @Cached("object.type()") SharedClass cachedType,
            @Cached("name.toJavaStringUncached()") String field,
            @Cached("isField(object, field)") boolean isField,
            @Cached WriteFieldNode write) {
        if (!write.execute(object, field, value, NumberRule.EXACT)) {
            FieldStore.putExactly(object, field, value, node);
        }
    }

    @Specialization
    static void general(Object self, Object name, Object value, @Bind Node node) {
        slow(self, name, value, node);
    }

    @TruffleBoundary
    private static void slow(Object self, Object name, Object value, Node node) {
        if (self instanceof SharedObject object
                && name instanceof TruffleString text
                && isField(object, text.toJavaStringUncached())) {
            FieldStore.putExactly(object, text.toJavaStringUncached(), value, node);
        } else {
            PythonGuest.of(node).setByDescriptor(self, name, value);
        }
    }

    @TruffleBoundary
    static boolean isField(SharedObject object, String name) {
        return PythonGuest.of(null).isField(object, name);
    }
}
