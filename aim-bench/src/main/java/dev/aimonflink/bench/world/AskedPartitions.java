package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Asker;
import dev.aimonflink.query.pass.NanoClock;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.PartitionClocks;
import dev.aimonflink.query.request.Answer;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.Request;
import dev.aimonflink.query.request.ScanQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Partitions in this thread, and a merger of their parts, which travel as bytes. A query is asked in as many rounds as it has. */
public final class AskedPartitions {
    /** On which no time passes, so that partitions hold a cut for as long as a slow machine needs it. */
    public static final PartitionClocks CLOCKS =
            new PartitionClocks(() -> 0, NanoClock.THREAD_CPU, System::currentTimeMillis);

    private static final String KEY = "request";
    private static final Request REQUEST = new Request(KEY, "r", "client", AskedQuery.withDefaults("sql"), 0);

    private final Answer merger;
    private final List<Part> parts = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();

    public AskedPartitions(MatrixSchema schema) {
        merger = new Answer(schema, Moment.ZONE, "events");
    }

    /** @param partition makes one that gives its parts to a consumer */
    public void add(Function<Consumer<Part>, Partition> partition) {
        partitions.add(partition.apply(parts::add));
    }

    public List<Partition> all() {
        return partitions;
    }

    public QueryResult ask(ScanQuery query) {
        return ask(query, Long.MAX_VALUE, () -> {});
    }

    /** @param behindStep is run after each step of a pass but its last */
    public QueryResult ask(ScanQuery query, Runnable behindStep) {
        return ask(query, 0, behindStep);
    }

    private QueryResult ask(ScanQuery query, long sliceNanos, Runnable behindStep) {
        List<Part> first = round(
                sliceNanos, behindStep, partition -> partition.submit(new Asker(KEY, "client", Long.MAX_VALUE), query));
        if (!query.hasSecondRound()) {
            return merger.of(REQUEST, query, first, 0);
        }
        Answer.Between between = merger.between(REQUEST, query, first);
        if (between.failed() != null) {
            round(sliceNanos, behindStep, Partition::endHold);
            return between.failed();
        }
        Partial values = read(between.values());
        List<Part> second = round(
                sliceNanos,
                behindStep,
                partition -> partition.askSecondRound(KEY, held -> ((ScanQuery) held).second(values)));
        return merger.of(REQUEST, query.second(values), second, 0);
    }

    private List<Part> round(long sliceNanos, Runnable behindStep, Consumer<Partition> begin) {
        parts.clear();
        for (Partition partition : partitions) {
            begin.accept(partition);
            while (partition.hasWork()) {
                if (partition.runSlice(sliceNanos)) {
                    behindStep.run();
                }
            }
        }
        return List.copyOf(parts);
    }

    private static Partial read(byte[] bytes) {
        try {
            return Partial.read(bytes);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
