package dev.aimonflink.matrix.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer of variable-length numbers: seven bits a byte, low ones first. Signed numbers have the sign in the lowest bit, so that
 * small ones take few bytes.
 */
public final class ByteWriter {
    private static final int MAX_VARINT_BYTES = 10;

    private static final int FIRST_CAPACITY = 256;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    public void clear() {
        size = 0;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Makes room for {@code numbers}, because {@link #put} does not check. */
    public void reserve(int numbers) {
        reserveBytes((long) numbers * MAX_VARINT_BYTES);
    }

    private void reserveBytes(long more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(size + more, 2L * bytes.length)));
        }
    }

    public void put(long number) {
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

    public void putSigned(long number) {
        put((number << 1) ^ (number >> 63));
    }

    /** Writes several signed numbers; its own loop keeps the position in a register. */
    public void putSigned(int[] numbers, int from, int to) {
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

    public void putSigned(long[] numbers, int from, int to) {
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

    /** Writes bytes without their length, and makes room for them. */
    public void putBytes(byte[] more) {
        reserveBytes(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    // ---- with room made for each

    public void number(long number) {
        reserve(1);
        putSigned(number);
    }

    public void flag(boolean isSet) {
        number(isSet ? 1 : 0);
    }

    /** Writes a text behind its length in UTF-8. */
    public void text(String text) {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public void bytes(byte[] more) {
        number(more.length);
        putBytes(more);
    }
}
