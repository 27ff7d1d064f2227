package dev.aimonflink.bench.world;

import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.schema.MatrixSchema;

/** Subscribers 0 to n-1 as they should be. */
public interface Subscribers {
    MatrixSchema schema();

    int size();

    /** A subscriber's record, for reading. */
    SubscriberRecord subscriber(long id);
}
