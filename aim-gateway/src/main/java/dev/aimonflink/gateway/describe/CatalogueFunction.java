package dev.aimonflink.gateway.describe;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A query of the job's catalogue as a function that returns rows: {@code SELECT * FROM q4(gamma => 5)}. */
public final class CatalogueFunction implements Relations.RowFunction {
    private final Catalogue.Entry entry;
    private final List<PgColumn> columns;
    private final Function<AskedQuery, QueryResult> answers;

    private CatalogueFunction(
            Catalogue.Entry entry, List<PgColumn> columns, Function<AskedQuery, QueryResult> answers) {
        this.entry = entry;
        this.columns = columns;
        this.answers = answers;
    }

    /** The textual queries of a model that name no hidden column. */
    public static List<Catalogue.Entry> entries(JobModel model, Set<String> hidden) {
        Tables tables = VisibleTables.of(model.tables(), hidden);
        return Catalogues.ofClients(model.tables().schema(), () -> TableColumns.NONE).entries().stream()
                .filter(entry -> entry.text() != null && isVisible(entry, tables))
                .toList();
    }

    public static Relations.RowFunction described(Catalogue.Entry entry, JobModel model) {
        return new CatalogueFunction(entry, columns(entry, model), null);
    }

    public static Optional<Relations.RowFunction> find(
            String name, JobModel model, Set<String> hidden, Function<AskedQuery, QueryResult> answers) {
        return entries(model, hidden).stream()
                .filter(entry -> entry.id().equals(name))
                .findFirst()
                .map(entry -> new CatalogueFunction(entry, columns(entry, model), answers));
    }

    private static boolean isVisible(Catalogue.Entry entry, Tables tables) {
        if (tables instanceof MatrixTables) {
            return true;
        }
        try {
            PlannedQuery unused = planned(entry, tables);
            return true;
        } catch (SqlException hidden) {
            return false;
        }
    }

    private static PlannedQuery planned(Catalogue.Entry entry, Tables tables) {
        Statement.Ask statement =
                (Statement.Ask) StatementParser.parse(entry.text(), 1).get(0);
        return QueryBinder.bind(statement.query(), tables);
    }

    public static List<PgColumn> columns(Catalogue.Entry entry, JobModel model) {
        return JobValues.columns(planned(entry, model.tables()).plan().outputs());
    }

    @Override
    public List<PgColumn> columns() {
        return columns;
    }

    @Override
    public List<PgColumn> arguments() {
        return arguments(entry);
    }

    public static List<PgColumn> arguments(Catalogue.Entry entry) {
        return entry.parameters().stream()
                .map(each -> new PgColumn(
                        Names.folded(each.name()), each.kind() == Parameter.Kind.NUMBER ? PgType.INT8 : PgType.TEXT))
                .toList();
    }

    @Override
    public String text() {
        return entry.text();
    }

    @Override
    public List<Object[]> call(Map<String, Object> given) {
        Map<String, Object> params = new HashMap<>();
        for (Parameter parameter : entry.parameters()) {
            Object value = given.get(Names.folded(parameter.name()));
            if (value != null) {
                params.put(parameter.name(), value);
            }
        }
        return JobValues.rows(answers.apply(new AskedQuery(entry.id(), params)).rows(), columns);
    }
}
