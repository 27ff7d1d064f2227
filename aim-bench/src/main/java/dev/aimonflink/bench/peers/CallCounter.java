package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.List;
import java.util.Map;

/** One that counts calls into all aggregates: this project, or a peer. Everybody is there before the first call. */
interface CallCounter extends AutoCloseable {
    /** Starts a peer. */
    @FunctionalInterface
    interface Factory {
        /**
         * One for each way in which the peer can do it; the fastest counts.
         *
         * @param batch after so many calls all of them have to be in the aggregates
         */
        List<CallCounter> start(MatrixSchema schema, int subscribers, int threads, int batch);
    }

    /** As it is called in figures. */
    String name();

    /** What its figure depends on. */
    Map<String, String> parameters();

    /** What it does, for the report. */
    String method();

    /** Counts calls of today. */
    void count(Event[] calls);

    /** How many cells are not what all calls come to. */
    long differences(CallTotals calls);

    @Override
    void close();
}
