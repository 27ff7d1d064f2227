package dev.aimonflink.query.setup;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.calls.CallQueries;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Catalogue.TextPlanner;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The queries of a model: the benchmark's if its events are calls, and a look-up for every model. */
public final class Catalogues {
    private Catalogues() {}

    /** Without the tables of the model, so that no query can name their columns. The tables of the benchmark's subscribers are in the jar. */
    public static Catalogue of(MatrixSchema schema) {
        if (!CallModel.isOfSubscribers(schema.model())) {
            return ofClients(schema, () -> TableColumns.NONE);
        }
        EntityTables tables = PresetModels.tables();
        SqlText sql = sql(schema, tables, AnswerLimits.USUAL, columnNames(schema));
        return new Catalogue(entries(schema, sql::named, () -> TableColumns.NONE));
    }

    /** For a job that keeps all columns. */
    public static Catalogue of(MatrixSchema schema, EntityTables tables, AnswerLimits limits) {
        return of(schema, tables, limits, columnNames(schema));
    }

    private static List<String> columnNames(MatrixSchema schema) {
        return schema.columns().stream().map(StoredColumn::name).toList();
    }

    /** @param kept the aggregates that the job keeps as columns */
    public static Catalogue of(MatrixSchema schema, EntityTables tables, AnswerLimits limits, Collection<String> kept) {
        TableColumns columns = TableColumns.of(schema.model().entity(), tables);
        SqlText sql = sql(schema, tables, limits, kept);
        List<Catalogue.Entry> entries = new ArrayList<>(entries(schema, sql::named, () -> columns));
        entries.add(sql.entry());
        return new Catalogue(entries).with(List.of(), List.of(sql.ofExports()));
    }

    private static SqlText sql(MatrixSchema schema, EntityTables tables, AnswerLimits limits, Collection<String> kept) {
        return new SqlText(tables(schema, tables, kept), limits);
    }

    /** For a job that keeps all columns. */
    public static MatrixTables tables(MatrixSchema schema, EntityTables tables) {
        return tables(schema, tables, columnNames(schema));
    }

    /** @param kept the aggregates that the job keeps as columns */
    public static MatrixTables tables(MatrixSchema schema, EntityTables tables, Collection<String> kept) {
        return new MatrixTables(schema, tables, CallModel.tableAliases(schema.model()), kept);
    }

    /**
     * A model's queries for askers, who leave planning to the job.
     *
     * @param tables called when a query names a column that the model lacks
     */
    public static Catalogue ofClients(MatrixSchema schema, Supplier<TableColumns> tables) {
        return new Catalogue(entries(schema, Catalogues::ofTheJob, tables));
    }

    private static TextPlanner ofTheJob(String text, List<Parameter> parameters) {
        return (arguments, planning) -> {
            throw new IllegalStateException("Only the job plans texts.");
        };
    }

    private static List<Catalogue.Entry> entries(
            MatrixSchema schema,
            BiFunction<String, List<Parameter>, TextPlanner> planners,
            Supplier<TableColumns> tables) {
        return CallModel.isOfCalls(schema.model())
                ? CallQueries.entries(planners, () -> schema, tables)
                : List.of(EntityQuery.entry(
                        schema.model().entity().name(), schema.model().event().key(), () -> schema, tables));
    }

    /**
     * The queries of calls for askers.
     *
     * @param schema called when a query that needs it is bound, because building it would slow down a client's start
     * @param tables called when a query names a column that the model lacks
     */
    public static Catalogue ofCalls(Supplier<MatrixSchema> schema, Supplier<TableColumns> tables) {
        return new Catalogue(CallQueries.entries(Catalogues::ofTheJob, schema, tables));
    }

    /** The aggregates that some query of a schema's catalogue scans: {@code aim.matrix.columns=auto} keeps these. */
    public static Set<String> scannedColumns(MatrixSchema schema) {
        return CallModel.isOfCalls(schema.model()) ? CallQueries.columns(schema) : Set.of();
    }
}
