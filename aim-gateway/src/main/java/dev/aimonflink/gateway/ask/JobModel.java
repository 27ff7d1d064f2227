package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A job's model and its tables as statements can name them, according to the job. The rows of its tables stay in the job. */
public record JobModel(Model model, MatrixTables tables) {
    private static final String COLUMNS = "SELECT table_name, column_name, data_type, is_kept"
            + " FROM information_schema.columns WHERE table_name <> 'analyticsmatrix' ORDER BY table_name, ordinal_position";

    /** A key that is not a whole number. */
    private static final String TEXT_KEY = "-";

    private record Listed(String table, String name, String type, boolean isKept) {
        static Listed of(List<Object> row) {
            return new Listed((String) row.get(0), (String) row.get(1), (String) row.get(2), "YES".equals(row.get(3)));
        }
    }

    /**
     * Asks the job; empty if it does not answer in time, or is changed meanwhile.
     *
     * @param answers to a statement; empty if there is none in time
     */
    public static Optional<JobModel> ofJob(Function<String, Optional<QueryResult>> answers) {
        return KnownModel.ofJob(answers).flatMap(known -> answers.apply(COLUMNS)
                .filter(answer -> isStill(known.model(), answers))
                .map(answer ->
                        of(known.model(), answer.rows().stream().map(Listed::of).toList())));
    }

    /** A job that is changed meanwhile lists another model's columns. */
    private static boolean isStill(Model model, Function<String, Optional<QueryResult>> answers) {
        return KnownModel.ofJob(answers)
                .filter(again -> again.model().equals(model))
                .isPresent();
    }

    private static JobModel of(Model model, List<Listed> columns) {
        MatrixSchema schema = MatrixSchema.of(model);
        EntityTables entityTables = CallModel.isOfSubscribers(model)
                ? PresetModels.tables()
                : new EntityTables(model.entity().tables().keySet().stream()
                        .map(name -> withoutRows(name, model, columns))
                        .toList());
        Set<String> kept = stored(schema, columns);
        return new JobModel(model, new MatrixTables(schema, entityTables, CallModel.tableAliases(model), kept));
    }

    /** A table whose columns have the job's names and types. */
    private static EntityTable withoutRows(String table, Model model, List<Listed> all) {
        List<Listed> columns = all.stream()
                .filter(each -> each.table.equals(Names.folded(table)))
                .toList();
        boolean isTextKey = columns.get(0).type.equals(SqlType.TEXT.toString());
        String[] row = new String[columns.size()];
        Arrays.fill(row, TEXT_KEY);
        return new EntityTable(
                table,
                columns.stream()
                        .map(each -> KnownModel.named(each.name, table, model))
                        .toList(),
                isTextKey ? Collections.singletonList(row) : List.of());
    }

    /** The kept aggregates. The job does not list sums of squares, but the columns computed from them. */
    private static Set<String> stored(MatrixSchema schema, List<Listed> columns) {
        String matrix = MatrixTables.matrixNameOf(schema.model());
        Set<String> kept = columns.stream()
                .filter(each -> each.isKept && each.table.equals(matrix))
                .map(Listed::name)
                .collect(Collectors.toSet());
        Set<String> stored = new LinkedHashSet<>();
        for (StoredColumn column : schema.columns()) {
            if (kept.contains(Names.folded(column.name()))) {
                stored.add(column.name());
            }
        }
        for (ModelColumn computed : schema.derived()) {
            if (kept.contains(Names.folded(computed.name()))) {
                ColumnValues.operands(schema, computed).forEach(each -> stored.add(each.name()));
            }
        }
        return stored;
    }

    /** The name of the matrix, without a schema. */
    public String matrix() {
        return tables.ownNames().get(0);
    }

    /**
     * The text of a look-up, whose only parameter is the key.
     *
     * @param table as statements name it
     * @param columns to show; empty for all
     */
    public String lookUp(String table, List<String> columns) {
        String shown =
                columns.isEmpty() ? "*" : columns.stream().map(QuotedText::name).collect(Collectors.joining(", "));
        String key = QuotedText.name(Names.folded(model.event().key().name()));
        return "SELECT " + shown + " FROM " + table + " WHERE " + key + " = $1";
    }

    /**
     * Identity: what the job says anew has its own tables.
     *
     * @param other may be null
     */
    public boolean is(JobModel other) {
        return other != null && tables.equals(other.tables);
    }

    /** Whether all are {@linkplain #is the same}; some may be null. */
    public static boolean are(List<JobModel> some, List<JobModel> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) == null ? others.get(i) != null : !some.get(i).is(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether statements mean the same for both. */
    boolean isSameAs(JobModel other) {
        return model.equals(other.model) && described().equals(other.described());
    }

    private List<Object> described() {
        List<Object> described = new ArrayList<>();
        tables.ownNames().forEach(name -> described.add(tables.find(name)));
        return described;
    }
}
