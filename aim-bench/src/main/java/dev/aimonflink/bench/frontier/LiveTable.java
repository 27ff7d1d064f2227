package dev.aimonflink.bench.frontier;

import dev.aimonflink.clients.query.Asking;

/** A system that counts the calls of a topic by subscriber, from the topic's beginning on, while clients ask. */
interface LiveTable extends Asking, AutoCloseable {
    /** How many calls are counted; a few of them may not be in answers yet. */
    long applied();

    /** Returns when answers have so many calls. */
    void awaitApplied(long calls);

    void requireHealthy();

    @Override
    void close();
}
