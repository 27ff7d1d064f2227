package dev.aimonflink.core.record;

import java.util.Arrays;

/**
 * A growing buffer of variable-length numbers: seven bits a byte, the low ones first. Signed numbers have the sign in
 * the lowest bit, so small ones take few bytes.
 */
final class ByteWriter {
    /** The most bytes that one number takes. */
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

    /** Makes room for so many numbers, because {@link #put} does not check. */
    void reserve(int numbers) {
        long needed = size + (long) numbers * MAX_VARINT_BYTES;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, 2L * bytes.length));
        }
    }

    /** Writes an unsigned 64-bit number. */
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

    /** Writes several signed numbers; a loop of its own keeps the position in a register. */
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

    /** As for ints. */
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
