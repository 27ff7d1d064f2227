package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.local.ObservedJob;

/**
 * A broker with its topics, and the job.
 *
 * @param end stops what the demo started
 */
record Installation(Connection connection, ObservedJob job, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
