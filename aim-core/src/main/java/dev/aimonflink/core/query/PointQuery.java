package dev.aimonflink.core.query;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.pass.Lookup;

/** A query that the partition of one entity answers from its record. */
public interface PointQuery extends Query, Lookup {
    EntityId key();
}
