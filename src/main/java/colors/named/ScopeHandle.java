// SPDX-License-Identifier: Apache-2.0
package colors.named;

import colors.Scope;
import colors.SharedMemoryException;
import colors.roots.Instance;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.roots.Shared;
import colors.wrappers.BinaryWrapper;
import colors.wrappers.HostLanguage;
import colors.wrappers.Instances;
import colors.wrappers.ListView;
import colors.wrappers.ListWrapper;
import colors.wrappers.MapView;
import colors.wrappers.MapWrapper;
import colors.wrappers.ObjectWrapper;
import colors.wrappers.SetView;
import colors.wrappers.SetWrapper;
import java.lang.ref.Reference;

/** A scope of this process. */
public final class ScopeHandle implements Scope {
    private final RootScope scope = RootScope.open();

    @Override
    public <T> T keep(T object) {
        return object instanceof Shared shared ? kept(object, shared) : object;
    }

    @SuppressWarnings("unchecked") // a wrapper of the same class
    private <T> T kept(T object, Shared shared) {
        long address = shared.address();
        Object kept =
                switch (shared) {
                    case ObjectWrapper _ -> new ObjectWrapper(address, scope.keep(address));
                    case Instance instance -> Instances.wrap(Instance.classOf(instance), address, scope.keep(address));
                    case ListWrapper _, MapWrapper _, SetWrapper _, BinaryWrapper _ ->
                        HostLanguage.wrap(address, scope.keep(address));
                    case ListView<?> view -> view.of((ListWrapper) HostLanguage.wrap(address, scope.keep(address)));
                    case MapView<?, ?> view -> view.of(new MapWrapper(address, scope.keep(address)));
                    case SetView.Whole<?> view -> view.of(new SetWrapper(address, scope.keep(address)));
                    default ->
                        throw SharedMemoryException.of(
                                SharedMemoryException.Reason.ARGUMENT,
                                "a " + object.getClass().getName()
                                        + " stands for a shared container, and cannot be kept; keep the container"
                                        + " itself");
                };
        Reference.reachabilityFence(shared);
        return (T) kept;
    }

    /** The chunk that roots an object from now on, which is not of this scope. */
    public RootChunk root(long address) {
        return scope.keep(address);
    }

    @Override
    public void close() {
        scope.close(RootScope.Ending.BY_PROGRAM);
    }

    /** For what opened it around code of the program. */
    public void end() {
        scope.close(RootScope.Ending.LEXICAL);
    }
}
