// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.SlotKind;
import colors.truffle.container.FlatForm;
import colors.truffle.container.FlatValues;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.ValueForm;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.IntSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.LongSequenceStorage;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.strings.TruffleString.Encoding;

/** Values as GraalPy's own code has them: None, its lists and tuples, and strings in its encoding. */
public final class PythonForm extends ValueForm implements FlatForm {
    public static final PythonForm INSTANCE = new PythonForm();

    private PythonForm() {}

    @Override
    public Object nothing() {
        return PNone.NONE;
    }

    @Override
    public Object array(Object[] values) {
        return PFactory.createList(PythonLanguage.get(null), values);
    }

    /** A list with GraalPy's storage for such numbers. */
    @Override
    public Object elements(FlatCore array, int from, int to) {
        int kind = array.kind();
        return kind == Layout.SLOT_BOOLEAN
                ? array(FlatValues.toGuest(array, from, to))
                : PFactory.createList(
                        PythonLanguage.get(null),
                        kind == Layout.SLOT_INT64
                                ? new LongSequenceStorage(longs(array, from, to))
                                : Flats.isFloat(kind)
                                        ? new DoubleSequenceStorage(doubles(array, from, to))
                                        : new IntSequenceStorage(ints(array, from, to)));
    }

    private static int[] ints(FlatCore array, int from, int to) {
        SlotKind slot = Flats.slotKind(array.kind());
        int shift = array.shift();
        var numbers = new int[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) array.load(slot, shift, from + i);
        }
        return numbers;
    }

    private static long[] longs(FlatCore array, int from, int to) {
        SlotKind slot = Flats.slotKind(array.kind());
        int shift = array.shift();
        var numbers = new long[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = array.load(slot, shift, from + i);
        }
        return numbers;
    }

    private static double[] doubles(FlatCore array, int from, int to) {
        SlotKind slot = Flats.slotKind(array.kind());
        int shift = array.shift();
        var numbers = new double[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Double.longBitsToDouble(array.load(slot, shift, from + i));
        }
        return numbers;
    }

    @Override
    public Object pair(Object first, Object second) {
        return PFactory.createTuple(PythonLanguage.get(null), new Object[] {first, second});
    }

    @Override
    public Object bytes(byte[] bytes) {
        return PFactory.createBytes(PythonLanguage.get(null), bytes);
    }

    @Override
    public Encoding encoding(Encoding given) {
        return PythonUtils.TS_ENCODING;
    }
}
