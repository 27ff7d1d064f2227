package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.UnknownLabel;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;

/**
 * Finds how a value of a writer's type becomes one of a model's field:
 *
 * <pre>
 * field        writer's types
 * boolean      boolean
 * int, long    int, long
 * decimal      bytes or fixed with the logical type decimal, int, long, float, double, string
 * double       int, long, float, double
 * enum         enum, string
 * text         string, enum
 * time         long, also with the logical type timestamp-millis, -micros or -nanos
 * </pre>
 *
 * Avro promotes to whole numbers and doubles; other types are requested as written, because the model rounds, and names unknown values,
 * where Avro would only fail.
 */
final class AvroBranches {
    private static final Map<String, Long> TICKS_PER_MS = Map.of(
            LogicalTypes.timestampMillis().getName(), 1L,
            LogicalTypes.timestampMicros().getName(), 1_000L,
            LogicalTypes.timestampNanos().getName(), 1_000_000L);

    private final EventType event;
    private final AvroText texts = new AvroText();

    AvroBranches(EventType event) {
        this.event = event;
    }

    // ---- fields

    AvroBranch ofKey(Schema written) {
        String name = event.key().name();
        if (event.key().isText()) {
            return switch (written.getType()) {
                case NULL -> missing(name);
                case STRING -> AvroBranch.of(Schema.Type.STRING, (in, into) -> into.keyText(texts.read(name, in)));
                default -> refused(name, "a text", written);
            };
        }
        return switch (written.getType()) {
            case NULL -> missing(name);
            case INT, LONG -> AvroBranch.of(Schema.Type.LONG, (in, into) -> into.keyNumber(in.readLong()));
            default -> refused(name, "a whole number", written);
        };
    }

    AvroBranch ofTime(Schema written) {
        String name = event.time();
        long ticksPerMs = ticksPerMs(written);
        if (written.getType() == Schema.Type.NULL) {
            return missing(name);
        }
        return ticksPerMs == 0
                ? refused(name, "a time", written)
                : AvroBranch.of(written, (in, into) -> into.timestampMs(Math.floorDiv(in.readLong(), ticksPerMs)));
    }

    AvroBranch ofField(int index, Schema written) {
        if (written.getType() == Schema.Type.NULL) {
            return AvroBranch.of(written, (in, into) -> in.readNull());
        }
        EventField field = event.fields().get(index);
        AvroBranch accepted =
                switch (field.type().kind()) {
                    case BOOLEAN -> ofBoolean(index, written);
                    case INT, LONG -> ofWhole(index, written);
                    case DECIMAL -> new AvroDecimals(index, field, texts).of(written);
                    case DOUBLE -> ofDouble(index, written);
                    case ENUM -> ofEnum(index, written);
                    case TEXT -> ofText(index, written);
                    case TIME -> ofTimes(index, written);
                };
        return accepted == null ? refused(field.name(), wanted(field), written) : accepted;
    }

    private static String wanted(EventField field) {
        return switch (field.type().kind()) {
            case BOOLEAN -> "true or false";
            case INT, LONG -> "a whole number";
            case DECIMAL, DOUBLE -> "a number";
            case ENUM, TEXT -> "a text";
            case TIME -> "a time";
        };
    }

    private static AvroBranch missing(String name) {
        return AvroBranch.of(Schema.Type.NULL, (in, into) -> {
            throw new MalformedException(name + " is missing");
        });
    }

    private static AvroBranch refused(String name, String wanted, Schema written) {
        LogicalType logical = written.getLogicalType();
        return AvroBranch.refused(
                written,
                name + " must be " + wanted + ", not the Avro type "
                        + written.getType().getName() + (logical == null ? "" : " (" + logical.getName() + ")"));
    }

    // ---- values

    private static AvroBranch ofBoolean(int index, Schema written) {
        return written.getType() == Schema.Type.BOOLEAN
                ? AvroBranch.of(written, (in, into) -> into.values().bits(index, in.readBoolean() ? 1 : 0))
                : null;
    }

    private static AvroBranch ofWhole(int index, Schema written) {
        return switch (written.getType()) {
            case INT, LONG ->
                AvroBranch.of(Schema.Type.LONG, (in, into) -> into.values().bits(index, in.readLong()));
            default -> null;
        };
    }

    private static AvroBranch ofDouble(int index, Schema written) {
        return switch (written.getType()) {
            case INT, LONG, FLOAT, DOUBLE ->
                AvroBranch.of(Schema.Type.DOUBLE, (in, into) -> into.values()
                        .bits(index, Double.doubleToLongBits(in.readDouble())));
            default -> null;
        };
    }

    private static AvroBranch ofTimes(int index, Schema written) {
        long ticksPerMs = ticksPerMs(written);
        return ticksPerMs == 0
                ? null
                : AvroBranch.of(
                        written, (in, into) -> into.values().bits(index, Math.floorDiv(in.readLong(), ticksPerMs)));
    }

    /** How many of a writer's units are a millisecond; 0 if they are not times. */
    private static long ticksPerMs(Schema written) {
        if (written.getType() != Schema.Type.LONG) {
            return 0;
        }
        LogicalType logical = written.getLogicalType();
        return logical == null ? 1 : TICKS_PER_MS.getOrDefault(logical.getName(), 0L);
    }

    private AvroBranch ofText(int index, Schema written) {
        String name = event.fields().get(index).name();
        List<String> symbols = written.getType() == Schema.Type.ENUM ? written.getEnumSymbols() : List.of();
        return switch (written.getType()) {
            case STRING -> AvroBranch.of(written, (in, into) -> into.values().text(index, texts.read(name, in)));
            case ENUM -> AvroBranch.of(written, (in, into) -> into.values().text(index, symbols.get(in.readEnum())));
            default -> null;
        };
    }

    private AvroBranch ofEnum(int index, Schema written) {
        EventField field = event.fields().get(index);
        List<String> labels = field.type().labels();
        return switch (written.getType()) {
            case ENUM -> {
                List<String> symbols = written.getEnumSymbols();
                int[] known = symbols.stream().mapToInt(labels::indexOf).toArray();
                yield AvroBranch.of(written, (in, into) -> {
                    int symbol = in.readEnum();
                    int label = known[symbol];
                    into.values().bits(index, label >= 0 ? label : unknown(field, symbols.get(symbol)));
                });
            }
            case STRING -> {
                Map<Utf8, Integer> known = new HashMap<>();
                labels.forEach(label -> known.put(new Utf8(label), known.size()));
                yield AvroBranch.of(written, (in, into) -> {
                    Utf8 text = texts.readBytes(in);
                    Integer label = known.get(text);
                    into.values()
                            .bits(index, label != null ? label : unknown(field, AvroText.text(field.name(), text)));
                });
            }
            default -> null;
        };
    }

    private static int unknown(EventField field, String value) {
        List<String> labels = field.type().labels();
        if (field.unknown() == null) {
            throw UnknownLabel.of(field.name(), value, labels);
        }
        return labels.indexOf(field.unknown());
    }
}
