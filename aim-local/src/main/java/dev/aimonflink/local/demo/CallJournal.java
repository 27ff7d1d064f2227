package dev.aimonflink.local.demo;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.setup.EventFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All published calls in order, packed, since tens of millions of objects would fill the heap. For one thread. */
final class CallJournal {
    static final int CALLS_PER_CHUNK = 40_000;

    /** The length of every binary event. */
    private static final int CALL_BYTES = 25;

    private final EventCodec codec = EventFormat.BINARY.newCodec();
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private ByteBuffer last = ByteBuffer.allocate(0);
    private long size;

    void add(Event call) {
        if (!last.hasRemaining()) {
            last = ByteBuffer.allocate(CALL_BYTES * CALLS_PER_CHUNK);
            chunks.add(last);
        }
        last.put(codec.encode(call));
        size++;
    }

    long size() {
        return size;
    }

    void replay(Consumer<Event> calls) {
        byte[] call = new byte[CALL_BYTES];
        for (ByteBuffer chunk : chunks) {
            ByteBuffer reading = chunk.duplicate().flip();
            while (reading.hasRemaining()) {
                reading.get(call);
                calls.accept(codec.decode(call));
            }
        }
    }
}
