package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * Lists the parts of a binary event, first byte to last. Offsets are numbers up to the first part of variable length; later parts begin
 * where the previous one ends.
 */
final class BinaryParts {
    private static final String TIME = "milliseconds since 1970-01-01T00:00Z, " + EventFaults.MIN_TIMESTAMP_MS + ".."
            + EventFaults.MAX_TIMESTAMP_MS;
    private static final String SIGNED = "signed integer";
    private static final String NULLS = "(nulls)";
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final EventType type;
    private final DeclaredEvent example;
    private final byte[] bytes;
    private final int maxLabels;
    private final List<List<Object>> rows = new ArrayList<>();

    /** How many bytes of the example are described. */
    private int described;

    /** The part that the next one follows; null while all events have it at the same offset. */
    private String after;

    BinaryParts(EventType type, DeclaredEvent example, byte[] bytes, int maxLabels) {
        this.type = type;
        this.example = example;
        this.bytes = bytes;
        this.maxLabels = maxLabels;
    }

    Section section() {
        addKeyAndTime();
        addNulls();
        for (int index = 0; index < type.fields().size(); index++) {
            addField(index, type.fields().get(index));
        }
        return new Section(List.of("offset", "bytes", "type", "field", "meaning", "example"), rows);
    }

    private void addKeyAndTime() {
        String key = type.key().name();
        if (type.key().isText()) {
            String meaning = "key: " + text("1 to " + EntityKey.MAX_TEXT_BYTES + " bytes");
            addVarying(lengthOfText(example.keyText()), "2 + n", "text", key, meaning);
        } else {
            addFixed(Long.BYTES, SIGNED, key, "key");
        }
        if (!type.isTimedByRecord()) {
            addFixed(Long.BYTES, SIGNED, type.time(), TIME);
        }
    }

    /** A byte for each eight optional fields. */
    private void addNulls() {
        List<String> optional = type.fields().stream()
                .filter(EventField::isOptional)
                .map(EventField::name)
                .toList();
        for (int from = 0; from < optional.size(); from += Byte.SIZE) {
            StringJoiner bits = new StringJoiner(", ", "the sum of ", "");
            for (int bit = 0; bit < Byte.SIZE && from + bit < optional.size(); bit++) {
                bits.add((1 << bit) + " if " + optional.get(from + bit) + " is null");
            }
            addFixed(1, "bits", NULLS, bits.toString());
        }
    }

    private void addField(int index, EventField field) {
        boolean isText = field.type().is(FieldType.Kind.TEXT);
        int fixed = bytesOf(field.type());
        boolean isNull = example.values().isNull(index);
        if (!isText && !field.isOptional()) {
            addFixed(fixed, typeOf(field.type()), field.name(), meaning(field));
            return;
        }
        String length = isText ? "2 + n" : Integer.toString(fixed);
        int ofExample = isNull ? 0 : isText ? lengthOfText(example.values().text(index)) : fixed;
        addVarying(
                ofExample,
                field.isOptional() ? "0 or " + length : length,
                typeOf(field.type()),
                field.name(),
                meaning(field) + (field.isOptional() ? "; no bytes if null" : ""));
    }

    private static int lengthOfText(String text) {
        return Short.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int bytesOf(FieldType type) {
        return switch (type.kind()) {
            case BOOLEAN -> 1;
            case INT -> Integer.BYTES;
            case LONG, DECIMAL, DOUBLE, TIME -> Long.BYTES;
            case ENUM, TEXT -> Short.BYTES;
        };
    }

    private static String typeOf(FieldType type) {
        return switch (type.kind()) {
            case DOUBLE -> "IEEE 754 double";
            case TEXT -> "text";
            default -> SIGNED;
        };
    }

    private String meaning(EventField field) {
        return switch (field.type().kind()) {
            case BOOLEAN -> "1 for true, 0 for false";
            case INT, LONG -> field.minUnits() + ".." + field.maxUnits();
            case DECIMAL ->
                "in units of " + BigDecimal.valueOf(1, field.type().scale()).toPlainString() + ", " + field.minUnits()
                        + ".." + field.maxUnits();
            case DOUBLE -> EventSections.range(field);
            case ENUM -> labels(field.type().labels());
            case TEXT -> text("up to " + FieldType.MAX_TEXT_LENGTH + " characters");
            case TIME -> TIME;
        };
    }

    private static String text(String limit) {
        return "2 bytes with the number n, n bytes of UTF-8; " + limit;
    }

    private String labels(List<String> labels) {
        if (labels.size() > maxLabels) {
            return "the number of a value, 0.." + (labels.size() - 1);
        }
        StringJoiner joined = new StringJoiner(", ");
        IntStream.range(0, labels.size()).forEach(number -> joined.add(number + " " + labels.get(number)));
        return joined.toString();
    }

    private void addFixed(int length, String itsType, String field, String meaning) {
        add(length, Integer.toString(length), itsType, field, meaning);
        after = after == null ? null : field;
    }

    private void addVarying(int ofExample, String length, String itsType, String field, String meaning) {
        add(ofExample, length, itsType, field, meaning);
        after = field;
    }

    private void add(int ofExample, String length, String itsType, String field, String meaning) {
        String offset = after == null ? Integer.toString(described) : "after " + after;
        String shown = HEX.formatHex(bytes, described, described + ofExample);
        rows.add(List.of(offset, length, itsType, field, meaning, shown));
        described += ofExample;
    }
}
