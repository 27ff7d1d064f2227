package dev.aimonflink.bench.streams;

import java.io.Serializable;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/** A program of Flink's own operators that ends by itself, on one thread of this process. Its values are counted and added up. */
interface FlinkProgram {
    DataStream<Double> in(StreamExecutionEnvironment environment) throws Exception;

    /**
     * What a program, or a loop in its place, has computed.
     *
     * @param nanos from the first value to the end, which leaves out the start of the job
     */
    record Done(long count, double sum, long nanos) implements Serializable {
        double perSecond() {
            return count * 1e9 / nanos;
        }
    }

    static Done run(FlinkProgram program) {
        String id = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
        try {
            program.in(environment).process(new Tally(id)).sinkTo(new DiscardingSink<>());
            environment.execute(id);
            return Tally.DONE.remove(id);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a program of Flink runs.", e);
        } catch (Exception e) {
            throw new IllegalStateException("Flink's program failed: " + e, e);
        }
    }

    /** The last step. A local program runs in the JVM that asked for it, so it finds its result there. */
    final class Tally extends ProcessFunction<Double, Void> {
        private static final long serialVersionUID = 1L;
        private static final Map<String, Done> DONE = new ConcurrentHashMap<>();

        private final String id;
        private transient long beganNanos;
        private transient long count;
        private transient double sum;

        Tally(String id) {
            this.id = id;
        }

        @Override
        public void processElement(Double value, Context context, Collector<Void> out) {
            if (count++ == 0) {
                beganNanos = System.nanoTime();
            }
            sum += value;
        }

        @Override
        public void close() {
            DONE.put(id, new Done(count, sum, System.nanoTime() - beganNanos));
        }
    }
}
