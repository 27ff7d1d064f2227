package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Lookup;
import dev.aimonflink.core.model.EntityId;

/** A query that the partition of one entity answers from its record. */
public interface PointQuery extends Query, Lookup {
    EntityId key();
}
