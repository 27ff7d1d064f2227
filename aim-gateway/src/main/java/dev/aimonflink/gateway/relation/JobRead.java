package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A table of the job as one query needs it.
 *
 * @param table with all columns of the job's, of which only those that are used have values
 * @param text the statement that reads it
 * @param columns those that are used
 */
public record JobRead(Table table, String text, List<Output> columns, int[] places) {
    private static final PgText TEXTS = new PgText(ZoneOffset.UTC, OidNames.NONE);

    /** Of a column that is not used. */
    private static final int NONE = -1;

    /**
     * @param number that of what the query reads
     * @param conditions of rows that are not needed if one is not true
     */
    static JobRead of(Table table, int number, BitSet used, List<Bound> conditions) {
        List<Output> columns = new ArrayList<>();
        int[] places = new int[table.columns().size()];
        for (Column column : table.columns()) {
            boolean isUsed = used.get(column.index());
            places[column.index()] = isUsed ? columns.size() : NONE;
            if (isUsed) {
                columns.add(new Output(column.name(), column.type()));
            }
        }
        String shown = columns.isEmpty()
                ? "1"
                : columns.stream().map(column -> QuotedText.name(column.name())).collect(Collectors.joining(", "));
        String where = conditions.stream()
                .map(JobRead::condition)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" AND "));
        return new JobRead(
                new Table(table.name() + " " + number, table.columns(), table.aliases()),
                "SELECT " + shown + " FROM " + QuotedText.name(table.name())
                        + (where.isEmpty() ? "" : " WHERE " + where),
                List.copyOf(columns),
                places);
    }

    /** A row of the answer as one of the table. */
    Row row(Object[] answered) {
        for (int i = 0; i < columns.size(); i++) {
            if (answered[i] instanceof Double number && columns.get(i).type().is(Kind.REAL)) {
                answered[i] = number.floatValue();
            }
        }
        return column -> places[column] == NONE ? null : answered[places[column]];
    }

    /** As a text means it to the job; null if none can be sure to. */
    private static String condition(Bound bound) {
        if (bound instanceof Bound.Comparison comparison) {
            return both(comparison.left(), comparison.operator().sign(), comparison.right());
        } else if (bound instanceof Bound.Logical logical) {
            String left = condition(logical.left());
            String right = condition(logical.right());
            return left == null || right == null
                    ? null
                    : "(" + left + (logical.isAnd() ? " AND " : " OR ") + right + ")";
        } else if (bound instanceof Bound.Not not) {
            String operand = condition(not.operand());
            return operand == null ? null : "(NOT " + operand + ")";
        } else if (bound instanceof Bound.IsNull isNull) {
            String operand = value(isNull.operand());
            return operand == null ? null : "(" + operand + " IS NULL)";
        } else if (bound instanceof Bound.In in) {
            List<String> values = in.values().stream().map(JobRead::value).toList();
            String operand = value(in.operand());
            return operand == null || values.contains(null)
                    ? null
                    : "(" + operand + " IN (" + String.join(", ", values) + "))";
        } else {
            return bound.type().is(Kind.BOOLEAN) ? value(bound) : null;
        }
    }

    private static String both(Bound left, String sign, Bound right) {
        String first = value(left);
        String second = value(right);
        return first == null || second == null ? null : "(" + first + " " + sign + " " + second + ")";
    }

    private static String value(Bound bound) {
        if (bound instanceof Bound.Field field) {
            return QuotedText.name(field.column().name());
        } else if (bound instanceof Bound.Constant constant && !constant.isNull()) {
            return constant(constant.value());
        }
        boolean isNumber = bound instanceof Bound.Cast cast
                && cast.type().isNumber()
                && cast.operand().type().isNumber();
        String operand = isNumber ? value(((Bound.Cast) bound).operand()) : null;
        return operand == null ? null : "CAST(" + operand + " AS " + bound.type() + ")";
    }

    private static String constant(Object value) {
        if (value instanceof Long || value instanceof Boolean) {
            return value.toString();
        } else if (value instanceof BigDecimal number) {
            return number.toPlainString() + "::numeric";
        } else if (value instanceof Double || value instanceof Float) {
            return "'" + value + (value instanceof Double ? "'::float8" : "'::real");
        } else if (value instanceof String text) {
            return QuotedText.literal(text);
        } else if (value instanceof LocalDate day) {
            return "date '" + TEXTS.write(PgType.DATE, day) + "'";
        } else if (value instanceof LocalDateTime time) {
            return "timestamp '" + TEXTS.write(PgType.TIMESTAMP, time) + "'";
        } else {
            return value instanceof Instant ? "timestamptz '" + TEXTS.write(PgType.TIMESTAMPTZ, value) + "'" : null;
        }
    }
}
