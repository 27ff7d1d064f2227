package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.Utf8;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Reads the parts of a message one after another. */
final class MessageBody {
    private static final int UNSIGNED_16 = 0xFFFF;

    private final String message;
    private final byte[] bytes;
    private final ByteBuffer buffer;

    MessageBody(String message, byte[] bytes) {
        this.message = message;
        this.bytes = bytes;
        this.buffer = ByteBuffer.wrap(bytes);
    }

    byte int8() {
        require(Byte.BYTES);
        return buffer.get();
    }

    short int16() {
        require(Short.BYTES);
        return buffer.getShort();
    }

    int int32() {
        require(Integer.BYTES);
        return buffer.getInt();
    }

    /** A zero-terminated text in UTF-8. */
    String text() {
        int from = buffer.position();
        int end = from;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        if (end == bytes.length) {
            throw fault("has a text without a zero at its end");
        }
        buffer.position(end + 1);
        return Utf8.text(bytes, from, end - from);
    }

    byte[] bytes(int length) {
        if (length < 0) {
            throw fault("has a value of " + length + " bytes");
        }
        require(length);
        int from = buffer.position();
        buffer.position(from + length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    byte[] rest() {
        return bytes(buffer.remaining());
    }

    /** {@code int16 count}, and that many parts. */
    <T> List<T> list(int bytesOfPart, Supplier<T> part) {
        int count = int16() & UNSIGNED_16;
        // Before there is room for them.
        require(count * bytesOfPart);
        List<T> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(part.get());
        }
        return parts;
    }

    /** Requires that nothing is left. */
    void end() {
        if (buffer.hasRemaining()) {
            throw fault("has " + buffer.remaining() + " bytes more than it says");
        }
    }

    private void require(int length) {
        if (buffer.remaining() < length) {
            throw fault("ends " + (length - buffer.remaining()) + " bytes too early");
        }
    }

    SqlException fault(String what) {
        return violation("The message " + message + " " + what + ".");
    }

    static SqlException violation(String sentence) {
        return new SqlException(
                SqlState.PROTOCOL_VIOLATION,
                SqlException.NOWHERE,
                sentence + " Use a driver that speaks version 3 of PostgreSQL's protocol.");
    }
}
