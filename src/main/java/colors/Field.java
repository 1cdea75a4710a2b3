// SPDX-License-Identifier: Apache-2.0
package colors;

/** A typed handle for one field of a class, made by {@link SharedClass}. Immutable and thread-safe. */
public sealed interface Field
        permits IntField, LongField, DoubleField, BooleanField, StringField, ReferenceField, ObjectField {
    /** The field's name. */
    String name();
}
