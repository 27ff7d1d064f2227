package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Messages in memory, one after the other, in a buffer that shrinks again after a flush. */
final class MessageBuffer {
    /** More than any answer has between flushes. */
    static final int MAX_BYTES = 1 << 28;

    private static final int FIRST_BYTES = 8 << 10;

    private static final int KEPT_BYTES = 1 << 20;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    /** The position of the current message's letter. */
    private int from;

    private boolean isOpen;

    int size() {
        return size;
    }

    void flush(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        out.flush();
        size = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    /** Takes away everything behind the beginning of a message. */
    byte[] cut(int place) {
        byte[] behind = Arrays.copyOfRange(bytes, place, isOpen ? from : size);
        isOpen = false;
        size = place;
        return behind;
    }

    void begin(char letter) {
        if (isOpen) {
            // An unfinished one, for an error.
            size = from;
        }
        isOpen = true;
        from = size;
        int8(letter);
        int32(0);
    }

    /** Now the length is known. */
    void end() {
        isOpen = false;
        ByteBuffer.wrap(bytes).putInt(from + 1, size - from - 1);
    }

    void int8(int number) {
        room(Byte.BYTES);
        bytes[size++] = (byte) number;
    }

    void int16(int number) {
        room(Short.BYTES);
        ByteBuffer.wrap(bytes).putShort(size, (short) number);
        size += Short.BYTES;
    }

    void int32(int number) {
        room(Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(size, number);
        size += Integer.BYTES;
    }

    void bytes(byte[] added) {
        room(added.length);
        System.arraycopy(added, 0, bytes, size, added.length);
        size += added.length;
    }

    /** It is zero-terminated, so it cannot contain a zero. */
    void text(String text) {
        bytes(Utf8.bytes(text.replace('\0', ' ')));
        int8(0);
    }

    private void room(int added) {
        if (added > MAX_BYTES - size) {
            // Half a message would make the next ones unreadable.
            size = from;
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "A row or a group of rows has more than " + MAX_BYTES + " bytes. Select fewer columns.");
        }
        if (size + added > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + added, Math.min(MAX_BYTES, 2 * bytes.length)));
        }
    }
}
