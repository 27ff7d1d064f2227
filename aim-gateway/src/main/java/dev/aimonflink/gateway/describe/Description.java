package dev.aimonflink.gateway.describe;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.catalog.Catalogued;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What PostgreSQL's catalogs say of a job: its tables with the columns that {@code *} shows, and its queries as functions. */
final class Description {
    private static final char TABLE = 'r';
    private static final char VIEW = 'v';

    private final String schema;
    private final JobModel job;
    private final MatrixTables tables;
    private final Model model;

    private final Tables visible;
    private final Set<String> hidden;

    private Description(String schema, JobModel job, Set<String> hidden) {
        this.schema = schema;
        this.job = job;
        this.hidden = hidden;
        this.tables = job.tables();
        this.visible = VisibleTables.of(tables, hidden);
        this.model = job.model();
    }

    /**
     * @param jobs the models by schema; null for one that is not known
     * @param hidden columns that do not exist for the user
     * @param user who owns everything
     * @param activity the rows of {@code pg_stat_activity}
     */
    static Catalogued of(
            Map<String, JobModel> jobs,
            Set<String> hidden,
            String database,
            String user,
            List<Relation> relations,
            Supplier<List<Catalogued.Setting>> settings,
            Supplier<List<Map<String, Object>>> activity) {
        List<Catalogued.Schema> schemas = new ArrayList<>();
        List<Catalogued.Table> tables = new ArrayList<>();
        List<Catalogued.Routine> routines = new ArrayList<>();
        jobs.forEach((schema, job) -> {
            schemas.add(new Catalogued.Schema(schema, comment(job)));
            if (job != null) {
                Description description = new Description(schema, job, hidden);
                tables.addAll(description.tables());
                routines.addAll(description.routines());
            }
        });
        schemas.add(new Catalogued.Schema(AimRelations.SCHEMA, "what the gateway and the job say of themselves"));
        return new Catalogued(database, List.of(user), schemas, tables, routines, relations, settings, activity);
    }

    private static String comment(JobModel job) {
        return job == null
                ? "a job that does not answer"
                : with("the matrix of the job and its tables", job.model().text(Model.DESCRIPTION));
    }

    private List<Catalogued.Table> tables() {
        List<Catalogued.Table> all = new ArrayList<>();
        for (String name : tables.ownNames()) {
            Table table = visible.find(name).orElseThrow();
            boolean isMatrix = tables.isMatrix(table);
            boolean isOtherName = tables.isOtherName(name);
            List<Catalogued.Column> columns = new ArrayList<>();
            for (Column column : table.columns()) {
                if (!table.unlisted().contains(column.index())) {
                    columns.add(isMatrix ? ofMatrix(column) : ofTable(column));
                }
            }
            boolean hasKey = !isOtherName && !table.unlisted().contains(0);
            List<String> key = hasKey ? List.of(table.columns().get(0).name()) : List.of();
            all.add(new Catalogued.Table(
                    schema, name, isOtherName ? VIEW : TABLE, comment(isMatrix, isOtherName), columns, key));
        }
        return all;
    }

    private String comment(boolean isMatrix, boolean isOtherName) {
        if (!isMatrix) {
            return "a table of the model " + model.name();
        }
        return isOtherName
                ? "another name of " + MatrixTables.matrixNameOf(model)
                : with(
                        "the live matrix: a row for each " + model.entity().name() + ", of the model " + model.name(),
                        model.text("entity", Model.DESCRIPTION));
    }

    /** The same, and what the model says if it does. */
    private static String with(String comment, String text) {
        return text == null ? comment : comment + ". " + text;
    }

    private static Catalogued.Column ofTable(Column column) {
        return new Catalogued.Column(JobValues.column(column.name(), column.type()), column.index() > 0, null);
    }

    private Catalogued.Column ofMatrix(Column column) {
        MatrixColumn content = tables.matrixColumns().get(column.index());
        return new Catalogued.Column(
                JobValues.column(column.name(), column.type()), MatrixTables.canBeNull(content), comment(content));
    }

    /** PostgreSQL has no units, so the description says it. */
    private String comment(MatrixColumn content) {
        String unit = content.unit(model);
        return content.description(model) + (unit == null ? "" : " (" + unit + ")");
    }

    private List<Catalogued.Routine> routines() {
        return CatalogueFunction.entries(job, hidden).stream()
                .map(entry -> new Catalogued.Routine(
                        schema,
                        entry.id(),
                        CatalogueFunction.described(entry, job),
                        entry.parameters().stream().map(Description::defaultOf).toList(),
                        entry.summary()))
                .toList();
    }

    private static String defaultOf(Parameter parameter) {
        Object value = parameter.defaultValue();
        return value == null ? null : value instanceof Long ? value.toString() : "'" + value + "'";
    }
}
