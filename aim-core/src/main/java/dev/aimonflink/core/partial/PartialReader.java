package dev.aimonflink.core.partial;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what a {@link PartialWriter} wrote. What it allocates is no larger than the bytes. */
final class PartialReader {
    private static final int LAST_SHIFT = 63;

    private final byte[] bytes;
    private final boolean mayHavePartials;
    private int at;

    /** @param mayHavePartials whether these bytes are not of a partial in a partial */
    PartialReader(byte[] bytes, boolean mayHavePartials) {
        this.bytes = bytes;
        this.mayHavePartials = mayHavePartials;
    }

    boolean mayHavePartials() {
        return mayHavePartials;
    }

    long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            if (at >= bytes.length) {
                throw damaged("a number goes beyond its " + bytes.length + " bytes");
            }
            byte next = bytes[at++];
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return (number >>> 1) ^ -(number & 1);
            }
        }
        throw damaged("a number has more than 64 bits");
    }

    /** Reads a number in least..most. */
    long number(String name, long least, long most) throws IOException {
        long number = number();
        if (number < least || number > most) {
            throw damaged(name + "=" + number + " is outside " + least + ".." + most);
        }
        return number;
    }

    boolean flag() throws IOException {
        return number("flag", 0, 1) == 1;
    }

    String text() throws IOException {
        int length = length();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    byte[] bytes() throws IOException {
        int length = length();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    private int length() throws IOException {
        long length = number();
        if (length < 0 || length > bytes.length - at) {
            throw damaged("length=" + length + " is outside 0.." + (bytes.length - at));
        }
        return (int) length;
    }

    void requireEnd() throws IOException {
        if (at != bytes.length) {
            throw damaged((bytes.length - at) + " of its " + bytes.length + " bytes are left");
        }
    }

    static IOException damaged(String what) {
        return new IOException("A partial is damaged: " + what + ".");
    }
}
