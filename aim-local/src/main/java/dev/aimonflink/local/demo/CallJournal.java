package dev.aimonflink.local.demo;

import dev.aimonflink.core.model.Event;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All published calls in order, packed, since tens of millions of objects would fill the heap. For one thread. */
final class CallJournal {
    /** Subscriber, time, duration, cost, kind. */
    private static final int CALL_BYTES = Long.BYTES + Long.BYTES + Integer.BYTES + Float.BYTES + 1;

    static final int CALLS_PER_CHUNK = 40_000;

    private final List<ByteBuffer> chunks = new ArrayList<>();
    private ByteBuffer last = ByteBuffer.allocate(0);
    private long size;

    void add(Event call) {
        if (!last.hasRemaining()) {
            last = ByteBuffer.allocate(CALL_BYTES * CALLS_PER_CHUNK);
            chunks.add(last);
        }
        last.putLong(call.subscriberId())
                .putLong(call.timestampMs())
                .putInt(call.durationSeconds())
                .putFloat(call.cost())
                .put((byte) (call.longDistance() ? 1 : 0));
        size++;
    }

    long size() {
        return size;
    }

    void replay(Consumer<Event> calls) {
        for (ByteBuffer chunk : chunks) {
            ByteBuffer reading = chunk.duplicate().flip();
            while (reading.hasRemaining()) {
                calls.accept(new Event(
                        reading.getLong(),
                        reading.getLong(),
                        reading.getInt(),
                        reading.getFloat(),
                        reading.get() == 1));
            }
        }
    }
}
