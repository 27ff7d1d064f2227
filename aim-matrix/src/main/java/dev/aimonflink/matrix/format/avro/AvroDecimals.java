package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.DecimalUnits;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.EventField;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;

/** Reads the numbers of one decimal field, whatever type a writer gives them. */
final class AvroDecimals {
    /** As long as a decimal of 76 digits. */
    private static final int MAX_BYTES = 32;

    private final int index;
    private final String name;
    private final DecimalUnits units;
    private final AvroText texts;
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);

    AvroDecimals(int index, EventField field, AvroText texts) {
        this.index = index;
        name = field.name();
        units = new DecimalUnits(field);
        this.texts = texts;
    }

    /** Finds how to read a type; null if it is not numeric. */
    AvroBranch of(Schema written) {
        return switch (written.getType()) {
            case INT -> AvroBranch.of(written, (in, into) -> into.values().bits(index, units.of(in.readInt(), 0)));
            case LONG -> AvroBranch.of(written, (in, into) -> into.values().bits(index, units.of(in.readLong(), 0)));
            case FLOAT -> AvroBranch.of(written, (in, into) -> into.values().bits(index, units.of(in.readFloat())));
            case DOUBLE -> AvroBranch.of(written, (in, into) -> into.values().bits(index, units.of(in.readDouble())));
            case STRING ->
                AvroBranch.of(written, (in, into) -> into.values().bits(index, units.of(texts.read(name, in))));
            case BYTES, FIXED -> ofDigits(written);
            default -> null;
        };
    }

    private AvroBranch ofDigits(Schema written) {
        if (!(written.getLogicalType() instanceof LogicalTypes.Decimal type)) {
            return null;
        }
        int scale = type.getScale();
        if (written.getType() == Schema.Type.BYTES) {
            return AvroBranch.of(
                    written, (in, into) -> into.values().bits(index, ofDigits(in.readBytes(buffer), scale)));
        }
        int size = written.getFixedSize();
        return size < 1 || size > MAX_BYTES
                ? null
                : AvroBranch.of(written, (in, into) -> into.values().bits(index, ofDigits(fixed(size, in), scale)));
    }

    private ByteBuffer fixed(int size, ResolvingDecoder in) throws IOException {
        in.readFixed(buffer.array(), 0, size);
        return buffer.clear().limit(size);
    }

    /** Bytes are a number in two's complement, highest byte first. */
    private long ofDigits(ByteBuffer digits, int scale) {
        int length = digits.limit();
        if (length < 1 || length > MAX_BYTES) {
            throw new MalformedException(name + " has " + length + " bytes instead of 1 to " + MAX_BYTES);
        }
        if (length > Long.BYTES) {
            byte[] all = new byte[length];
            digits.get(0, all);
            return units.of(new BigDecimal(new BigInteger(all), scale));
        }
        long number = digits.get(0);
        for (int at = 1; at < length; at++) {
            number = (number << Byte.SIZE) | Byte.toUnsignedLong(digits.get(at));
        }
        return units.of(number, scale);
    }
}
