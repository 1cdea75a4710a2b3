// SPDX-License-Identifier: Apache-2.0
package colors.truffle;

import colors.truffle.border.PlainGuest;
import colors.truffle.context.Assembly;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.SharedMode;
import colors.truffle.context.ThreadMutator;
import colors.truffle.js.JavaScriptGuest;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.ContextThreadLocal;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLanguage.ContextPolicy;
import com.oracle.truffle.api.TruffleLanguage.Registration;
import com.oracle.truffle.api.nodes.RootNode;

/**
 * The language "colors": objects in shared memory, as other Truffle languages see them. It has no syntax; parsing any
 * text gives the {@linkplain Api API object}, which is also exported to the polyglot bindings as "colors".
 *
 * <p>A tour of the code, from below; each part knows only what stands before it:
 * <ul>
 * <li>{@link ColorsContext}: what one context has: its threads' mutators, and its {@code Guest}, the language-specific
 * part. {@link Assembly} has what lower parts need of higher ones.
 * <li>{@code GuestValues}: values at the border between a guest language and shared memory.
 * <li>{@code SharedObject} stands for an object and {@code SharedClass} for its class; {@code ContainerCore} and its
 * subclasses are the containers, without a language.
 * <li>{@code ReadFieldNode}, {@code WriteFieldNode} and the other nodes are the inline caches, of fields keyed by shape
 * id; every access follows the collector's protocol as {@link colors.heap.Heap} does, with the first half of each
 * step inline.
 * <li>{@code ObjectMessages} and the subclasses of {@code SharedContainer}: what other languages ask by interop.
 * <li>{@code CopyPlan}: deep copies. {@code Repository}, {@code Channel} and the other parts of the API object.
 * <li>{@code JavaScriptGuest}: JavaScript classes bound to shared ones, its values. {@code PythonGuest} and
 * {@code Accelerator}: the same for Python, and descriptors for GraalPy that reach the nodes without an interop call.
 * <li>{@link Api} puts the API object together. The launcher, beside all this, runs a program's file.
 * </ul>
 */
@Registration(id = ColorsLanguage.ID, name = "CoLoRS", contextPolicy = ContextPolicy.SHARED)
public final class ColorsLanguage extends TruffleLanguage<ColorsContext> {
    public static final String ID = "colors";

    static {
        Assembly.give(ColorsLanguage.class, new AllWrappers());
    }

    private final ContextThreadLocal<ThreadMutator> mutators =
            locals.createContextThreadLocal((context, thread) -> new ThreadMutator());
    private final ContextThreadLocal<SharedMode> sharedModes =
            locals.createContextThreadLocal((context, thread) -> new SharedMode());
    private final Assumption singleContext = Assumption.create("colors: one context");

    @Override
    protected void initializeMultipleContexts() {
        singleContext.invalidate();
    }

    @Override
    protected ColorsContext createContext(Env env) {
        var context = new ColorsContext(env, mutators, sharedModes, singleContext);
        context.setGuest(env.getPublicLanguages().containsKey("js") ? new JavaScriptGuest(context) : new PlainGuest());
        return context;
    }

    @Override
    protected void initializeContext(ColorsContext context) {
        context.env().exportSymbol(ID, Api.INSTANCE);
    }

    @Override
    protected boolean isThreadAccessAllowed(Thread thread, boolean singleThreaded) {
        return true;
    }

    @Override
    protected void initializeThread(ColorsContext context, Thread thread) {
        context.enteredBy(thread);
    }

    @Override
    protected CallTarget parse(ParsingRequest request) {
        return RootNode.createConstantNode(Api.INSTANCE).getCallTarget();
    }
}
