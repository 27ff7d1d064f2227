package dev.aimonflink.core.matrix;

import java.util.Arrays;

/**
 * Bytes that grow. Small numbers take few: seven bits a byte, the low ones first, and those that may be negative with the
 * sign in the lowest bit.
 */
final class ByteWriter {
    /** The most that one number takes. */
    private static final int MAX_VARINT_BYTES = 10;

    private static final int FIRST_CAPACITY = 1024;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    void clear() {
        size = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** So many numbers can be put without {@link #put} looking for room. */
    void reserve(int numbers) {
        long needed = size + (long) numbers * MAX_VARINT_BYTES;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, 2L * bytes.length));
        }
    }

    /** A number that is not negative, or all 64 bits. */
    void put(long number) {
        final byte[] to = bytes;
        int at = size;
        long left = number;
        while ((left & ~0x7FL) != 0) {
            to[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        to[at++] = (byte) left;
        size = at;
    }

    void putSigned(long number) {
        put((number << 1) ^ (number >> 63));
    }

    /** Several that may be negative, with the place to write to in a register. */
    void putSigned(int[] numbers, int from, int to) {
        final byte[] bytesTo = bytes;
        int at = size;
        for (int i = from; i < to; i++) {
            int left = (numbers[i] << 1) ^ (numbers[i] >> 31);
            while ((left & ~0x7F) != 0) {
                bytesTo[at++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            bytesTo[at++] = (byte) left;
        }
        size = at;
    }

    /** The same. */
    void putSigned(long[] numbers, int from, int to) {
        final byte[] bytesTo = bytes;
        int at = size;
        for (int i = from; i < to; i++) {
            long left = (numbers[i] << 1) ^ (numbers[i] >> 63);
            while ((left & ~0x7FL) != 0) {
                bytesTo[at++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            bytesTo[at++] = (byte) left;
        }
        size = at;
    }

    void putBytes(byte[] more) {
        reserve(more.length / MAX_VARINT_BYTES + 1);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }
}
