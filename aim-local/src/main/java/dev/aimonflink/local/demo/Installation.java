package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.local.ObservedJob;

/** A broker, its topics, and the job. */
interface Installation extends AutoCloseable {
    Connection connection();

    ObservedJob job();

    @Override
    void close();
}
