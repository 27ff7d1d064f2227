package dev.aimonflink.core.partial;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer of numbers and texts. A number has seven bits a byte, the low ones first, and its sign in the lowest bit; a text
 * has its length in UTF-8 before it.
 */
final class PartialWriter {
    private static final int FIRST_CAPACITY = 256;
    private static final int MAX_NUMBER_BYTES = 10;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    void number(long number) {
        final byte[] to = withRoomFor(MAX_NUMBER_BYTES);
        int at = size;
        long left = (number << 1) ^ (number >> 63);
        while ((left & ~0x7FL) != 0) {
            to[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        to[at++] = (byte) left;
        size = at;
    }

    void flag(boolean isSet) {
        number(isSet ? 1 : 0);
    }

    void text(String text) {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] more) {
        number(more.length);
        System.arraycopy(more, 0, withRoomFor(more.length), size, more.length);
        size += more.length;
    }

    private byte[] withRoomFor(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
        }
        return bytes;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
