package dev.aimonflink.bench.endtoend;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.job.Topology;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.meter.QueryClients.Ended;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Asks about one subscriber after the other in an open loop, of each partition in turn. Such a question goes the same way as an event to
 * the same thread, so it waits as long.
 */
final class PointProbe implements AutoCloseable {
    static final int PER_SECOND = 20;

    /** Few, like a service that looks up thousands of subscribers a second. */
    static final List<String> COLUMNS = List.of("subscriberId", "number_of_calls_this_day", "total_cost_this_week");

    private final EndedLog answered;
    private final QueryClients asking;

    /** @param isAnswered is called for each ended question, and returns whether it has an answer */
    PointProbe(Asking client, Predicate<Ended> isAnswered, int subscribers, int partitions, long seed) {
        this(client, isAnswered, calls(subscribers, partitions, seed), System::nanoTime);
    }

    PointProbe(Asking client, Predicate<Ended> isAnswered, Supplier<AskedQuery> calls, LongSupplier clockNanos) {
        answered = new EndedLog(clockNanos.getAsLong());
        Consumer<Ended> listener = ended -> {
            if (isAnswered.test(ended)) {
                answered.add(ended);
            }
        };
        asking = QueryClients.openLoop(client, PER_SECOND, calls, listener, clockNanos);
    }

    /** Makes questions about a random subscriber of each partition in turn. For one thread. */
    static Supplier<AskedQuery> calls(int subscribers, int partitions, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] next = {0};
        return () -> {
            int partition = next[0]++ % partitions;
            long id = random.nextLong(subscribers);
            while (KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, partitions)
                    != partition) {
                id = random.nextLong(subscribers);
            }
            return new AskedQuery("subscriber", Map.of("subscriberId", id, "columns", String.join(",", COLUMNS)));
        };
    }

    /** The longest wait of questions due between two times, in epoch milliseconds. */
    OptionalLong longestNanos(long fromMs, long toMs) {
        return answered.all().stream()
                .filter(each -> answered.dueMs(each) >= (double) fromMs && answered.dueMs(each) < (double) toMs)
                .mapToLong(Ended::nanos)
                .max();
    }

    /** When the first question was due, in epoch milliseconds. */
    long firstMs() {
        return answered.firstMs();
    }

    @Override
    public void close() {
        asking.close();
    }
}
