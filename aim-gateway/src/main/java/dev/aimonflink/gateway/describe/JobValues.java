package dev.aimonflink.gateway.describe;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.type.ArrayText;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Values on the way to the job and back. Only here the job's types are mapped to PostgreSQL's. */
public final class JobValues {
    private static final PgText TEXTS = new PgText(ZoneOffset.UTC, OidNames.NONE);

    private JobValues() {}

    /** A type in the job's terms, which knows no others. */
    public static SqlType typeOf(SqlType type) {
        if (type.is(SqlType.Kind.ARRAY)) {
            return SqlType.array(typeOf(type.element()));
        }
        return type.is(SqlType.Kind.TEXT) || type.is(SqlType.Kind.OID) ? SqlType.TEXT : type;
    }

    public static PgColumn column(String name, SqlType type) {
        return NamedTypes.column(name, typeOf(type));
    }

    public static List<PgColumn> columns(List<Output> outputs) {
        return outputs.stream().map(each -> column(each.name(), each.type())).toList();
    }

    public static List<Object[]> rows(List<List<Object>> answered, List<PgColumn> columns) {
        return answered.stream().map(row -> row(row, columns)).toList();
    }

    /** Converts the values of a row that the job has copied, where they are. */
    public static void convert(Object[] copied, PgType[] types) {
        for (int i = 0; i < copied.length; i++) {
            if (copied[i] != null) {
                copied[i] = value(copied[i], types[i]);
            }
        }
    }

    private static Object[] row(List<Object> answered, List<PgColumn> columns) {
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            Object value = answered.get(i);
            row[i] = value == null ? null : value(value, columns.get(i).type());
        }
        return row;
    }

    private static Object value(Object answered, PgType type) {
        return switch (type) {
            case INT2, INT4, INT8 -> answered instanceof Long ? answered : (Object) ((Number) answered).longValue();
            case FLOAT4, FLOAT8 ->
                answered instanceof Number number ? number.doubleValue() : Double.valueOf((String) answered);
            case NUMERIC -> answered instanceof BigDecimal exact ? exact : new BigDecimal(answered.toString());
            case DATE -> LocalDate.parse((String) answered);
            case TIMESTAMP -> LocalDateTime.parse((String) answered);
            case TIMESTAMPTZ -> Instant.parse((String) answered);
            case INTERVAL -> TEXTS.read(PgType.INTERVAL, (String) answered);
            case BOOL -> answered;
            default -> type.isArray() ? TEXTS.read(type, (String) answered) : answered.toString();
        };
    }

    /** A parameter's value in a request: numbers that JSON may round are texts. */
    public static Object sent(Object value, ZoneId zone) {
        if (value == null || value instanceof Long || value instanceof Boolean || value instanceof String) {
            return value;
        } else if (value instanceof Double) {
            return value.toString();
        } else if (value instanceof Instant) {
            return new PgText(zone, OidNames.NONE).write(PgType.TIMESTAMPTZ, value);
        } else if (value instanceof BigDecimal exact) {
            return exact.toPlainString();
        } else if (value instanceof LocalDate || value instanceof LocalDateTime) {
            return PgText.withOffset(value, zone);
        } else if (value instanceof Interval) {
            return value.toString();
        } else if (value instanceof List<?> array) {
            return ArrayText.write(Casts.texts(array));
        }
        throw Failure.of(
                SqlState.NOT_SUPPORTED,
                "A parameter of a question to the matrix is a number, a text, a boolean, a time, an interval or an array of these. Write"
                        + " a text.");
    }
}
