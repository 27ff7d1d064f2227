package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Arithmetic;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Functions of numbers. */
final class NumberFunctions {
    private NumberFunctions() {}

    static void addTo(FunctionTable table) {
        for (PgType type : List.of(PgType.INT2, PgType.INT4, PgType.INT8, PgType.NUMERIC)) {
            String name = type.typeName();
            table.strict("mod(" + name + ", " + name + ") " + name, (e, a) -> Arithmetic.of(
                            BinaryOperator.MODULO, type, type)
                    .orElseThrow()
                    .code()
                    .apply(a[0], a[1]));
        }
        for (PgType type :
                List.of(PgType.INT2, PgType.INT4, PgType.INT8, PgType.NUMERIC, PgType.FLOAT4, PgType.FLOAT8)) {
            String name = type.typeName();
            table.strict(
                    "abs(" + name + ") " + name, (e, a) -> signum(a[0]) < 0 ? Arithmetic.negated(a[0], type) : a[0]);
        }
        table.strict("round(numeric) numeric", (e, a) -> ((BigDecimal) a[0]).setScale(0, RoundingMode.HALF_UP));
        table.strict("round(numeric, int4) numeric", (e, a) -> atScale(a, RoundingMode.HALF_UP));
        table.strict("round(float8) float8", (e, a) -> Math.rint((Double) a[0]));
        table.strict("trunc(numeric) numeric", (e, a) -> ((BigDecimal) a[0]).setScale(0, RoundingMode.DOWN));
        table.strict("trunc(numeric, int4) numeric", (e, a) -> atScale(a, RoundingMode.DOWN));
        table.strict(
                "trunc(float8) float8",
                (e, a) -> (Double) a[0] < 0 ? Math.ceil((Double) a[0]) : Math.floor((Double) a[0]));
        table.strict("floor(numeric) numeric", (e, a) -> ((BigDecimal) a[0]).setScale(0, RoundingMode.FLOOR));
        table.strict("floor(float8) float8", (e, a) -> Math.floor((Double) a[0]));
        for (String name : List.of("ceil", "ceiling")) {
            table.strict(name + "(numeric) numeric", (e, a) -> ((BigDecimal) a[0]).setScale(0, RoundingMode.CEILING));
            table.strict(name + "(float8) float8", (e, a) -> Math.ceil((Double) a[0]));
        }
        table.strict("sign(numeric) numeric", (e, a) -> BigDecimal.valueOf(((BigDecimal) a[0]).signum()));
        table.strict("sign(float8) float8", (e, a) -> Math.signum((Double) a[0]));
        table.strict("int4and(int4, int4) int4", (e, a) -> (Long) a[0] & (Long) a[1]);
        table.strict("int4and(int8, int8) int8", (e, a) -> (Long) a[0] & (Long) a[1]);
        table.strict("int4or(int4, int4) int4", (e, a) -> (Long) a[0] | (Long) a[1]);
        table.strict("int4or(int8, int8) int8", (e, a) -> (Long) a[0] | (Long) a[1]);
    }

    private static int signum(Object value) {
        return value instanceof BigDecimal number ? number.signum() : (int) Math.signum(((Number) value).doubleValue());
    }

    /** A scale is limited, as that of a column is. */
    private static BigDecimal atScale(Object[] arguments, RoundingMode mode) {
        int scale = (int) Math.max(-1_000, Math.min(1_000, (Long) arguments[1]));
        BigDecimal rounded = ((BigDecimal) arguments[0]).setScale(scale, mode);
        return scale < 0 ? rounded.setScale(0) : rounded;
    }
}
