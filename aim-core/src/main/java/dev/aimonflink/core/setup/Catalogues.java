package dev.aimonflink.core.setup;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.query.CallQueries;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.EntityQuery;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.List;
import java.util.function.Supplier;

/** The queries of a model: those of the benchmark if its events are calls, and for every model one entity by its key. */
public final class Catalogues {
    private Catalogues() {}

    public static Catalogue of(MatrixSchema schema) {
        return CallModel.isOfCalls(schema.model())
                ? ofCalls(() -> schema)
                : new Catalogue(
                        () -> schema,
                        List.of(EntityQuery.entry(
                                schema.model().entity().name(),
                                schema.model().event().key(),
                                () -> schema,
                                "`aim model show`")));
    }

    /**
     * The queries of calls.
     *
     * @param schema called when a query that needs it is bound, because building it would slow down a client's start
     */
    public static Catalogue ofCalls(Supplier<MatrixSchema> schema) {
        return new Catalogue(schema, CallQueries.entries(schema));
    }
}
