package dev.aimonflink.bench.jmh;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.EventCodec;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures writing and reading a million calls: in the hand-written formats of the events topic, and by Kryo alone. */
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(
        value = 1,
        jvmArgs = {EngineBenchmark.HEAP})
public class SerializationBenchmark extends EngineBenchmark {
    static final String PLAIN_KRYO = "plain-kryo";

    private static final int SUBSCRIBERS = 1_000_000;

    @Param({"binary", "kryo", PLAIN_KRYO, "json"})
    String format;

    @Param("1000000")
    int events;

    private final DeclaredEvent event = CallModel.newEvent();
    private ModelEventCodec codec;
    private Event[] calls;
    byte[][] written;
    private long sum;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double bytesPerEvent;
    }

    @Setup
    public void fill() {
        codec = format.equals(PLAIN_KRYO)
                ? new PlainKryo()
                : EventFormat.of(format)
                        .newCodec(
                                CallModel.schema(CallModel.AGGREGATES_PER_COPY).model());
        EventGenerator drawn = new EventGenerator(Population.SEED, SUBSCRIBERS, Distribution.uniform());
        calls = new Event[events];
        for (int i = 0; i < events; i++) {
            calls[i] = drawn.next(BenchTime.NOW_MS);
        }
        written = new byte[events][];
        writeAll();
    }

    private void writeAll() {
        for (int i = 0; i < calls.length; i++) {
            CallModel.fill(event, calls[i]);
            written[i] = codec.encode(event);
        }
    }

    @Benchmark
    public void write(Beside beside) {
        writeAll();
        beside.bytesPerEvent =
                Arrays.stream(written).mapToInt(bytes -> bytes.length).average().orElse(0);
    }

    @Benchmark
    public long read() {
        sum = 0;
        for (byte[] bytes : written) {
            codec.decode(bytes, event);
            sum += event.keyNumber();
        }
        return sum;
    }

    @TearDown
    public void check() {
        int wrong = 0;
        for (int i = 0; i < written.length; i++) {
            codec.decode(written[i], event);
            wrong += CallModel.call(event).equals(calls[i]) ? 0 : 1;
        }
        expectEqual("The number of wrong events", wrong, 0);
    }

    /** Kryo alone: the class is registered, and Kryo makes the serializer. */
    private static final class PlainKryo implements EventCodec {
        private static final int USUAL_BYTES = 32;

        private final Kryo kryo = new Kryo();
        private final Input input = new Input();
        private final Output output = new Output(USUAL_BYTES, -1);

        PlainKryo() {
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
