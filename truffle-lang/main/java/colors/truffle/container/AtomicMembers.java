// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.truffle.border.Function;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ValueForm;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.List;

/** The atomic operations of lists, arrays and maps as members, beside what JavaScript's own have. */
final class AtomicMembers {
    private static final String COMPARE_AND_SET = "compareAndSet";
    private static final String GET_AND_SET = "getAndSet";
    private static final String GET_AND_ADD = "getAndAdd";
    static final List<String> NAMES = List.of(COMPARE_AND_SET, GET_AND_SET, GET_AND_ADD);

    private AtomicMembers() {}

    static boolean has(String member) {
        return NAMES.contains(member);
    }

    /** A method as a value. */
    static Function bound(SharedContainer container, String member) {
        return new Function(member, 0, Integer.MAX_VALUE, (context, arguments) -> call(container, member, arguments));
    }

    /** Throws SharedMemoryException (ARGUMENT) when there is no such index or key. */
    static Object call(SharedContainer container, String member, Object[] arguments) throws ArityException {
        int count = member.equals(COMPARE_AND_SET) ? 3 : 2;
        if (arguments.length != count) {
            throw ArityException.create(count, count, arguments.length);
        }
        Object[] all = new Object[count + 1];
        all[0] = container;
        System.arraycopy(arguments, 0, all, 1, count);
        Object result =
                switch (member) {
                    case COMPARE_AND_SET -> ContainerAtomics.compareAndSet(all);
                    case GET_AND_SET -> ContainerAtomics.getAndSet(all, ValueForm.INTEROP);
                    default -> ContainerAtomics.getAndAdd(all, ValueForm.INTEROP);
                };
        if (result == ContainerCore.ABSENT) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (container instanceof SharedMap ? "this shared map has no key " : "this shared list has no index ")
                            + InteropLibrary.getUncached().toDisplayString(arguments[0], false)
                            + "; nothing was stored");
        }
        return result;
    }
}
