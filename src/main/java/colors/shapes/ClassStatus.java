// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Segment;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What the segment says of one shared class: a snapshot, of interest to who looks for slow fields.
 *
 * @param name the shared name
 * @param versions how many there are
 * @param pinned the fields that static languages declared (docs/layout.md, Pinned fields); empty when none are
 */
public record ClassStatus(String name, int versions, List<FieldLocation> pinned) {

    /** All classes that have versions, by name. */
    public static List<ClassStatus> readAll() {
        Attachment.ensure();
        return Entities.all(Layout.KIND_CLASS).stream()
                .map(Segment::granules)
                .map(ClassStatus::read)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(ClassStatus::name))
                .toList();
    }

    /** Null when it has no version yet: some field names it. */
    private static ClassStatus read(int entity) {
        List<SharedShape> versions = SharedShape.versionsOf(entity);
        SharedShape pins = SharedShape.pinsOf(entity);
        return versions.isEmpty()
                ? null
                : new ClassStatus(Entities.name(entity), versions.size(), pins == null ? List.of() : pins.fields());
    }
}
