package dev.aimonflink.bench.jmh;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.wire.EventCodec;

/** Encodes events by Kryo alone: the class is registered, and Kryo makes the serializer. */
final class PlainKryoCodec implements EventCodec {
    private static final int USUAL_BYTES = 32;

    private final Kryo kryo = new Kryo();
    private final Input input = new Input();
    private final Output output = new Output(USUAL_BYTES, -1);

    PlainKryoCodec() {
        kryo.register(Event.class);
    }

    @Override
    public byte[] encode(Event event) {
        output.reset();
        kryo.writeClassAndObject(output, event);
        return output.toBytes();
    }

    @Override
    public Event decode(byte[] bytes) {
        input.setBuffer(bytes);
        return (Event) kryo.readClassAndObject(input);
    }
}
