package dev.aimonflink.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

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
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(FIRST);

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
        if (out == null && held.size() + length <= MOST) {
            held.write(bytes, from, length);
            return;
        }
        if (out == null) {
            out = beginning.with(LONG);
            held.writeTo(out);
        }
        out.write(bytes, from, length);
    }

    /** All has been written. */
    void end() throws IOException {
        if (out == null) {
            out = beginning.with(held.size());
            held.writeTo(out);
        }
        out.close();
    }
}
