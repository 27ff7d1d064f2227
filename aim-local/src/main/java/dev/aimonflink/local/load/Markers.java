package dev.aimonflink.local.load;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.function.Predicate;

/** Publishes the events by which {@link Freshness} measures how old answers are. */
public interface Markers {
    /**
     * A published event that a question can find.
     *
     * @param of whose event it is, such as {@code card 7}
     * @param lane markers of one are asked for one after the other, the oldest first
     * @param isPoint whether the question is a point query; else an answer can show several markers of a lane at once
     * @param isShownBy whether an answer has it
     */
    record Marker(String of, int lane, boolean isPoint, AskedQuery question, Predicate<QueryResult> isShownBy) {}

    /** The number of lanes. */
    int lanes();

    /** Whether a marker can be published at a time, so that answers show it whatever happens next. */
    boolean isDue(long nowMs);

    /**
     * Publishes a marker.
     *
     * @param number counts markers from 0 on
     * @param id the entity, which is that of no other event
     */
    Marker publish(long number, long id);
}
