package dev.aimonflink.clients.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of the job, by its catalog. */
public final class JobTables implements KnownTables {
    /** A name that the matrix of every job has. */
    private static final String MATRIX = "analyticsmatrix";

    static final String STATEMENT = """
            SELECT table_name, table_type, column_name, data_type, numeric_precision, numeric_scale, is_kept, other_names
            FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
            WHERE table_schema = 'public'
            ORDER BY table_name, ordinal_position
            LIMIT %d OFFSET %d""";

    /** The most columns of an answer: a job may allow fewer rows than a large model has columns. */
    static final int COLUMNS_OF_AN_ANSWER = 5_000;

    private static final int TABLE = 0;
    private static final int TABLE_TYPE = 1;
    private static final int COLUMN = 2;
    private static final int DATA_TYPE = 3;
    private static final int PRECISION = 4;
    private static final int SCALE = 5;
    private static final int IS_KEPT = 6;
    private static final int OTHER_NAMES = 7;

    /** Its index among the columns of the matrix. */
    private static final int KEY = 0;

    private final LiveValues live;
    private final List<ShownTable> tables = new ArrayList<>();

    /** The tables without those that are only another name. */
    private final List<ShownTable> ownTables = new ArrayList<>();

    private final List<ShownColumn> matrixColumns;

    private JobTables(List<List<Object>> rows, LiveValues live) {
        this.live = live;
        Map<String, List<List<Object>>> byTable = rows.stream()
                .collect(Collectors.groupingBy(JobTables::tableOf, LinkedHashMap::new, Collectors.toList()));
        byTable.forEach((name, ofTable) -> {
            ShownTable table =
                    new ShownTable(name, ofTable.stream().map(JobTables::column).toList());
            tables.add(table);
            if (ofTable.get(0).get(TABLE_TYPE).equals("BASE TABLE")) {
                ownTables.add(table);
            }
        });
        matrixColumns = tables.stream()
                .filter(table -> table.name().equals(MATRIX))
                .map(ShownTable::columns)
                .findFirst()
                .orElse(List.of());
        tables.sort(Comparator.comparing((ShownTable table) -> !isMatrix(table))
                .thenComparing(table -> !ownTables.contains(table)));
    }

    /**
     * Asks the job, repeatedly if it has many columns.
     *
     * @param rows of the answer to a statement; empty if there is no answer in time
     */
    public static Optional<KnownTables> asked(Function<String, List<List<Object>>> rows, LiveValues live) {
        List<List<Object>> all = new ArrayList<>();
        List<List<Object>> answer;
        do {
            answer = rows.apply(STATEMENT.formatted(COLUMNS_OF_AN_ANSWER, all.size()));
            all.addAll(answer);
        } while (answer.size() == COLUMNS_OF_AN_ANSWER);
        return all.isEmpty() ? Optional.empty() : Optional.of(new JobTables(all, live));
    }

    private static String tableOf(List<Object> row) {
        return (String) row.get(TABLE);
    }

    private static ShownColumn column(List<Object> row) {
        String type = row.get(DATA_TYPE).toString();
        boolean isLimited = type.equals("numeric") && row.get(PRECISION) != null;
        String otherNames = (String) row.get(OTHER_NAMES);
        return new ShownColumn(
                (String) row.get(COLUMN),
                isLimited ? type + "(" + row.get(PRECISION) + "," + row.get(SCALE) + ")" : type,
                row.get(IS_KEPT).equals("YES"),
                otherNames == null ? List.of() : List.of(otherNames.split(", ")));
    }

    private boolean isMatrix(ShownTable table) {
        return table.columns().equals(matrixColumns);
    }

    @Override
    public List<ShownTable> tables() {
        return List.copyOf(tables);
    }

    /** Of each table with a text column of this name: a file also has values that no row of the matrix has now. */
    @Override
    public List<String> values(String name) {
        TreeSet<String> values = new TreeSet<>();
        for (ShownTable table : ownTables) {
            for (int i = 0; i < table.columns().size(); i++) {
                ShownColumn column = table.columns().get(i);
                // As many keys as entities are no help.
                boolean isKey = i == KEY && isMatrix(table);
                if (column.isCalled(name) && column.type().equals("text") && !isKey) {
                    values.addAll(live.of(table.name(), column.name()));
                }
            }
        }
        return List.copyOf(values);
    }
}
