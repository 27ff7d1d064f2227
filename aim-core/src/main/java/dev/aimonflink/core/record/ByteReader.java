package dev.aimonflink.core.record;

import java.io.DataInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads what a {@link ByteWriter} wrote. */
final class ByteReader {
    private static final int FIRST_CAPACITY = 1024;
    private static final int LAST_SHIFT = 63;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int at;
    private int end;

    /** Reads the next {@code length} bytes into the buffer. */
    void fill(DataInput in, int length) throws IOException {
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        in.readFully(bytes, 0, length);
        at = 0;
        end = length;
    }

    long get() throws IOException {
        long number = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            if (at >= end) {
                throw new IOException("A stored record is damaged: a number goes beyond its " + end + " bytes");
            }
            byte next = bytes[at++];
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IOException("A stored record is damaged: a number has more than 64 bits");
    }

    long getSigned() throws IOException {
        long number = get();
        return (number >>> 1) ^ -(number & 1);
    }

    /** Reads a number that fits an int. */
    int getSignedInt() throws IOException {
        long number = getSigned();
        if (number != (int) number) {
            throw new IOException("A stored record is damaged: " + number + " is no 32-bit number");
        }
        return (int) number;
    }

    /** Reads a number in 0..limit. */
    int getLength(int limit) throws IOException {
        long length = get();
        if (length < 0 || length > limit) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 0.." + limit);
        }
        return (int) length;
    }

    String getText(int length) throws IOException {
        if (length > end - at) {
            throw new IOException("A stored record is damaged: a text goes beyond its " + end + " bytes");
        }
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    void requireEnd() throws IOException {
        if (at != end) {
            throw new IOException("A stored record is damaged: " + (end - at) + " of its " + end + " bytes are left");
        }
    }
}
