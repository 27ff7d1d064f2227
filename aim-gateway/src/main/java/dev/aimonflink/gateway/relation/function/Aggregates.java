package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Arithmetic;
import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.gateway.relation.value.Operation;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import static dev.aimonflink.sql.type.PgType.BOOL;
import static dev.aimonflink.sql.type.PgType.FLOAT4;
import static dev.aimonflink.sql.type.PgType.FLOAT8;
import static dev.aimonflink.sql.type.PgType.INT8;
import static dev.aimonflink.sql.type.PgType.NAME;
import static dev.aimonflink.sql.type.PgType.NUMERIC;
import static dev.aimonflink.sql.type.PgType.TEXT;
import static dev.aimonflink.sql.type.PgType.UNKNOWN;
import static dev.aimonflink.sql.type.PgType.VARCHAR;

/** The aggregates that there are. */
public final class Aggregates {
    private static final Set<String> NAMES =
            Set.of("count", "min", "max", "sum", "avg", "bool_and", "every", "bool_or", "string_agg", "array_agg");

    private Aggregates() {}

    public static boolean has(String name) {
        return NAMES.contains(name);
    }

    /** @param given the types of its arguments; none for {@code count(*)} */
    public static Aggregate.Match find(String name, List<PgType> given, int position) {
        PgType first = given.isEmpty() ? UNKNOWN : given.get(0);
        PgType type = first == UNKNOWN ? TEXT : first;
        int expected = name.equals("string_agg") ? 2 : name.equals("count") && given.isEmpty() ? 0 : 1;
        if (given.size() != expected) {
            throw FunctionTable.undefined(name, given, position);
        }
        return switch (name) {
            case "count" -> match(name, false, given.isEmpty() ? List.of() : List.of(type), INT8, Count::new);
            case "min", "max" -> {
                PgType kept = type == NAME || type == VARCHAR ? TEXT : type;
                int sign = name.equals("min") ? -1 : 1;
                yield match(
                        name,
                        false,
                        List.of(kept),
                        kept,
                        () -> new Fold((a, b) -> Comparing.compare(a, b) * sign >= 0 ? a : b));
            }
            case "bool_or" ->
                match(name, false, List.of(BOOL), BOOL, () -> new Fold((a, b) -> (Boolean) a || (Boolean) b));
            case "bool_and", "every" ->
                match(name, false, List.of(BOOL), BOOL, () -> new Fold((a, b) -> (Boolean) a && (Boolean) b));
            case "string_agg" -> match(name, false, List.of(TEXT, TEXT), TEXT, Joined::new);
            case "array_agg" ->
                match(
                        name,
                        true,
                        List.of(type),
                        type.array().orElseThrow(() -> FunctionTable.undefined(name, given, position)),
                        Listed::new);
            default -> numeric(name, type, given, position);
        };
    }

    private static Aggregate.Match numeric(String name, PgType type, List<PgType> given, int position) {
        boolean isSum = name.equals("sum");
        PgType result =
                switch (type) {
                    case INT2, INT4 -> isSum ? INT8 : NUMERIC;
                    case INT8, NUMERIC -> NUMERIC;
                    case FLOAT4 -> isSum ? FLOAT4 : FLOAT8;
                    case FLOAT8 -> FLOAT8;
                    default -> throw FunctionTable.undefined(name, given, position);
                };
        Operation plus = Arithmetic.of(BinaryOperator.PLUS, result, result).orElseThrow();
        if (isSum) {
            return match(name, false, List.of(result), result, () -> new Fold(plus.code()::apply));
        }
        Operation divide = Arithmetic.of(BinaryOperator.DIVIDE, result, result).orElseThrow();
        Function<Long, Object> count =
                result == NUMERIC ? BigDecimal::valueOf : number -> Double.valueOf(number.doubleValue());
        return match(
                name,
                false,
                List.of(result),
                result,
                () -> new Mean(new Fold(plus.code()::apply), (sum, rows) -> divide.code()
                        .apply(sum, count.apply(rows))));
    }

    private static Aggregate.Match match(
            String name, boolean takesNulls, List<PgType> arguments, PgType result, Supplier<Aggregate.State> start) {
        return new Aggregate.Match(new Aggregate(name, takesNulls, start), arguments, result);
    }

    private static final class Count implements Aggregate.State {
        private long rows;

        @Override
        public void add(Object[] arguments) {
            rows++;
        }

        @Override
        public Object result() {
            return rows;
        }
    }

    /** Combines all values two by two. */
    private static final class Fold implements Aggregate.State {
        private final java.util.function.BinaryOperator<Object> code;
        private Object value;

        Fold(java.util.function.BinaryOperator<Object> code) {
            this.code = code;
        }

        @Override
        public void add(Object[] arguments) {
            value = value == null ? arguments[0] : code.apply(value, arguments[0]);
        }

        @Override
        public Object result() {
            return value;
        }
    }

    private static final class Mean implements Aggregate.State {
        private final Fold sum;
        private final BiFunction<Object, Long, Object> divide;
        private long rows;

        Mean(Fold sum, BiFunction<Object, Long, Object> divide) {
            this.sum = sum;
            this.divide = divide;
        }

        @Override
        public void add(Object[] arguments) {
            sum.add(arguments);
            rows++;
        }

        @Override
        public Object result() {
            return rows == 0 ? null : divide.apply(sum.result(), rows);
        }
    }

    /** The separator of the first value is not written. */
    private static final class Joined implements Aggregate.State {
        private StringBuilder text;

        @Override
        public void add(Object[] arguments) {
            if (text == null) {
                text = new StringBuilder();
            } else if (arguments[1] != null) {
                text.append(arguments[1]);
            }
            text.append(arguments[0]);
            Faults.requireLength(text.length());
        }

        @Override
        public boolean keepsArguments() {
            return true;
        }

        @Override
        public Object result() {
            return text == null ? null : text.toString();
        }
    }

    private static final class Listed implements Aggregate.State {
        private List<Object> values;

        @Override
        public void add(Object[] arguments) {
            if (values == null) {
                values = new ArrayList<>();
            }
            values.add(arguments[0]);
        }

        @Override
        public boolean keepsArguments() {
            return true;
        }

        @Override
        public Object result() {
            return values;
        }
    }
}
