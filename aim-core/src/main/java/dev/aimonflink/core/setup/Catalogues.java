package dev.aimonflink.core.setup;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.query.CallQueries;
import dev.aimonflink.core.cut.AnswerLimits;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.names.TableColumns;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.EntityQuery;
import dev.aimonflink.core.statement.SqlText;
import dev.aimonflink.core.tables.MatrixTables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The queries of a model: those of the benchmark if its events are calls, and for every model one entity by its key. */
public final class Catalogues {
    private Catalogues() {}

    /** Without the tables of the model, so that no query can name their columns. */
    public static Catalogue of(MatrixSchema schema) {
        return of(schema, () -> TableColumns.NONE);
    }

    /** @param tables those of the model */
    public static Catalogue of(MatrixSchema schema, EntityTables tables) {
        return of(schema, tables, AnswerLimits.USUAL);
    }

    /**
     * The queries of a job that keeps all columns.
     *
     * @param limits of what a statement in SQL may use
     */
    public static Catalogue of(MatrixSchema schema, EntityTables tables, AnswerLimits limits) {
        return of(
                schema,
                tables,
                limits,
                schema.columns().stream().map(StoredColumn::name).toList());
    }

    /**
     * @param limits of what a statement in SQL may use
     * @param kept the names of the aggregates that the job keeps as columns
     */
    public static Catalogue of(MatrixSchema schema, EntityTables tables, AnswerLimits limits, Collection<String> kept) {
        TableColumns columns = TableColumns.of(schema.model().entity(), tables);
        Map<String, String> aliases = CallModel.isOfSubscribers(schema.model()) ? CallModel.tableAliases() : Map.of();
        List<Catalogue.Entry> entries = new ArrayList<>(entries(schema, () -> columns));
        entries.add(new SqlText(new MatrixTables(schema, tables, aliases, kept), limits).entry());
        return new Catalogue(() -> schema, entries);
    }

    /** @param tables called when a query names a column that is none of the model's */
    public static Catalogue of(MatrixSchema schema, Supplier<TableColumns> tables) {
        return new Catalogue(() -> schema, entries(schema, tables));
    }

    private static List<Catalogue.Entry> entries(MatrixSchema schema, Supplier<TableColumns> tables) {
        return CallModel.isOfCalls(schema.model())
                ? CallQueries.entries(() -> schema, tables)
                : List.of(EntityQuery.entry(
                        schema.model().entity().name(),
                        schema.model().event().key(),
                        () -> schema,
                        tables,
                        "`aim model show`"));
    }

    /**
     * The queries of calls.
     *
     * @param schema called when a query that needs it is bound, because building it would slow down a client's start
     * @param tables called when a query names a column that is none of the model's
     */
    public static Catalogue ofCalls(Supplier<MatrixSchema> schema, Supplier<TableColumns> tables) {
        return new Catalogue(schema, CallQueries.entries(schema, tables));
    }
}
