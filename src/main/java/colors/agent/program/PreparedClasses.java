// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.lang.constant.ClassDesc;
import java.util.HashSet;
import java.util.Set;

/**
 * The classes that one rewrite takes for prepared. Whether a class is depends on whether it can be rewritten, and its
 * code names other classes: so it is first rewritten as if every candidate was prepared, which is the most that can be
 * asked of it, and its verdict rests on that alone. Used by one thread.
 */
public abstract class PreparedClasses {
    public final ClassLoader loader;

    private PreparedClasses(ClassLoader loader) {
        this.loader = loader;
    }

    public abstract boolean contain(ProgramClass type);

    /** Those for the verdict on a class. */
    public static final class Candidates extends PreparedClasses {
        private final Set<String> assumed = new HashSet<>();

        public Candidates(ClassLoader loader) {
            super(loader);
        }

        @Override
        public boolean contain(ProgramClass type) {
            if (type.isCandidate()) {
                assumed.add(type.name());
            }
            return type.isCandidate();
        }

        /** Those that it contained when it was asked. */
        public Set<String> assumed() {
            return Set.copyOf(assumed);
        }
    }

    /** Those that are. */
    public static PreparedClasses of(ClassLoader loader) {
        return new PreparedClasses(loader) {
            @Override
            public boolean contain(ProgramClass type) {
                return ProgramClasses.isPrepared(type);
            }
        };
    }

    /** Null when a class is not prepared. */
    public final ProgramClass find(String name) {
        ProgramClass found = ProgramClasses.findDeclared(loader, name);
        return found != null && contain(found) ? found : null;
    }

    /**
     * Who declares the shared field that an instruction with this owner names; null: it is not a field of a prepared
     * class.
     */
    public final ProgramClass declaring(String owner, String field, ClassDesc type) {
        for (ProgramClass c = find(owner); c != null; c = c.superclass()) {
            if (c.field(field, type) != null) {
                return contain(c) ? c : null;
            }
        }
        return null;
    }
}
