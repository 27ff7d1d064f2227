package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.query.serve.request.AskedQuery;
import org.apache.flink.configuration.Configuration;

/** What a deployment takes in and how its answers are checked: calls of subscribers, or events of another model. */
interface Intake extends AutoCloseable {
    /** Sets the job's options on what is kept of which events. */
    void configure(Configuration options);

    EventMaker maker();

    AskedQuery firstQuestion();

    /** Publishes events to Kafka as fast as it can, and returns when the broker has them. */
    void publishAll(long events);

    long published();

    void flush();

    /** Compares the matrix's counts, and its answers, with a recomputation, while no events are made. */
    void examine(LocalJob job, QueryClient client, CallTap tap, AnswerChecks verification);

    @Override
    void close();
}
