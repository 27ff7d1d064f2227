package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.setup.EventFormat;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;

/** What runs publish, ask and recompute: calls and the queries of the catalogue, or events and entities of another model. */
interface Workload<K extends Kept> {
    /** The formats that events can have. */
    List<EventFormat> formats();

    /** The moments of kills that can come at any time. */
    List<Moment> moments();

    /** What the job keeps at the beginning. */
    K first();

    /** What it keeps after a change of the schema, until the next. */
    K other();

    /** A question that a job answers as soon as it runs. */
    AskedQuery firstQuestion();

    DrawnRecords records(long seed, EventFormat format);

    /** Draws questions without end. */
    Supplier<AskedQuery> questions(long seed);

    Recomputation<K> recomputation(List<Generation<K>> generations, ZoneId zone, EventFormat format);

    /**
     * Asks and compares.
     *
     * @param kept by the job now
     * @param probes entities whose every value is compared, besides those drawn
     */
    AnswerComparison.Outcome compare(Asking client, Recomputation<K> truth, K kept, long seed, List<Long> probes);
}
