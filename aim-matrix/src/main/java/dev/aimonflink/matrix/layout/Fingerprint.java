package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Identifies the meaning of a record's cells and attributes by their names and definitions.
 *
 * <p>It includes the layout versions of {@link PaneCells} and {@link RingCells}, so that records of another layout are refused.
 */
public final class Fingerprint {
    private Fingerprint() {}

    static long of(Model model, List<StoredColumn> columns) {
        StringBuilder lines = new StringBuilder();
        for (StoredColumn column : columns) {
            lines.append(column.name())
                    .append('|')
                    .append(definition(model, column))
                    .append('\n');
        }
        for (Attribute attribute : model.entity().attributes()) {
            lines.append(attribute.name()).append('|').append(attribute.type()).append('\n');
        }
        if (model.event().isTimedByRecord()) {
            lines.append("timed by record\n");
        }
        appendLayouts(model, lines);
        return firstOfSha256(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Calendar windows have one layout. */
    private static void appendLayouts(Model model, StringBuilder lines) {
        for (WindowPolicy window : model.aggregates().windows()) {
            if (window instanceof SlidingWindow) {
                lines.append("panes|").append(PaneCells.VERSION).append('\n');
            } else if (window instanceof LastEvents) {
                lines.append("last events|").append(RingCells.VERSION).append('\n');
            }
        }
    }

    /** Whether the cells of two columns of a name hold the same, so that one can continue the other. */
    static boolean areSame(Model model, StoredColumn column, Model other, StoredColumn theirs) {
        return definition(model, column).equals(definition(other, theirs));
    }

    private static String definition(Model model, StoredColumn column) {
        EventFilter filter = model.aggregates().filters().get(column.filter());
        return column.kind() + "|" + field(model, column.field()) + "|" + filter.condition() + "|"
                + model.aggregates().windows().get(column.window());
    }

    /** The digits behind the point are part of a cell's meaning; and a time is not a number. */
    private static String field(Model model, int index) {
        if (index == ModelColumn.NO_FIELD) {
            return Aggregation.EVENTS;
        }
        EventField field = model.event().fields().get(index);
        return field.name() + "."
                + (field.type().is(Kind.TIME) ? "time" : field.type().scale());
    }

    public static long firstOfSha256(byte[] bytes) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java runtime lacks SHA-256, which each one has to have.", impossible);
        }
    }
}
