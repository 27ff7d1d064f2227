package dev.aimonflink.clients.model;

import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityKey;
import dev.aimonflink.core.model.EventFaults;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.FieldType.Kind;
import dev.aimonflink.core.model.Model;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Describes the fields of a model's events and the attributes of its entities.
 *
 * @param maxLabels how many values of an enumeration are listed
 */
public record EventSections(Model model, int maxLabels) {
    private static final String TIMES = EventFaults.MIN_TIMESTAMP_MS + ".." + EventFaults.MAX_TIMESTAMP_MS;

    /** Key and time first. */
    public Section fields() {
        List<List<Object>> rows = new ArrayList<>();
        boolean isText = model.event().key().isText();
        rows.add(Arrays.asList(
                model.event().key().name(),
                isText ? "text" : "integer",
                isText ? "1 to " + EntityKey.MAX_TEXT_BYTES + " bytes" : "64 bits",
                false,
                null,
                "key"));
        rows.add(Arrays.asList(model.event().time(), Kind.TIME.label(), TIMES, false, null, "time"));
        for (EventField field : model.event().fields()) {
            rows.add(Arrays.asList(
                    field.name(),
                    field.type().toString(),
                    values(field),
                    field.isOptional(),
                    field.measure(),
                    note(field)));
        }
        return new Section(List.of("field", "type", "values", "optional", "measure", "note"), rows);
    }

    private static String note(EventField field) {
        if (field.unknown() != null) {
            return "unknown values are " + field.unknown();
        }
        return field.hasNarrowSums() ? "sums of 32 bits" : null;
    }

    private String values(EventField field) {
        return field.type().isNumber() ? range(field) : values(field.type());
    }

    /** As in messages about a value outside. */
    static String range(EventField field) {
        int scale = field.type().scale();
        if (!field.type().is(Kind.DOUBLE)) {
            return BigDecimal.valueOf(field.minUnits(), scale).toPlainString() + ".."
                    + BigDecimal.valueOf(field.maxUnits(), scale).toPlainString();
        }
        return field.min() == null && field.max() == null ? "any" : text(field.min()) + ".." + text(field.max());
    }

    private static String text(BigDecimal bound) {
        return bound == null ? "" : bound.toPlainString();
    }

    private String values(FieldType type) {
        return switch (type.kind()) {
            case BOOLEAN -> "true, false";
            case ENUM -> labels(type.labels());
            case TEXT -> "up to " + FieldType.MAX_TEXT_LENGTH + " characters";
            case TIME -> TIMES;
            default -> "any";
        };
    }

    private String labels(List<String> labels) {
        return labels.size() <= maxLabels
                ? String.join(", ", labels)
                : String.join(", ", labels.subList(0, maxLabels)) + " and " + (labels.size() - maxLabels) + " more";
    }

    public Section attributes() {
        List<List<Object>> rows = new ArrayList<>();
        for (Attribute attribute : model.entity().attributes()) {
            rows.add(Arrays.asList(
                    attribute.name(),
                    attribute.type().toString(),
                    values(attribute.type()),
                    attribute.table(),
                    attribute.columns().isEmpty() ? null : String.join(", ", attribute.columns())));
        }
        return new Section(List.of("attribute", "type", "values", "table", "columns"), rows);
    }

    public Section tables() {
        List<List<Object>> rows = new ArrayList<>();
        model.entity().tables().forEach((table, file) -> rows.add(List.of(table, file)));
        return new Section(List.of("table", "file"), rows);
    }
}
