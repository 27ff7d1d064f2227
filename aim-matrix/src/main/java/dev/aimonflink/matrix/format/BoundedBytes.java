package dev.aimonflink.matrix.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Bytes in memory, up to a limit. */
public final class BoundedBytes extends ByteArrayOutputStream {
    private final int limit;

    public BoundedBytes(int firstBytes, int limit) {
        super(firstBytes);
        this.limit = limit;
    }

    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyException() {
            super(null, null, false, false);
        }
    }

    @Override
    public synchronized void write(int value) {
        requireRoom(1);
        super.write(value);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        requireRoom(length);
        super.write(bytes, from, length);
    }

    private void requireRoom(int length) {
        if (length > limit - count) {
            throw new TooManyException();
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public synchronized byte[] copy(int from, int to) {
        return Arrays.copyOfRange(buf, from, to);
    }
}
