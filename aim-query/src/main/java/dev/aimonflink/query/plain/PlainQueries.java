package dev.aimonflink.query.plain;

import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.ModelRelations;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.rows.TableRows;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Answers the textual queries of a catalogue by the row engine, over a matrix whose values are computed elsewhere. Thread-safe. */
public final class PlainQueries {
    private static final EngineLimits NONE = new EngineLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

    private record Planned(Catalogue.Entry entry, PlannedQuery query) {}

    private final MatrixTables tables;
    private final Map<String, Planned> planned = new LinkedHashMap<>();

    /** Leaves out texts that name a column which the model lacks. */
    public PlainQueries(MatrixTables tables, Catalogue catalogue) {
        this.tables = tables;
        for (Catalogue.Entry entry : catalogue.entries()) {
            if (entry.text() != null) {
                plan(entry).ifPresent(query -> planned.put(entry.id(), new Planned(entry, query)));
            }
        }
    }

    private Optional<PlannedQuery> plan(Catalogue.Entry entry) {
        try {
            Statement.Ask statement =
                    (Statement.Ask) StatementParser.parse(entry.text()).get(0);
            return Optional.of(QueryBinder.bind(statement.query(), tables));
        } catch (SqlException lacksColumn) {
            return Optional.empty();
        }
    }

    public List<Catalogue.Entry> entries() {
        return planned.values().stream().map(Planned::entry).toList();
    }

    /** @param matrix the rows of the matrix as a table, called for each place where the text names it */
    public List<List<Object>> answer(AskedQuery asked, Function<Table, Iterable<Row>> matrix) {
        Planned known = planned.get(asked.query());
        if (known == null) {
            throw new IllegalArgumentException("query=" + asked.query()
                    + " is not recomputed. Give a query for one entity, or one of " + planned.keySet() + ".");
        }
        TableRows files = new ModelRelations(tables, Map.of());
        TableRows all = table -> tables.isMatrix(table) ? matrix.apply(table) : files.rows(table);
        PlannedQuery query = known.query().withValues(known.entry().values(asked));
        return RowEngine.run(query, all, NONE, StopCheck.NEVER).rows().stream()
                .map(Arrays::asList)
                .toList();
    }
}
