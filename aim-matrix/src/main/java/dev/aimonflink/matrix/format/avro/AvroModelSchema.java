package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;

/** The model's own schema, with which events are written: key, time if any, and fields, in this order. */
final class AvroModelSchema {
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int NULL_BRANCH = 0;
    private static final int VALUE_BRANCH = 1;

    private final EventType type;
    private final Schema schema;
    private final boolean[] isSymbol;

    AvroModelSchema(Model model) {
        type = model.event();
        List<EventField> fields = type.fields();
        isSymbol = new boolean[fields.size()];
        List<Schema.Field> all = new ArrayList<>();
        all.add(new Schema.Field(
                type.key().name(), Schema.create(type.key().isText() ? Schema.Type.STRING : Schema.Type.LONG)));
        if (!type.isTimedByRecord()) {
            all.add(new Schema.Field(type.time(), time()));
        }
        for (int index = 0; index < isSymbol.length; index++) {
            EventField field = fields.get(index);
            List<String> labels = field.type().labels();
            isSymbol[index] =
                    labels.stream().allMatch(each -> SYMBOL.matcher(each).matches());
            // Avro requires different names for an enum and its record, even if field and event have the same name.
            Schema value = field.type().is(FieldType.Kind.ENUM) && isSymbol[index]
                    ? Schema.createEnum(type.name() + "_" + field.name(), null, model.name(), labels, field.unknown())
                    : of(field.type());
            all.add(
                    field.isOptional()
                            ? new Schema.Field(
                                    field.name(),
                                    Schema.createUnion(Schema.create(Schema.Type.NULL), value),
                                    null,
                                    Schema.Field.NULL_DEFAULT_VALUE)
                            : new Schema.Field(field.name(), value));
        }
        schema = Schema.createRecord(type.name(), null, model.name(), false, all);
    }

    /** Values of an enumeration that are not names are texts in Avro. */
    private static Schema of(FieldType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
            case INT -> Schema.create(Schema.Type.INT);
            case LONG -> Schema.create(Schema.Type.LONG);
            case DECIMAL ->
                LogicalTypes.decimal(type.precision(), type.scale()).addToSchema(Schema.create(Schema.Type.BYTES));
            case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
            case ENUM, TEXT -> Schema.create(Schema.Type.STRING);
            case TIME -> time();
        };
    }

    private static Schema time() {
        return LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
    }

    Schema schema() {
        return schema;
    }

    /** @throws IllegalArgumentException if a required field is null, for which Avro has no bytes */
    void write(DeclaredEvent event, Encoder out) throws IOException {
        if (type.key().isText()) {
            out.writeString(event.keyText());
        } else {
            out.writeLong(event.keyNumber());
        }
        if (!type.isTimedByRecord()) {
            out.writeLong(event.timestampMs());
        }
        for (int index = 0; index < isSymbol.length; index++) {
            EventField field = type.fields().get(index);
            boolean isNull = event.values().isNull(index);
            if (field.isOptional()) {
                out.writeIndex(isNull ? NULL_BRANCH : VALUE_BRANCH);
            } else if (isNull) {
                throw new IllegalArgumentException(field.name() + " is null, but not optional.");
            }
            if (!isNull) {
                write(index, field.type(), event.values(), out);
            }
        }
    }

    private void write(int index, FieldType of, EventValues values, Encoder out) throws IOException {
        switch (of.kind()) {
            case BOOLEAN -> out.writeBoolean(values.bits(index) != 0);
            case INT -> out.writeInt((int) values.bits(index));
            case LONG, TIME -> out.writeLong(values.bits(index));
            case DECIMAL ->
                out.writeBytes(BigInteger.valueOf(values.bits(index)).toByteArray());
            case DOUBLE -> out.writeDouble(Double.longBitsToDouble(values.bits(index)));
            case ENUM -> {
                if (isSymbol[index]) {
                    out.writeEnum((int) values.bits(index));
                } else {
                    out.writeString(of.labels().get((int) values.bits(index)));
                }
            }
            case TEXT -> out.writeString(values.text(index));
        }
    }
}
