package dev.aimonflink.bench.peers;

import dev.aimonflink.core.query.QueryCall;
import java.util.Map;

/** One that holds the rows and answers queries: this project, or a peer. */
interface Contender extends AutoCloseable {
    /** As it is called in figures. */
    String name();

    /** What its figures depend on, for the report. */
    Map<String, Object> configuration();

    /**
     * The ways in which it can be asked the same, by name; the fastest counts.
     *
     * @param call with all parameters given
     */
    Map<String, Question> prepare(QueryCall call);

    @Override
    void close();
}
