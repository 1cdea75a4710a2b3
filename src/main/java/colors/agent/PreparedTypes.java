// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.border.Construction;
import colors.agent.program.ProgramClasses;
import colors.names.Preparation;
import colors.values.PrivateReference;
import java.lang.invoke.MethodHandle;

/** The running agent's answers to the rest of the runtime. */
final class PreparedTypes extends Preparation {
    private PreparedTypes() {}

    static void activate() {
        Preparation.activate(new PreparedTypes());
        PrivateReference.advise(PreparedTypes::advice);
    }

    /** Where new makes private objects in shared mode too, why. */
    private static String advice(Class<?> type) {
        if (!Construction.isShared()
                || type.isArray()
                || ProgramClasses.isOfJdk(type.getName().replace('.', '/'))
                || SharedSubclass.isPrepared(type)) {
            return "";
        }
        String why = SharedSubclass.refusal(type);
        return "; the agent did not prepare the class, so that new makes private objects of it: "
                + (why == null ? "it is not declared shareable, add it to share=" : why);
    }

    @Override
    protected boolean declares(Class<?> type) {
        return ProgramClasses.patterns().matches(type.getName().replace('.', '/'));
    }

    @Override
    protected boolean prepared(Class<?> type) {
        return SharedSubclass.isPrepared(type);
    }

    @Override
    protected boolean instantiates(Class<?> type) {
        return SharedSubclass.isInstantiable(type);
    }

    @Override
    protected boolean concrete(Class<?> type) {
        return SharedSubclass.isConcrete(type);
    }

    @Override
    protected void check(Class<?> type, String alternative) {
        SharedSubclass.checkPrepared(type, alternative);
    }

    @Override
    protected MethodHandle makerOf(Class<?> type) {
        return SharedSubclass.of(type).make();
    }

    @Override
    protected Class<?> generated(Class<?> type) {
        return SharedSubclass.of(type).generated();
    }

    @Override
    protected void openTo(Class<?> record) {
        Access.open(record);
    }

    @Override
    protected Class<?> named(String sharedName, ClassLoader asking) {
        return PreparedNames.find(sharedName, asking);
    }

    @Override
    protected int names() {
        return PreparedNames.generation();
    }
}
