// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMap.ComparedBy;
import colors.names.Preparation;
import colors.roots.Instance;
import colors.roots.Shared;
import colors.values.PrivateKey;

/**
 * Keys whose class was prepared by the agent and has equals and hashCode of its own: these are asked, for there is an
 * instance.
 */
final class InstanceKeys {
    private static final ClassValue<Boolean> ASKED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class
                        && type.getAnnotation(ComparedBy.class) == null;
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e); // Object has it
            }
        }
    };

    private InstanceKeys() {}

    private static boolean isAsked(Class<?> type) {
        return Preparation.isPrepared(type) && ASKED.get(type);
    }

    /** The instance to ask about a shared object; null when its class is not asked. */
    static Object find(Shared object) {
        if (!Preparation.isActive()) {
            return null;
        }
        Shared wrapper = object instanceof ObjectWrapper ? HostLanguage.wrap(object.address(), object.chunk()) : object;
        return wrapper instanceof Instance && isAsked(Instance.classOf(wrapper)) ? wrapper : null;
    }

    /** Not 0, which is for those that are compared by identity. */
    static int hash(Object instance) {
        int hash = instance.hashCode();
        return hash != 0 ? hash : 1;
    }

    /** What stands for a private object that is looked for; null when its class is not asked. */
    static PrivateKey ofPrivate(Object object) {
        return isAsked(object.getClass()) ? new Asked(object) : null;
    }

    private record Asked(Object object) implements PrivateKey {
        @Override
        public int hash() {
            return InstanceKeys.hash(object);
        }

        @Override
        public boolean equal(Shared there) {
            Object instance = find(there);
            return instance != null && object.equals(instance);
        }
    }
}
