package dev.aimonflink.bench.streams;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Measures how many costs of calls a second one thread computes: in a loop, and in Flink, of durations that it makes and that Kafka has. */
public final class CostFunction extends Experiment {
    private static final long CALLS = 10_000_000;
    private static final long QUICK_CALLS = 100_000;
    private static final int MINUTES = 31;

    public CostFunction() {
        super(
                "function",
                "Measure how many costs of calls a second one thread computes, in Flink and in a plain loop",
                new Defaults("42", List.of(1), 10, 1, List.of(1), List.of(0)));
    }

    @Override
    public void run(Bench bench) {
        long calls = bench.plan().quick() ? QUICK_CALLS : CALLS;
        bench.say(calls + " durations are published ...");
        KafkaRecords records = new KafkaRecords(bench.broker(), calls, number -> ByteBuffer.allocate(Integer.BYTES)
                .putInt(minutes(number))
                .array());
        new Turns()
                .way("loop", () -> loop(calls))
                .flink("flink", environment -> {
                    DataStream<Long> numbers = environment.fromSequence(0, calls - 1);
                    return numbers.map(number -> cost(minutes(number))).returns(Types.DOUBLE);
                })
                .way(
                        "loop-kafka",
                        () -> records.consume(
                                bytes -> cost(ByteBuffer.wrap(bytes).getInt())))
                .flink("flink-kafka", records.program(new Costs()))
                .run(bench, name(), Map.of());
    }

    /** A base, and a price a minute by the time of the day and the area. */
    private static double cost(int minutes) {
        return 0.15 + minutes * 0.10 * 0.9 * 0.8;
    }

    /** The duration of a call: all are as frequent, in no order. */
    private static int minutes(long number) {
        return Math.floorMod((number * 0x9E3779B97F4A7C15L) >> 32, MINUTES);
    }

    private static FlinkProgram.Done loop(long calls) {
        final long beganNanos = System.nanoTime();
        double sum = 0;
        for (long number = 0; number < calls; number++) {
            sum += cost(minutes(number));
        }
        return new FlinkProgram.Done(calls, sum, System.nanoTime() - beganNanos);
    }

    private static final class Costs extends AbstractDeserializationSchema<Double> {
        private static final long serialVersionUID = 1L;

        Costs() {
            super(Double.class);
        }

        @Override
        public Double deserialize(byte[] bytes) {
            return cost(ByteBuffer.wrap(bytes).getInt());
        }
    }
}
