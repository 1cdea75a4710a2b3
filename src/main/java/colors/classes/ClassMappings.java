// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.interfaces.Mappings;
import colors.mapping.PrivateField;
import colors.shapes.FieldAccess;
import colors.shapes.SharedShape;
import java.util.List;

/** The mappings of the program's classes. */
public final class ClassMappings implements Mappings {
    /** For {@link Mappings#get}. */
    public ClassMappings() {}

    @Override
    public SharedShape shape(Class<?> type) {
        return ClassMapping.of(type).shape();
    }

    @Override
    public List<PrivateField> fields(Class<?> type) {
        return ClassMapping.of(type).fields();
    }

    @Override
    public FieldAccess access(Class<?> type, Class<?> declaring, String field) {
        return ClassMapping.of(type).access(declaring, field);
    }
}
