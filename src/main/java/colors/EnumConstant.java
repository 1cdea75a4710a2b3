// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;

/**
 * A constant of an enum of which this program has no class: what a shared enum constant reads as then, and may be
 * stored as. A value: equal when the enum and the constant are. Immutable and thread-safe.
 *
 * @param type the shared name of the enum, for instance {@code company.Color}
 * @param name the constant's name
 */
public record EnumConstant(String type, String name) {
    /** Throws SharedMemoryException (ARGUMENT) when one of them is null or empty, or the type is reserved. */
    public EnumConstant {
        if (type == null || type.isEmpty() || name == null || name.isEmpty()) {
            throw new SharedMemoryException(
                    Reason.ARGUMENT,
                    "an enum constant has the shared name of its enum and a name of its own, not '" + type + "' and '"
                            + name + "'");
        }
        SharedMemory.checkName(type);
    }

    /** What a constant of this program's own enum is to other programs. */
    public static EnumConstant of(Enum<?> constant) {
        return new EnumConstant(SharedMemory.sharedName(constant), constant.name());
    }

    /**
     * Makes an enum the one that constants of its shared name are read as. Only needed for an enum with a {@link
     * SharedName} that this program reads before it stores a constant of it or uses a class with a field of it.
     */
    public static void register(Class<? extends Enum<?>> type) {
        SharedMemory.register(type);
    }

    /** For instance {@code company.Color.RED}. */
    @Override
    public String toString() {
        return type + "." + name;
    }
}
