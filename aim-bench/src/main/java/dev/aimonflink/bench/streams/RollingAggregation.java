package dev.aimonflink.bench.streams;

import dev.aimonflink.bench.endtoend.Write;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.world.MeasuredModel;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Measures count, sum and average of values by key without a window, after each of them: in a loop, in Flink with a hash map as in the thesis,
 * and in our job, which also keeps columns and answers questions.
 */
public final class RollingAggregation extends Experiment {
    private static final long VALUES = 10_000_000;
    private static final long QUICK_VALUES = 100_000;
    private static final int KEYS = 10_000;
    private static final int MOST = 1_000;

    public RollingAggregation() {
        super(
                "aggregation",
                "Measure count, sum and average of values by key, in a plain loop, in Flink and in our job",
                new Defaults("42", List.of(1), 10, 1, List.of(1), List.of(0)).of(KEYS));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        long values = bench.plan().quick() ? QUICK_VALUES : VALUES;
        bench.say(values + " values are published ...");
        KafkaRecords records = new KafkaRecords(bench.broker(), values, number -> ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(key(number))
                .putInt(value(number))
                .array());
        new Turns()
                .way("loop", () -> loop(values))
                .flink(
                        "flink",
                        environment -> averages(environment
                                .fromSequence(0, values - 1)
                                .map(number -> ((long) key(number) << Integer.SIZE) | value(number))
                                .returns(Types.LONG)))
                .flink("flink-kafka", environment -> averages(records.stream(environment, new KeysAndValues())))
                .run(bench, name(), Map.of());
        Write.generated(
                bench,
                bench.setup(1).of(MeasuredModel.of(MeasuredModel.ROLLING)).of(KEYS),
                name() + ".ours");
    }

    private static int key(long number) {
        return Math.floorMod((number * 0x9E3779B97F4A7C15L) >> 32, KEYS);
    }

    private static int value(long number) {
        return Math.floorMod((number * 0xD6E8FEB86659FD93L) >> 32, MOST);
    }

    private static FlinkProgram.Done loop(long values) {
        final long beganNanos = System.nanoTime();
        Averages averages = new Averages();
        double sum = 0;
        for (long number = 0; number < values; number++) {
            sum += averages.add(key(number), value(number));
        }
        return new FlinkProgram.Done(values, sum, System.nanoTime() - beganNanos);
    }

    /** @param keysAndValues a key in the high half of each, a value in the low one */
    private static DataStream<Double> averages(DataStream<Long> keysAndValues) {
        return keysAndValues.keyBy(each -> (int) (each >> Integer.SIZE)).map(new KeyedAverages());
    }

    /** Count and sum by key. */
    private static final class Averages {
        private final Map<Integer, long[]> countsAndSums = new HashMap<>();

        /** Returns the average of the key's values. */
        double add(int key, int value) {
            long[] ofKey = countsAndSums.computeIfAbsent(key, unknown -> new long[2]);
            ofKey[0]++;
            ofKey[1] += value;
            return (double) ofKey[1] / ofKey[0];
        }
    }

    private static final class KeyedAverages extends RichMapFunction<Long, Double> {
        private static final long serialVersionUID = 1L;

        private transient Averages averages;

        @Override
        public Double map(Long keyAndValue) {
            if (averages == null) {
                averages = new Averages();
            }
            return averages.add((int) (keyAndValue >> Integer.SIZE), (int) (long) keyAndValue);
        }
    }

    private static final class KeysAndValues extends AbstractDeserializationSchema<Long> {
        private static final long serialVersionUID = 1L;

        KeysAndValues() {
            super(Long.class);
        }

        @Override
        public Long deserialize(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getLong();
        }
    }
}
