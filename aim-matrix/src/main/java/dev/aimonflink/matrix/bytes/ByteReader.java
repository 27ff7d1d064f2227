package dev.aimonflink.matrix.bytes;

import java.io.DataInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what a {@link ByteWriter} wrote. Allocates no more than the bytes it reads. */
public final class ByteReader {
    private static final int LAST_SHIFT = 63;

    private final String what;
    private byte[] bytes;
    private int at;
    private int end;

    /** @param what is read, as the beginning of a sentence */
    public ByteReader(String what) {
        this(what, new byte[0]);
    }

    public ByteReader(String what, byte[] bytes) {
        this.what = what;
        this.bytes = bytes;
        end = bytes.length;
    }

    /** Reads the next {@code length} bytes into the buffer, replacing its content. */
    public void fill(DataInput in, int length) throws IOException {
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        in.readFully(bytes, 0, length);
        at = 0;
        end = length;
    }

    /** Reads an unsigned 64-bit number. */
    public long get() throws IOException {
        long number = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            if (at >= end) {
                throw damaged("a number goes beyond its " + end + " bytes");
            }
            byte next = bytes[at++];
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw damaged("a number has more than 64 bits");
    }

    public long getSigned() throws IOException {
        long number = get();
        return (number >>> 1) ^ -(number & 1);
    }

    public int getSignedInt() throws IOException {
        long number = getSigned();
        if (number != (int) number) {
            throw damaged(number + " is no 32-bit number");
        }
        return (int) number;
    }

    public int getLength(int limit) throws IOException {
        return (int) requireWithin("length", get(), 0, limit);
    }

    public String getText(int length) throws IOException {
        if (length > end - at) {
            throw damaged("a text goes beyond its " + end + " bytes");
        }
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    public long number(String name, long least, long most) throws IOException {
        return requireWithin(name, getSigned(), least, most);
    }

    private long requireWithin(String name, long number, long least, long most) throws IOException {
        if (number < least || number > most) {
            throw damaged(name + "=" + number + " is outside " + least + ".." + most);
        }
        return number;
    }

    public boolean flag() throws IOException {
        return number("flag", 0, 1) == 1;
    }

    public String text() throws IOException {
        return getText(length());
    }

    private int length() throws IOException {
        return (int) requireWithin("length", getSigned(), 0, end - at);
    }

    public byte[] bytes() throws IOException {
        int length = length();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    public void requireEnd() throws IOException {
        if (at != end) {
            throw damaged((end - at) + " of its " + end + " bytes are left");
        }
    }

    public IOException damaged(String how) {
        return new IOException(what + " is damaged: " + how + ".");
    }
}
