// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.truffle.interop.ValueForm;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.strings.TruffleString.Encoding;

/** Values as GraalPy's own code has them: None, its lists and tuples, and strings in its encoding. */
final class PythonForm extends ValueForm {
    static final PythonForm INSTANCE = new PythonForm();

    private PythonForm() {
    }

    @Override
    public Object nothing() {
        return PNone.NONE;
    }

    @Override
    public Object array(Object[] values) {
        return PFactory.createList(PythonLanguage.get(null), values);
    }

    @Override
    public Object pair(Object first, Object second) {
        return PFactory.createTuple(PythonLanguage.get(null), new Object[]{first, second});
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
