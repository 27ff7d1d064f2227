package dev.aimonflink.matrix.calls.wire;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;

/**
 * Events in the form that {@code Kryo.writeClassAndObject} writes without references, version 1:
 *
 * <pre>
 * varint   the registration, 10, as Kryo writes it: plus 2
 * varlong  subscriberId
 * varlong  timestamp, epoch milliseconds
 * varint   durationSeconds
 * float    cost, little-endian
 * byte     1 for long-distance, 0 for local
 * </pre>
 *
 * Varints favour positive numbers. A usual event has 17 bytes, the largest 29. Another version would use another registration.
 */
public final class KryoEventCodec implements EventCodec {
    static final int REGISTRATION = 10;

    private static final int CLASS_CODE = REGISTRATION + 2;
    private static final int MAX_BYTES = 29;

    private final Kryo kryo = new Kryo(new EventsOnly(), null);
    private final Input input = new Input();
    private final Output output = new Output(MAX_BYTES);

    public KryoEventCodec() {
        kryo.setRegistrationRequired(true);
        kryo.register(Event.class, new EventSerializer(), REGISTRATION);
    }

    @Override
    public byte[] encode(Event event) {
        output.reset();
        kryo.writeClassAndObject(output, event);
        return output.toBytes();
    }

    @Override
    public Event decode(byte[] bytes) {
        ModelEventCodec.requirePresent(bytes);
        input.setBuffer(bytes);
        Event event = read();
        if (input.position() != bytes.length) {
            throw new MalformedException("a kryo event is followed by " + (bytes.length - input.position()) + " bytes");
        }
        return EventCodec.faultless(event);
    }

    private Event read() {
        try {
            return (Event) kryo.readClassAndObject(input);
        } catch (KryoException e) {
            throw new MalformedException("a kryo event ends early, after " + input.limit() + " bytes");
        }
    }

    /** Kryo's own resolver would read strings of any length, and look up classes by names in the bytes. */
    private static final class EventsOnly extends DefaultClassResolver {
        @Override
        public Registration readClass(Input input) {
            int code = input.readVarInt(true);
            if (code != CLASS_CODE) {
                throw new MalformedException("kryo class code " + code + " is not the event's, " + CLASS_CODE);
            }
            return getRegistration(REGISTRATION);
        }
    }

    private static final class EventSerializer extends Serializer<Event> {
        EventSerializer() {
            super(false, true);
        }

        @Override
        public void write(Kryo kryo, Output output, Event event) {
            output.writeVarLong(event.subscriberId(), true);
            output.writeVarLong(event.timestampMs(), true);
            output.writeVarInt(event.durationSeconds(), true);
            output.writeFloat(event.cost());
            output.writeByte(event.longDistance() ? 1 : 0);
        }

        @Override
        public Event read(Kryo kryo, Input input, Class<? extends Event> type) {
            return new Event(
                    input.readVarLong(true),
                    input.readVarLong(true),
                    input.readVarInt(true),
                    input.readFloat(),
                    BinaryEventCodec.flag(input.readByte()));
        }
    }
}
