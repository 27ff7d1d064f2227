package dev.aimonflink.rules.judge;

import dev.aimonflink.query.compute.program.Range;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A searchable condition: it is true if one of its alternatives is, each of which is true if every threshold contains its column's value,
 * and the rest is true.
 */
record RuleForm(List<Alternative> alternatives) {
    /** A condition with more alternatives is evaluated as it is. */
    private static final int MAX_ALTERNATIVES = 64;

    private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

    record Alternative(List<Threshold> thresholds, Bound rest) {}

    /** The whole numbers from low to high, of a column without its point. */
    record Threshold(int column, long low, long high) {
        /** Whether a value reaches it by rising. */
        boolean isRising() {
            return low != Long.MIN_VALUE;
        }

        /** Where a value reaches it. */
        long reachedAt() {
            return isRising() ? low : high;
        }

        /** Whether a value that has reached it is in it. */
        boolean isOneSided() {
            return low == Long.MIN_VALUE || high == Long.MAX_VALUE;
        }
    }

    /** Null if a part may fail, so that it matters which parts are evaluated, or if an alternative has no threshold. */
    static RuleForm of(Bound condition) {
        if (!NeverFails.is(condition)) {
            return null;
        }
        List<List<Bound>> alternatives = alternatives(condition);
        if (alternatives == null) {
            return null;
        }
        List<Alternative> formed =
                alternatives.stream().map(RuleForm::alternative).toList();
        return formed.stream().anyMatch(each -> each.thresholds.isEmpty()) ? null : new RuleForm(formed);
    }

    /** The parts of each alternative; null if there are too many. */
    private static List<List<Bound>> alternatives(Bound condition) {
        if (!(condition instanceof Bound.Logical logical)) {
            return List.of(List.of(condition));
        }
        List<List<Bound>> left = alternatives(logical.left());
        List<List<Bound>> right = alternatives(logical.right());
        if (left == null || right == null) {
            return null;
        }
        List<List<Bound>> both = new ArrayList<>();
        if (!logical.isAnd()) {
            both.addAll(left);
            both.addAll(right);
        } else if (left.size() * right.size() <= MAX_ALTERNATIVES) {
            for (List<Bound> one : left) {
                for (List<Bound> other : right) {
                    List<Bound> all = new ArrayList<>(one);
                    all.addAll(other);
                    both.add(all);
                }
            }
        } else {
            return null;
        }
        return both.size() > MAX_ALTERNATIVES ? null : both;
    }

    private static Alternative alternative(List<Bound> parts) {
        List<Threshold> thresholds = new ArrayList<>();
        Bound rest = null;
        for (Bound part : parts) {
            Threshold threshold = threshold(part);
            if (threshold != null) {
                thresholds.add(threshold);
            } else {
                rest = rest == null ? part : new Bound.Logical(true, rest, part, part.position());
            }
        }
        return new Alternative(List.copyOf(thresholds), rest);
    }

    private static Threshold threshold(Bound part) {
        if (!(part instanceof Bound.Comparison comparison)) {
            return null;
        }
        return comparison.left() instanceof Bound.Constant constant
                ? threshold(comparison.right(), comparison.operator().mirrored(), constant)
                : comparison.right() instanceof Bound.Constant constant
                        ? threshold(comparison.left(), comparison.operator(), constant)
                        : null;
    }

    private static Threshold threshold(Bound operand, BinaryOperator operator, Bound.Constant constant) {
        Bound.Field field = field(operand);
        BigDecimal number = number(constant.value());
        boolean isWhole = field != null
                && (field.type().isInteger()
                        || (field.type().is(Kind.NUMERIC) && field.type().isLimited()));
        if (!isWhole || number == null || operator == BinaryOperator.NOT_EQUAL) {
            return null;
        }
        Range range = Range.of(
                operator, number, field.type().is(Kind.NUMERIC) ? field.type().scale() : 0);
        return range.low().compareTo(HIGHEST) > 0 || range.high().compareTo(LOWEST) < 0
                ? new Threshold(field.column().index(), Long.MAX_VALUE, Long.MIN_VALUE)
                : new Threshold(
                        field.column().index(),
                        range.low().max(LOWEST).longValue(),
                        range.high().min(HIGHEST).longValue());
    }

    /** The column, perhaps inside a widening cast. */
    private static Bound.Field field(Bound operand) {
        if (operand instanceof Bound.Cast cast
                && (cast.type().is(Kind.BIGINT)
                        || (cast.type().is(Kind.NUMERIC) && !cast.type().isLimited()))) {
            return field(cast.operand());
        }
        return operand instanceof Bound.Field field ? field : null;
    }

    private static BigDecimal number(Object value) {
        return value instanceof Long number
                ? BigDecimal.valueOf(number)
                : value instanceof BigDecimal number ? number : null;
    }
}
