package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Arrays of one dimension as bytes; an empty one has no dimension:
 *
 * <pre>
 * int32 dimensions, 0 or 1 | int32 whether there is a null | int32 type of the elements
 * int32 length | int32 index of the first element: 1, or 0 of a vector
 * for each element: int32 bytes, or -1 for a null | its bytes
 * </pre>
 */
final class ArrayBinary {
    private static final int NULL = -1;
    private static final int HEADER_BYTES = 12;
    private static final int DIMENSION_BYTES = 8;

    private ArrayBinary() {}

    static byte[] write(PgType type, List<?> elements) {
        // A vector has a dimension even if it is empty.
        boolean hasDimension = type.isVector() || !elements.isEmpty();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        put(bytes, hasDimension ? 1 : 0);
        put(bytes, elements.stream().anyMatch(Objects::isNull) ? 1 : 0);
        put(bytes, type.element().oid());
        if (hasDimension) {
            put(bytes, elements.size());
            put(bytes, type.isVector() ? 0 : 1);
        }
        for (Object element : elements) {
            putValue(bytes, type.element(), element);
        }
        return bytes.toByteArray();
    }

    /**
     * <pre>
     * int32 fields
     * for each: int32 type | int32 bytes, or -1 for a null | its bytes
     * </pre>
     */
    static byte[] writeRecord(PgRecord row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        put(bytes, row.values().size());
        for (int i = 0; i < row.values().size(); i++) {
            put(bytes, row.types().get(i).oid());
            putValue(bytes, row.types().get(i), row.values().get(i));
        }
        return bytes.toByteArray();
    }

    private static void putValue(ByteArrayOutputStream bytes, PgType type, Object value) {
        if (value == null) {
            put(bytes, NULL);
        } else {
            byte[] own = PgBinary.write(type, value);
            put(bytes, own.length);
            bytes.writeBytes(own);
        }
    }

    private static void put(ByteArrayOutputStream bytes, int number) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    static List<Object> read(PgType type, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        require(type, bytes.length >= HEADER_BYTES);
        int dimensions = buffer.getInt();
        int hasNull = buffer.getInt();
        int element = buffer.getInt();
        if (dimensions > 1) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    SqlException.NOWHERE,
                    "Arrays of arrays are not supported. Send one of one dimension.");
        }
        require(type, dimensions >= 0 && (hasNull == 0 || hasNull == 1));
        requireElement(type, element);
        List<Object> elements = new ArrayList<>();
        if (dimensions == 1) {
            require(type, buffer.remaining() >= DIMENSION_BYTES);
            int length = buffer.getInt();
            buffer.getInt();
            // An element has at least its length.
            require(type, length >= 0 && length <= buffer.remaining() / Integer.BYTES);
            for (int i = 0; i < length; i++) {
                elements.add(element(type, buffer));
            }
        }
        require(type, !buffer.hasRemaining());
        return elements;
    }

    private static Object element(PgType array, ByteBuffer buffer) {
        require(array, buffer.remaining() >= Integer.BYTES);
        int length = buffer.getInt();
        if (length == NULL) {
            return null;
        }
        require(array, length >= 0 && length <= buffer.remaining());
        byte[] own = new byte[length];
        buffer.get(own);
        return PgBinary.read(array.element(), own);
    }

    private static void require(PgType type, boolean isAsDrawn) {
        if (!isAsDrawn) {
            throw Faults.binary(type, "a header, a dimension, and as many elements with their lengths as it says");
        }
    }

    private static void requireElement(PgType array, int oid) {
        if (oid != array.element().oid()) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    SqlException.NOWHERE,
                    "binary data has array element type " + Integer.toUnsignedString(oid) + " instead of expected "
                            + array.element().oid() + " (" + SqlNames.of(array.element())
                            + "). Send the parameter with the type of the array.");
        }
    }
}
