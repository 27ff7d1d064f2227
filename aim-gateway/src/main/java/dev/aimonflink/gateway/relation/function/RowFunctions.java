package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.PgWords;
import dev.aimonflink.sql.type.TimeMath;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Functions that return rows. */
final class RowFunctions {
    /** Enough for every index and every interval of a chart. */
    static final int MAX_ROWS = 100_000;

    private RowFunctions() {}

    static void addTo(FunctionTable table) {
        table.strict("generate_series(int4, int4, int4?) setof int4", (e, a) -> series(a));
        table.strict("generate_series(int8, int8, int8?) setof int8", (e, a) -> series(a));
        table.strict("generate_series(timestamptz, timestamptz, interval) setof timestamptz", (e, a) -> times(a));
        table.strict(
                "generate_subscripts(anyarray, int4) setof int4", (e, a) -> subscripts((List<?>) a[0], (Long) a[1]));
        table.strict("unnest(anyarray) setof anyelement", (e, a) -> a[0]);
        table.strict(
                "information_schema._pg_expandarray(anyarray) setof record(x anyelement, n int4)",
                (e, a) -> expanded((List<?>) a[0]));
        table.strict(
                "string_to_table(text, text) setof text", (e, a) -> ArrayFunctions.split((String) a[0], (String) a[1]));
        table.lenient(
                "aclexplode(_text) setof record(grantor oid, grantee oid, privilege_type text, is_grantable bool)",
                (e, a) -> List.of());
        table.lenient(
                "pg_get_keywords() setof record(word text, catcode \"char\", barelabel bool, catdesc text, baredesc text)",
                (e, a) -> PgWords.rows());
        table.lenient(
                "pg_options_to_table(anyarray) setof record(option_name text, option_value text)", (e, a) -> List.of());
        table.lenient("pg_partition_ancestors(regclass) setof regclass", (e, a) -> List.of());
        table.lenient("pg_get_publication_tables(text) setof record(relid oid)", (e, a) -> List.of());
    }

    private static List<Object> series(Object[] arguments) {
        long from = (Long) arguments[0];
        long to = (Long) arguments[1];
        long step = arguments.length > 2 ? (Long) arguments[2] : 1;
        if (step == 0) {
            throw Faults.invalid("step size cannot equal zero. Write another one.");
        }
        BigDecimal steps = BigDecimal.valueOf(to)
                .subtract(BigDecimal.valueOf(from))
                .divideToIntegralValue(BigDecimal.valueOf(step));
        if ((step > 0) != (from <= to) && from != to) {
            return List.of();
        }
        requireRows(steps.doubleValue());
        return new ArrayList<>(LongStream.rangeClosed(0, steps.longValue())
                .mapToObj(i -> from + i * step)
                .toList());
    }

    private static void requireRows(double count) {
        if (count >= MAX_ROWS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "The function returns more than " + MAX_ROWS + " rows. Ask for fewer.");
        }
    }

    private static List<Object> times(Object[] arguments) {
        Instant time = (Instant) arguments[0];
        Instant to = (Instant) arguments[1];
        Interval step = (Interval) arguments[2];
        int sign = step.compareTo(Interval.ofMicros(0));
        if (sign == 0) {
            throw Faults.invalid("step size cannot equal zero. Write another one.");
        }
        List<Object> times = new ArrayList<>();
        while (sign < 0 ? !time.isBefore(to) : !time.isAfter(to)) {
            requireRows(times.size());
            times.add(time);
            time = (Instant) TimeMath.plus(time, step, ZoneOffset.UTC);
        }
        return times;
    }

    private static List<Object> subscripts(List<?> array, long dimension) {
        return dimension == 1 ? series(new Object[] {1L, (long) array.size()}) : List.of();
    }

    private static List<Object> expanded(List<?> array) {
        List<Object> rows = new ArrayList<>();
        for (Object value : array) {
            rows.add(new Object[] {value, rows.size() + 1L});
        }
        return rows;
    }
}
