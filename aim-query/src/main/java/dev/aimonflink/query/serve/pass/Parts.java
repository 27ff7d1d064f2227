package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.function.Function;

/** Makes the parts of answers that scan no rows. */
public record Parts(Part.Source source, Rows rows) {
    public Part of(Asker asker, Partial partial) {
        return new Part(asker.requestKey(), source, rows.cut(asker.wantsProgress()), 0, 0, 0, partial.toBytes(), null);
    }

    public Part refusal(Asker asker, QueryError error) {
        return new Part(asker.requestKey(), source, rows.cut(asker.wantsProgress()), 0, 0, 0, null, error);
    }

    /** For a request that is not known any more. */
    Part refusal(String requestKey, QueryError error) {
        return new Part(requestKey, source, rows.cut(), 0, 0, 0, null, error);
    }

    /** @param lookup gets the record in the current windows, or null where there is no such entity */
    public Part look(String requestKey, Function<EntityRecord, Partial> lookup, EntityRecord recordOrNull) {
        EntityRecord shown = recordOrNull == null
                ? null
                : recordOrNull.asOf(rows.clock(), rows.schema().layout());
        byte[] partial = lookup.apply(shown).toBytes();
        return new Part(requestKey, alone(), rows.cut(), shown == null ? 0 : 1, 0, 0, partial, null);
    }

    public Part refuseLook(String requestKey, QueryError error) {
        return new Part(requestKey, alone(), rows.cut(), 0, 0, 0, null, error);
    }

    /** A look-up expects a part of one partition. */
    private Part.Source alone() {
        return new Part.Source(source.partition(), 1, source.attempt());
    }
}
