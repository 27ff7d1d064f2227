package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.partial.Records;

/** A query that the partition of one entity answers from its record. */
public interface PointQuery extends Query {
    EntityId key();

    /**
     * The record itself, from which the merger makes the answer.
     *
     * @param record in the current windows, or null if there is no such entity; must not be kept
     */
    default Partial partial(EntityRecord record) {
        return Partial.of(new Records().add(record == null ? null : RecordCodec.toBytes(record)));
    }

    static EntityRecord record(Partial merged) {
        byte[] stored = merged.states(0, Records.class).record(0);
        return stored == null ? null : RecordCodec.ofBytes(stored);
    }
}
