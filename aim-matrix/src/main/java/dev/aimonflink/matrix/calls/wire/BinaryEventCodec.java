package dev.aimonflink.matrix.calls.wire;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import java.nio.ByteBuffer;

/**
 * Events as 25 bytes, version 1, big-endian:
 *
 * <pre>
 * long   subscriberId
 * long   timestamp, epoch milliseconds
 * int    durationSeconds
 * float  cost
 * byte   1 for long-distance, 0 for local
 * </pre>
 */
public final class BinaryEventCodec implements EventCodec {
    static final int BYTES = Long.BYTES + Long.BYTES + Integer.BYTES + Float.BYTES + Byte.BYTES;

    @Override
    public byte[] encode(Event event) {
        byte[] bytes = new byte[BYTES];
        ByteBuffer.wrap(bytes)
                .putLong(event.subscriberId())
                .putLong(event.timestampMs())
                .putInt(event.durationSeconds())
                .putFloat(event.cost())
                .put((byte) (event.longDistance() ? 1 : 0));
        return bytes;
    }

    @Override
    public Event decode(byte[] bytes) {
        ModelEventCodec.requirePresent(bytes);
        if (bytes.length != BYTES) {
            throw new MalformedException("a binary event has " + BYTES + " bytes, not " + bytes.length);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return EventCodec.faultless(new Event(in.getLong(), in.getLong(), in.getInt(), in.getFloat(), flag(in.get())));
    }

    /** Strict, so that bytes of something else are recognized. */
    static boolean flag(byte value) {
        if (value != 0 && value != 1) {
            throw new MalformedException("longDistance=" + value + " is neither 0 nor 1");
        }
        return value == 1;
    }
}
