package dev.aimonflink.lab.twin;

import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Events in order, packed, because tens of millions of objects would fill the heap. For one thread. */
final class PackedEvents {
    static final int CHUNK_BYTES = 1 << 20;

    private final Model model;
    private final BinaryModelCodec codec;
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private ByteBuffer last = ByteBuffer.allocate(0);

    PackedEvents(Model model) {
        this.model = model;
        codec = new BinaryModelCodec(model);
    }

    void add(DeclaredEvent event) {
        byte[] bytes = codec.encode(event);
        if (last.remaining() < Integer.BYTES + bytes.length) {
            last = ByteBuffer.allocate(Math.max(CHUNK_BYTES, Integer.BYTES + bytes.length));
            chunks.add(last);
        }
        last.putInt(bytes.length).put(bytes);
    }

    /** @param events takes one after another, in one reused object */
    void replay(Consumer<DeclaredEvent> events) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        for (ByteBuffer chunk : chunks) {
            ByteBuffer reading = chunk.duplicate().flip();
            while (reading.hasRemaining()) {
                byte[] bytes = new byte[reading.getInt()];
                reading.get(bytes);
                codec.decode(bytes, event);
                events.accept(event);
            }
        }
    }
}
