package dev.aimonflink.bench.peers;

import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.Set;
import java.util.stream.Stream;

/** Another system with the same rows. */
interface Peer extends Contender {
    /**
     * Takes the rows over and gets ready for queries.
     *
     * @param columns the aggregates to load
     */
    void load(MatrixSchema schema, Set<String> columns, Dimensions dimensions, Stream<SubscriberRecord> subscribers);
}
