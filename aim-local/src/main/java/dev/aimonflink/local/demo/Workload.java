package dev.aimonflink.local.demo;

import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.local.load.Freshness;
import java.util.function.BooleanSupplier;

/** What a demo publishes, asks and recomputes: calls and the seven queries, or events and entities of another model. */
interface Workload extends AutoCloseable {
    /** Publishes the profile of each entity, and waits until the broker has them. Returns how many there are. */
    long publishProfiles();

    /** A question that any job of the model answers. */
    AskedQuery firstQuestion();

    /** Publishes events at a rate until the stop. */
    void publish(double eventsPerSecond, BooleanSupplier stop);

    /** The number of events so far, with those by which freshness is measured; for any thread. */
    long published();

    /** The number of events that the broker has; for any thread. */
    long acknowledged();

    /** Returns when the broker has all events published so far. */
    void flush();

    QueryRounds rounds(Asking client);

    Freshness freshness(Asking client);

    /** Recomputes answers from the events as published, and compares them. */
    AnswerComparison.Outcome verify(Asking client, Freshness freshness);

    @Override
    void close();
}
