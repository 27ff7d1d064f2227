package dev.aimonflink.job.stream;

import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.EntityType;
import dev.aimonflink.core.model.SharedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Attributes in messages: their number, and each as a byte for its kind, and its value. */
final class AttributeValues {
    private static final byte NULL = 0;
    private static final byte BOOLEAN = 1;
    private static final byte LONG = 2;
    private static final byte DOUBLE = 3;
    private static final byte TEXT = 4;

    /** Each reading thread shares the values of its own, because millions of entities have some thousand values. */
    private static final ThreadLocal<SharedValues> SHARED =
            ThreadLocal.withInitial(() -> new SharedValues(EntityType.MAX_ATTRIBUTES));

    private AttributeValues() {}

    static void write(Attributes attributes, DataOutput out) throws IOException {
        out.writeShort(attributes.size());
        for (int i = 0; i < attributes.size(); i++) {
            write(attributes.value(i), out);
        }
    }

    private static void write(Object value, DataOutput out) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof Boolean flag) {
            out.writeByte(BOOLEAN);
            out.writeBoolean(flag);
        } else if (value instanceof Long number) {
            out.writeByte(LONG);
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeByte(DOUBLE);
            out.writeDouble(number);
        } else {
            out.writeByte(TEXT);
            Bytes.writeText((String) value, out);
        }
    }

    static Attributes read(DataInput in) throws IOException {
        Object[] values = new Object[in.readShort()];
        for (int i = 0; i < values.length; i++) {
            values[i] = SHARED.get().share(i, readValue(in));
        }
        return Attributes.of(values);
    }

    private static Object readValue(DataInput in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case NULL -> null;
            case BOOLEAN -> in.readBoolean();
            case LONG -> in.readLong();
            case DOUBLE -> in.readDouble();
            case TEXT -> Bytes.readText(in);
            default -> throw new IOException("No attribute has kind=" + kind);
        };
    }
}
