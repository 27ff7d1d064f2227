package dev.aimonflink.bench.peers;

import java.util.List;

/** A prepared query with its parameters; asking it is what is measured. */
@FunctionalInterface
interface Question {
    /** The rows, as {@link dev.aimonflink.core.query.Query#answer} has them. */
    List<List<Object>> ask();
}
