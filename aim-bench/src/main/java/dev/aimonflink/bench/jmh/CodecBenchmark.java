package dev.aimonflink.bench.jmh;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.setup.EventFormat;
import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures writing and reading a million events: the formats of the events topic, which are written by hand, and Kryo
 * alone. The thesis took 0.04 s to write and 0.14 s to read by hand, in 21 bytes an event, and 0.29 s and
 * 0.26 s with Kryo, in 14 to 19 bytes.
 */
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(
        value = 1,
        jvmArgs = {EngineBenchmark.HEAP})
public class CodecBenchmark extends EngineBenchmark {
    static final String PLAIN_KRYO = "plain-kryo";

    private static final int SUBSCRIBERS = 1_000_000;

    @Param({"binary", "kryo", PLAIN_KRYO, "json"})
    String format;

    @Param("1000000")
    int events;

    private EventCodec codec;
    private Event[] calls;
    byte[][] encoded;
    private Event[] decoded;
    private double bytesPerEvent;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double bytesPerEvent;
    }

    @Setup
    public void fill() {
        codec = format.equals(PLAIN_KRYO)
                ? new PlainKryoCodec()
                : EventFormat.of(format).newCodec();
        calls = CallStream.of(events, SUBSCRIBERS, CallStream.UNIFORM);
        encoded = new byte[events][];
        decoded = new Event[events];
        encodeAll();
        decodeAll();
        bytesPerEvent =
                Arrays.stream(encoded).mapToInt(bytes -> bytes.length).average().orElse(0);
    }

    private void encodeAll() {
        for (int i = 0; i < calls.length; i++) {
            encoded[i] = codec.encode(calls[i]);
        }
    }

    private void decodeAll() {
        for (int i = 0; i < encoded.length; i++) {
            decoded[i] = codec.decode(encoded[i]);
        }
    }

    @Benchmark
    public void encode(Beside beside) {
        encodeAll();
        beside.bytesPerEvent = bytesPerEvent;
    }

    @Benchmark
    public void decode() {
        decodeAll();
    }

    @TearDown(Level.Iteration)
    public void check() {
        expectNoneWrong("decoded events", decoded, calls);
        decodeAll();
        expectNoneWrong("encoded events", decoded, calls);
    }

    /** Encodes events by Kryo alone: the class is registered, and Kryo makes the serializer. */
    private static final class PlainKryoCodec implements EventCodec {
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
}
