// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.agent.border.ArrayBorder;
import colors.agent.border.ArrayCalls;
import colors.agent.border.Border;
import colors.agent.border.Boxes;
import colors.agent.border.Construction;
import colors.agent.border.LockToken;
import colors.agent.border.Marker;
import colors.agent.border.NewCollection;
import colors.memory.Segment;
import colors.roots.ArrayAccess;
import colors.roots.Instance;
import colors.roots.RootChunk;
import colors.shapes.FieldAccess;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * The names of what the agent adds to classes, and of what its code refers to. No name that Java source can have is
 * taken.
 */
public final class Names {
    public static final ClassDesc BORDER = Border.class.describeConstable().orElseThrow();
    public static final ClassDesc ARRAYS = ArrayBorder.class.describeConstable().orElseThrow();
    public static final ClassDesc ARRAY_ACCESS =
            ArrayAccess.class.describeConstable().orElseThrow();
    public static final ClassDesc ARRAY_CALLS =
            ArrayCalls.class.describeConstable().orElseThrow();
    public static final ClassDesc BOXES = Boxes.class.describeConstable().orElseThrow();
    public static final ClassDesc COLLECTIONS =
            NewCollection.class.describeConstable().orElseThrow();
    public static final ClassDesc HANDLES = ClassDesc.of("colors.agent.Handles"); // it uses this package
    public static final ClassDesc LOCK_TOKEN =
            LockToken.class.describeConstable().orElseThrow();
    public static final ClassDesc MARKER = Marker.class.describeConstable().orElseThrow();
    public static final ClassDesc INSTANCE = Instance.class.describeConstable().orElseThrow();
    public static final ClassDesc CONSTRUCTION =
            Construction.class.describeConstable().orElseThrow();
    public static final ClassDesc SUBCLASS = ClassDesc.of("colors.agent.SharedSubclass"); // so does this
    public static final ClassDesc SEGMENT = Segment.class.describeConstable().orElseThrow();
    public static final ClassDesc CHUNK = RootChunk.class.describeConstable().orElseThrow();
    public static final ClassDesc ACCESS = FieldAccess.class.describeConstable().orElseThrow();

    /** The JDK's classes of boxed primitive values, by their internal names. */
    public static final Set<String> BOXED = Set.of(
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Character",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double");

    public static final MethodTypeDesc SAME = MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object);
    static final MethodTypeDesc CLASS_OF = MethodTypeDesc.of(CD_Class, CD_Object);
    public static final MethodTypeDesc HASH = MethodTypeDesc.of(CD_int, CD_Object);
    public static final MethodTypeDesc ENTER = MethodTypeDesc.of(CD_Object, CD_Object);
    public static final MethodTypeDesc REFUSE_NEW = MethodTypeDesc.of(CD_void, CD_String);
    public static final MethodTypeDesc EXIT = MethodTypeDesc.of(CD_void, CD_Object);
    public static final MethodTypeDesc MARKED = MethodTypeDesc.of(CD_void, MARKER);
    public static final MethodTypeDesc WRAP = MethodTypeDesc.of(CD_Object, CD_int, CHUNK);
    public static final MethodTypeDesc ADDRESS = MethodTypeDesc.of(CD_long);

    /** The static method of a prepared class that stands for {@code new}; its parameters are the constructor's. */
    public static final String NEW = "$colors$new";

    /**
     * The static method of a prepared class with the code of a {@code StraightConstructor}; its parameters are the
     * constructor's.
     */
    public static final String STRAIGHT = "$colors$straight";

    /** The static method of a prepared class that does nothing, but initialize it, where {@code new} would have. */
    public static final String INITIALIZE = "$colors$initialize";

    /**
     * The static method of a prepared class that gives its own look-up: one from another module may not define classes.
     */
    public static final String LOOKUP = "$colors$lookup";

    /**
     * Called by the constructor of a prepared class as soon as its object is initialized. Empty, but for shared objects
     * whose constructors stored fields before super().
     */
    public static final String EARLY = "$colors$early";

    private static final String OUTLINED = "$colors$outlined$";

    private Names() {}

    /** The accessors of a field: its class is in their names because a subclass may have one of that name too. */
    public static String getter(String declaring, String field) {
        return "$colors$get$" + declaring.replace('/', '_') + '$' + field;
    }

    /** The accessor that answers a {@code StringQuestion} about a String field. */
    public static String question(String question, String declaring, String field) {
        return "$colors$" + question + '$' + declaring.replace('/', '_') + '$' + field;
    }

    public static String setter(String declaring, String field) {
        return "$colors$set$" + declaring.replace('/', '_') + '$' + field;
    }

    /** Stores a final field of a shared object; does nothing in a private one. */
    public static String initializer(String declaring, String field) {
        return "$colors$init$" + declaring.replace('/', '_') + '$' + field;
    }

    /**
     * Stores in a shared object what constructors of this class stored before super(), when accessors could not be
     * called.
     */
    public static String early(String declaring) {
        return EARLY + '$' + declaring.replace('/', '_');
    }

    /** A static method for code that would be too large in place. */
    public static String outlined(int number) {
        return OUTLINED + number;
    }

    public static boolean isOutlined(String method) {
        return method.startsWith(OUTLINED);
    }

    /** The body of a synchronized method. */
    public static String body(String method) {
        return "$colors$body$" + method;
    }

    public static String internalName(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }
}
