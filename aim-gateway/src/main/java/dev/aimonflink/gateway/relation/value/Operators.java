package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.TimeMath;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import static dev.aimonflink.sql.type.PgType.BOOL;
import static dev.aimonflink.sql.type.PgType.DATE;
import static dev.aimonflink.sql.type.PgType.FLOAT8;
import static dev.aimonflink.sql.type.PgType.INT4;
import static dev.aimonflink.sql.type.PgType.INTERVAL;
import static dev.aimonflink.sql.type.PgType.TEXT;
import static dev.aimonflink.sql.type.PgType.TIMESTAMP;
import static dev.aimonflink.sql.type.PgType.UNKNOWN;

/** The operators between two values, but for AND and OR, which need not evaluate both. */
public final class Operators {
    private Operators() {}

    /** Empty if there is no such operator for these types. */
    public static Optional<Operation> of(BinaryOperator operator, PgType left, PgType right) {
        if (operator.isComparison()) {
            return Coercion.compared(left, right)
                    .map(type -> new Operation(type, type, BOOL, (a, b) -> holds(operator, Comparing.compare(a, b))));
        }
        if (operator == BinaryOperator.CONCATENATE) {
            return concatenation(left, right);
        }
        return operator.isArithmetic()
                ? Arithmetic.of(operator, left, right).or(() -> times(operator, left, right))
                : Optional.empty();
    }

    /** Whether two values of that order are in the relation. */
    public static boolean holds(BinaryOperator comparison, int order) {
        return switch (comparison) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
            default -> throw new IllegalStateException("not a comparison: " + comparison);
        };
    }

    private static Optional<Operation> concatenation(PgType left, PgType right) {
        if (left.isArray() || right.isArray()) {
            PgType array = left.isArray() && !left.isVector() ? left : right;
            if (left.isArray() && (right.isArray() || right == UNKNOWN)) {
                PgType both = left.isVector() ? left.element().array().orElseThrow() : left;
                return Optional.of(new Operation(both, both, both, (a, b) -> joined((List<?>) a, (List<?>) b)));
            }
            if (left.isArray()) {
                return Coercion.isImplicit(right, array.element())
                        ? Optional.of(new Operation(
                                array, array.element(), array, (a, b) -> joined((List<?>) a, Arrays.asList(b))))
                        : Optional.empty();
            }
            if (left == UNKNOWN) {
                return Optional.of(new Operation(array, array, array, (a, b) -> joined((List<?>) a, (List<?>) b)));
            }
            return Coercion.isImplicit(left, array.element())
                    ? Optional.of(new Operation(
                            array.element(), array, array, (a, b) -> joined(Arrays.asList(a), (List<?>) b)))
                    : Optional.empty();
        }
        // Text can be joined with anything, and then the other side is written.
        return left.isText() || right.isText()
                ? Optional.of(new Operation(TEXT, TEXT, TEXT, (a, b) -> joined((String) a, (String) b)))
                : Optional.empty();
    }

    private static String joined(String first, String second) {
        Faults.requireLength((double) first.length() + second.length());
        return first + second;
    }

    /** One array behind the other. */
    public static List<Object> joined(List<?> first, List<?> second) {
        Faults.requireSize((first == null ? 0L : first.size()) + (second == null ? 0 : second.size()));
        List<Object> both = new ArrayList<>(first == null ? List.of() : first);
        both.addAll(second == null ? List.of() : second);
        return both;
    }

    private static Optional<Operation> times(BinaryOperator operator, PgType left, PgType right) {
        return switch (operator) {
            case PLUS ->
                (left == INTERVAL && right.category() == 'D') || (left == INT4 && right == DATE)
                        ? moved(right, left, 1).map(Operators::mirrored)
                        : moved(left, right, 1);
            case MINUS -> difference(left, right).or(() -> moved(left, right, -1));
            case TIMES ->
                left == INTERVAL && right.category() == 'N'
                        ? Optional.of(
                                new Operation(INTERVAL, FLOAT8, INTERVAL, (a, b) -> ((Interval) a).times((Double) b)))
                        : right == INTERVAL && left.category() == 'N'
                                ? Optional.of(new Operation(
                                        FLOAT8, INTERVAL, INTERVAL, (a, b) -> ((Interval) b).times((Double) a)))
                                : Optional.empty();
            case DIVIDE ->
                left == INTERVAL && right.category() == 'N'
                        ? Optional.of(new Operation(
                                INTERVAL, FLOAT8, INTERVAL, (a, b) -> ((Interval) a).times(1 / nonZero((Double) b))))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The operator for its operands in the other order. */
    @SuppressWarnings("ArgumentSelectionDefectChecker")
    private static Operation mirrored(Operation operation) {
        return new Operation(operation.right(), operation.left(), operation.result(), (a, b) -> operation
                .code()
                .apply(b, a));
    }

    private static double nonZero(double divisor) {
        if (divisor == 0) {
            throw Faults.divisionByZero();
        }
        return divisor;
    }

    /** A time and how far it moves. */
    private static Optional<Operation> moved(PgType time, PgType by, int sign) {
        if (time == DATE && by == INT4) {
            return Optional.of(
                    new Operation(DATE, INT4, DATE, (a, b) -> TimeMath.plus((LocalDate) a, sign * (Long) b)));
        }
        boolean isMoved = time.category() == 'D' || time == INTERVAL;
        if (!isMoved || (by != INTERVAL && by != UNKNOWN)) {
            return Optional.empty();
        }
        PgType moved = time == DATE ? TIMESTAMP : time;
        return Optional.of(new Operation(moved, INTERVAL, moved, (a, b) -> {
            Interval interval = (Interval) b;
            return TimeMath.plus(a, sign > 0 ? interval : interval.negated(), ZoneOffset.UTC);
        }));
    }

    private static Optional<Operation> difference(PgType left, PgType right) {
        PgType type = Coercion.compared(left, right).orElse(UNKNOWN);
        return type.category() == 'D'
                ? Optional.of(new Operation(type, type, type == DATE ? INT4 : INTERVAL, TimeMath::difference))
                : Optional.empty();
    }
}
