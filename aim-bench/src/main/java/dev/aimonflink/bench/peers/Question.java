package dev.aimonflink.bench.peers;

import java.util.List;

/** A query that is bound to its parameters and prepared: what is left to do is what is measured. */
@FunctionalInterface
interface Question {
    /** The rows, as {@link dev.aimonflink.core.query.Query#answer} has them. */
    List<List<Object>> ask();
}
