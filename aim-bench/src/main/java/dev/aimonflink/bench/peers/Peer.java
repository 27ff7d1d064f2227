package dev.aimonflink.bench.peers;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Collection;
import java.util.stream.Stream;

/** Another system with the same rows. */
interface Peer extends Contender {
    /** Takes over the rows, with the aggregates that queries scan, and gets ready. */
    void load(MatrixSchema schema, Collection<String> columns, Stream<EntityRecord> subscribers);
}
