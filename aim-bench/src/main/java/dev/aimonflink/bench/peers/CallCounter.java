package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.util.List;
import java.util.Map;

/** Counts calls into all aggregates: this project, or a peer. All subscribers exist before the first call. */
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

    /** The name in figures. */
    String name();

    /** The parameters of its figure. */
    Map<String, String> parameters();

    /** A description of its method for the report. */
    String method();

    /** Counts calls of today. */
    void count(Event[] calls);

    /** How many cells differ from what all calls come to. */
    long differences(CallTotals calls);

    @Override
    void close();
}
