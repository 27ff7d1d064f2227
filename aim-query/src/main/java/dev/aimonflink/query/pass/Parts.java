package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.partial.Partial;

/** Makes the parts of answers for which a partition scans no rows. They are as of now. */
public final class Parts {
    private final Part.Source source;
    private final Rows rows;

    /** Of a look-up, which expects a part of one partition. */
    private final Part.Source alone;

    public Parts(Part.Source source, Rows rows) {
        this.source = source;
        this.rows = rows;
        alone = new Part.Source(source.partition(), 1, source.attempt());
    }

    /** The part of an answer that is a partial. */
    public Part of(Asker asker, Partial partial) {
        return new Part(asker.requestKey(), source, rows.cut(asker.wantsProgress()), 0, 0, 0, partial.toBytes(), null);
    }

    /** The part of an answer to a query that cannot run. */
    public Part refusal(Asker asker, QueryError error) {
        return new Part(asker.requestKey(), source, rows.cut(asker.wantsProgress()), 0, 0, 0, null, error);
    }

    /** The part of an answer whose request is not known any more. */
    Part refusal(String requestKey, QueryError error) {
        return new Part(requestKey, source, rows.cut(), 0, 0, 0, null, error);
    }

    /** The answer to a question about one entity. */
    public Part look(String requestKey, Lookup lookup, EntityRecord recordOrNull) {
        EntityRecord shown = recordOrNull == null
                ? null
                : recordOrNull.asOf(rows.clock(), rows.schema().layout());
        byte[] partial = lookup.partial(shown).toBytes();
        return new Part(requestKey, alone, rows.cut(), shown == null ? 0 : 1, 0, 0, partial, null);
    }

    /** The answer to such a question that cannot be answered. */
    public Part refuseLook(String requestKey, QueryError error) {
        return new Part(requestKey, alone, rows.cut(), 0, 0, 0, null, error);
    }
}
