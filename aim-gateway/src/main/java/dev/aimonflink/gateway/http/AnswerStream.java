package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * A body that is being written: held until its end is known, and so sent at once with its length, or until there is too much to hold. Closing it has
 * no effect: who writes JSON closes what it writes to, and a body that has failed must not end as if it were whole.
 */
final class AnswerStream extends OutputStream {
    /** Not known yet. */
    static final int LONG = -1;

    private static final int FIRST = 1 << 10;
    private static final int MOST = 16 << 10;

    private final Beginning beginning;
    private byte[] held = new byte[FIRST];
    private int size;

    /** Null while all is held. */
    private OutputStream out;

    /** Sends the head. */
    interface Beginning {
        /** @param length of the body, or {@link #LONG} */
        OutputStream with(int length) throws IOException;
    }

    AnswerStream(Beginning beginning) {
        this.beginning = beginning;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (out == null && size + length <= MOST) {
            if (size + length > held.length) {
                held = Arrays.copyOf(held, Math.min(MOST, Math.max(2 * held.length, size + length)));
            }
            System.arraycopy(bytes, from, held, size, length);
            size += length;
            return;
        }
        if (out == null) {
            out = beginning.with(LONG);
            out.write(held, 0, size);
        }
        out.write(bytes, from, length);
    }

    /** All has been written. */
    void end() throws IOException {
        if (out == null) {
            out = beginning.with(size);
            out.write(held, 0, size);
        }
        out.close();
    }
}
