package dev.aimonflink.lab.meter;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.function.Predicate;

/** Publishes the events by which {@link Freshness} measures how old answers are. */
public interface Markers {
    /**
     * A published event that a question can find.
     *
     * @param of whose event it is, such as {@code card 7}
     * @param lane whose markers are asked for one after the other, oldest first
     * @param isPoint whether the question is a point query; else an answer can show several markers of a lane at once
     * @param isShownBy whether an answer has it
     */
    record Marker(String of, int lane, boolean isPoint, AskedQuery question, Predicate<QueryResult> isShownBy) {}

    int lanes();

    /** Whether a marker can be published at a time, so that answers show it whatever happens next. */
    boolean isDue(long nowMs);

    /**
     * @param number from 0 on
     * @param id of the entity, which no other event has
     */
    Marker publish(long number, long id);
}
