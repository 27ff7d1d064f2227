package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tables in memory, plans over them whose expressions are texts, and their rows as texts. */
final class SmallTables implements TableRows {
    static final EngineLimits LIMITS = new EngineLimits(1_000, 1_000_000, 100_000);

    private final Map<String, List<Row>> rowsByTable = new HashMap<>();
    private int rowsRead;

    /**
     * Adds a table.
     *
     * @param columns such as {@code "id int, name text"}
     * @param rows such as {@code "1|Bern"}; empty for null
     */
    Plan add(String name, String columns, String... rows) {
        List<Column> typed = new ArrayList<>();
        for (String column : columns.split(", ")) {
            String[] nameAndType = column.split(" ", 2);
            typed.add(Column.of(nameAndType[0], type(nameAndType[1]), typed.size()));
        }
        rowsByTable.put(name, Arrays.stream(rows).map(row -> row(row, typed)).toList());
        return new Plan.Scan(new Table(name, typed, Map.of()));
    }

    private static SqlType type(String name) {
        return switch (name) {
            case "boolean" -> SqlType.BOOLEAN;
            case "int" -> SqlType.INTEGER;
            case "bigint" -> SqlType.BIGINT;
            case "numeric" -> SqlType.NUMERIC;
            case "double" -> SqlType.DOUBLE;
            case "text" -> SqlType.TEXT;
            case "merchant" -> SqlType.enumeration(List.of("FUEL", "FOOD", "TRAVEL"));
            case "timestamp" -> SqlType.TIMESTAMP;
            default -> throw new AssertionError("no type " + name);
        };
    }

    private static Row row(String text, List<Column> columns) {
        String[] values = text.split("\\|", -1);
        assertWidth(values.length, columns.size(), text);
        return Row.of(IntStream.range(0, values.length)
                .mapToObj(i -> values[i].isEmpty()
                        ? null
                        : Casts.convert(values[i], columns.get(i).type(), 0))
                .toArray());
    }

    private static void assertWidth(int values, int columns, String row) {
        if (values != columns) {
            throw new AssertionError(columns + " columns, but " + values + " values: " + row);
        }
    }

    @Override
    public Iterable<Row> rows(Table table) {
        return () -> rowsByTable.get(table.name()).stream()
                .map(row -> {
                    rowsRead++;
                    return row;
                })
                .iterator();
    }

    /** How many rows have been read of all tables. */
    int rowsRead() {
        return rowsRead;
    }

    static Bound bind(Plan input, String text) {
        return new Binder(new NamedColumns(input.columns(), Map.of())).bind(ExpressionParser.parse(text));
    }

    static Plan filter(Plan input, String condition) {
        return new Plan.Filter(input, bind(input, condition));
    }

    /** @param names and expressions, such as {@code "twice: 2 * a"} */
    static Plan project(Plan input, String... names) {
        List<Bound> expressions = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        for (String name : names) {
            Bound bound = bind(input, name.substring(name.indexOf(':') + 1));
            expressions.add(bound);
            outputs.add(new Output(name.substring(0, name.indexOf(':')), bound.type()));
        }
        return new Plan.Project(input, expressions, outputs);
    }

    /** @param condition null for none */
    static Plan.Join join(Plan.Join.Kind kind, Plan left, Plan right, String condition) {
        Plan.Join pairs = new Plan.Join(kind, left, right, null);
        return condition == null ? pairs : new Plan.Join(kind, left, right, bind(pairs, condition));
    }

    /** @param keys separated by a comma and a blank; empty if all rows are one group */
    static Plan aggregate(Plan input, String keys, AggregateCall... calls) {
        List<Bound> bound = keys.isEmpty()
                ? List.of()
                : Arrays.stream(keys.split(", ")).map(key -> bind(input, key)).toList();
        return new Plan.Aggregate(input, !keys.isEmpty(), bound, List.of(calls));
    }

    /** @param arguments separated by a comma and a blank */
    static AggregateCall call(Plan input, AggregateFunction function, SqlType type, String arguments) {
        List<Bound> bound = arguments.isEmpty()
                ? List.of()
                : Arrays.stream(arguments.split(", "))
                        .map(argument -> bind(input, argument))
                        .toList();
        return new AggregateCall(function, bound, false, List.of(), null, type, 7);
    }

    static AggregateCall distinct(AggregateCall call) {
        return new AggregateCall(
                call.function(), call.arguments(), true, call.order(), call.filter(), call.type(), call.position());
    }

    static AggregateCall filtered(Plan input, AggregateCall call, String condition) {
        return new AggregateCall(
                call.function(),
                call.arguments(),
                call.isDistinct(),
                call.order(),
                bind(input, condition),
                call.type(),
                call.position());
    }

    static AggregateCall ordered(AggregateCall call, SortTerm term) {
        return new AggregateCall(
                call.function(), call.arguments(), false, List.of(term), null, call.type(), call.position());
    }

    /** @param term such as {@code "a"} or {@code "a desc nulls first"} */
    static SortTerm term(Plan input, String term) {
        String expression = term.replaceFirst("( desc)?( nulls (first|last))?$", "");
        return new SortTerm(bind(input, expression), term.contains(" desc"), term.endsWith(" first"));
    }

    static Plan sort(Plan input, String... terms) {
        return new Plan.Sort(
                input, Arrays.stream(terms).map(term -> term(input, term)).toList());
    }

    /** @param count null for all */
    static Plan limit(Plan input, Long count, Long offset) {
        return new Plan.Limit(input, number(count), number(offset));
    }

    private static Bound number(Long number) {
        return number == null ? null : new Bound.Constant(number, SqlType.BIGINT, 3);
    }

    List<String> run(Plan plan) {
        return run(new PlannedQuery(plan, List.of()));
    }

    List<String> run(PlannedQuery query) {
        return run(query, LIMITS, StopCheck.NEVER);
    }

    List<String> run(PlannedQuery query, EngineLimits limits, StopCheck stopCheck) {
        return RowEngine.run(query, this, limits, stopCheck).rows().stream()
                .map(SmallTables::shown)
                .toList();
    }

    static String shown(Object[] row) {
        return Arrays.stream(row).map(SmallTables::shown).collect(Collectors.joining("|"));
    }

    private static String shown(Object value) {
        return value == null ? "" : value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
