package dev.aimonflink.bench.peers;

import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.Map;

/** Holds the rows and answers queries: this project, or a peer. */
interface Contender extends AutoCloseable {
    /** A prepared query with its parameters; asking it is what is measured. */
    @FunctionalInterface
    interface Question {
        /** Rows like those of {@link dev.aimonflink.query.serve.request.Query#answer}. */
        List<List<Object>> ask();
    }

    String name();

    /** For the report. */
    Map<String, Object> configuration();

    /** Prepares each way to ask the same, by name; the fastest counts. */
    Map<String, Question> prepare(AskedQuery call);

    @Override
    void close();
}
