package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.partial.Partial;

/** A question about one entity, answered from its record alone. */
public interface Lookup {
    /**
     * @param record in the current windows, or null where there is no such entity; must not be kept
     */
    Partial partial(EntityRecord record);
}
