package dev.aimonflink.clients.shell;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.CallTables;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.sql.MatrixTables;

/** The words of calls. */
final class Words {
    private static final MatrixSchema SCHEMA = CallSchema.withAggregates(42);
    private static final EntityTables FILES = CallTables.of(DimensionTables.defaults());

    static final Vocabulary OF_CALLS =
            new Vocabulary(SCHEMA.model(), FILES, new MatrixTables(SCHEMA, FILES, CallModel.tableAliases()));

    private Words() {}
}
