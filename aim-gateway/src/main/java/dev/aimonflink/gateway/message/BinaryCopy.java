package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.type.PgBinary;
import dev.aimonflink.sql.type.PgColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The binary format of COPY:
 *
 * <pre>
 * 11 bytes PGCOPY\n\377\r\n\0 | int32 flags, 0 | int32 bytes that follow, 0
 * for each row: int16 columns | for each: int32 bytes, or -1 for null | those bytes
 * int16 -1
 * </pre>
 */
public final class BinaryCopy {
    public static final byte[] NOTHING = {};

    private static final byte[] SIGNATURE = "PGCOPY\n\u00FF\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int NULL = -1;
    private static final short END = -1;

    private BinaryCopy() {}

    public static byte[] header() {
        return ByteBuffer.allocate(SIGNATURE.length + 2 * Integer.BYTES)
                .put(SIGNATURE)
                .array();
    }

    /** @param before what precedes it in the same message */
    public static byte[] row(byte[] before, Object[] row, List<PgColumn> columns) {
        byte[][] values = new byte[row.length][];
        int size = before.length + Short.BYTES + row.length * Integer.BYTES;
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
                values[i] = PgBinary.write(columns.get(i).type(), row[i]);
                size += values[i].length;
            }
        }
        ByteBuffer written = ByteBuffer.allocate(size).put(before).putShort((short) row.length);
        for (byte[] value : values) {
            if (value == null) {
                written.putInt(NULL);
            } else {
                written.putInt(value.length).put(value);
            }
        }
        return written.array();
    }

    public static byte[] end(byte[] before) {
        return ByteBuffer.allocate(before.length + Short.BYTES)
                .put(before)
                .putShort(END)
                .array();
    }
}
