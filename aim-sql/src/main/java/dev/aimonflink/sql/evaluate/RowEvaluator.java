package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Numbers;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Evaluates an expression for a row as PostgreSQL does; null makes conditions three-valued. */
public final class RowEvaluator {
    private RowEvaluator() {}

    public static Object evaluate(Bound bound, Row row) {
        if (bound instanceof Bound.Constant constant) {
            return constant.value();
        } else if (bound instanceof Bound.Field field) {
            return row.value(field.column().index());
        } else if (bound.type().is(Kind.BOOLEAN)) {
            return truth(bound, row);
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic(arithmetic, row);
        } else if (bound instanceof Bound.Negation negation) {
            return negated(evaluate(negation.operand(), row), negation);
        } else if (bound instanceof Bound.Concatenation both) {
            Object left = evaluate(both.left(), row);
            Object right = evaluate(both.right(), row);
            return left == null || right == null ? null : joined(row, (String) left, (String) right, both.position());
        } else {
            return castOrChoice(bound, row);
        }
    }

    private static String joined(Row row, String left, String right, int position) {
        LongValues.requireCharacters(row, (long) left.length() + right.length(), position);
        return left + right;
    }

    private static Object castOrChoice(Bound bound, Row row) {
        if (bound instanceof Bound.Cast cast) {
            Object value = evaluate(cast.operand(), row);
            return value == null ? null : converted(value, cast, row);
        } else if (bound instanceof Bound.ArrayOf array) {
            return ArrayEvaluator.of(array, row);
        } else if (bound instanceof Bound.Case choice) {
            return evaluate(chosen(choice, row), row);
        } else if (bound instanceof Bound.Call call) {
            return FunctionEvaluator.evaluate(call, row);
        } else if (bound instanceof Bound.DeclaredCall call) {
            return declared(call, row);
        } else if (bound instanceof Bound.Subquery subquery) {
            return subquery.query().value(all(subquery.operands(), row));
        } else if (bound instanceof Bound.LookUp lookUp) {
            return lookUp.rows().valueOf(all(lookUp.operands(), row));
        } else {
            // A parameter, or the rows of another query: these must be constants before a row is evaluated.
            throw new AssertionError("no value for " + bound);
        }
    }

    private static Object declared(Bound.DeclaredCall call, Row row) {
        Object[] arguments = all(call.arguments(), row);
        if (call.function().isStrict() && Arrays.asList(arguments).contains(null)) {
            return null;
        }
        try {
            Object value = call.function().body().value(arguments);
            LongValues.requireCharacters(row, LongValues.size(value), call.position());
            return value;
        } catch (SqlException error) {
            throw error.at(call.position());
        }
    }

    private static Object[] all(List<Bound> bounds, Row row) {
        Object[] values = new Object[bounds.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = evaluate(bounds.get(i), row);
        }
        return values;
    }

    private static Object converted(Object value, Bound.Cast cast, Row row) {
        if (value instanceof String text) {
            row.spend(text.length(), cast.position());
        } else if (value instanceof List<?>) {
            LongValues.requireCharacters(row, LongValues.size(value), cast.position());
        }
        Object converted = Casts.convert(value, cast.type(), cast.position());
        if (converted instanceof String text) {
            row.spend(text.length(), cast.position());
        } else if (converted instanceof List<?> array) {
            ArrayEvaluator.requireShort(array, row, cast.position());
        }
        return converted;
    }

    private static Bound chosen(Bound.Case choice, Row row) {
        for (int i = 0; i < choice.conditions().size(); i++) {
            if (Boolean.TRUE.equals(evaluate(choice.conditions().get(i), row))) {
                return choice.results().get(i);
            }
        }
        return choice.results().get(choice.conditions().size());
    }

    private static Boolean truth(Bound bound, Row row) {
        if (bound instanceof Bound.Logical logical) {
            return logical(logical, row);
        } else if (bound instanceof Bound.Not not) {
            return not((Boolean) evaluate(not.operand(), row));
        } else if (bound instanceof Bound.Comparison comparison) {
            Object left = evaluate(comparison.left(), row);
            Object right = evaluate(comparison.right(), row);
            return (left == null || right == null)
                    ? null
                    : holds(
                            comparison.operator(),
                            Order.compare(left, right, comparison.left().type()));
        } else if (bound instanceof Bound.Same same) {
            Object left = evaluate(same.left(), row);
            Object right = evaluate(same.right(), row);
            return (left == null || right == null)
                    ? left == right
                    : Order.compare(left, right, same.left().type()) == 0;
        } else if (bound instanceof Bound.IsNull isNull) {
            return evaluate(isNull.operand(), row) == null;
        } else if (bound instanceof Bound.IsTruth isTruth) {
            return Boolean.valueOf(isTruth.truth()).equals(evaluate(isTruth.operand(), row));
        } else if (bound instanceof Bound.In in) {
            return in(in, row);
        } else if (bound instanceof Bound.InArray in) {
            return ArrayEvaluator.compared(in, row);
        } else if (bound instanceof Bound.InSet in) {
            return in.values().contains(evaluate(in.operand(), row));
        } else if (bound instanceof Bound.Like like) {
            Object text = evaluate(like.operand(), row);
            return text == null ? null : like.pattern().matches((String) text, row, like.position());
        } else {
            return (Boolean) castOrChoice(bound, row);
        }
    }

    private static Boolean not(Boolean truth) {
        return truth == null ? null : !truth;
    }

    /** The second side is not evaluated if the first decides. */
    private static Boolean logical(Bound.Logical logical, Row row) {
        final Boolean deciding = !logical.isAnd();
        Boolean left = (Boolean) evaluate(logical.left(), row);
        if (deciding.equals(left)) {
            return left;
        }
        Boolean right = (Boolean) evaluate(logical.right(), row);
        return (left == null && !deciding.equals(right)) ? null : right;
    }

    /** True if one is equal, else null if one is null. */
    private static Boolean in(Bound.In in, Row row) {
        Object operand = evaluate(in.operand(), row);
        if (operand == null) {
            return null;
        }
        boolean hasNull = false;
        for (Bound candidate : in.values()) {
            Object value = evaluate(candidate, row);
            if (value == null) {
                hasNull = true;
            } else if (Order.compare(operand, value, in.operand().type()) == 0) {
                return true;
            }
        }
        return hasNull ? null : false;
    }

    static boolean holds(BinaryOperator operator, int comparison) {
        return switch (operator) {
            case EQUAL -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case LESS -> comparison < 0;
            case LESS_OR_EQUAL -> comparison <= 0;
            case GREATER -> comparison > 0;
            case GREATER_OR_EQUAL -> comparison >= 0;
            default -> throw new IllegalArgumentException("not a comparison: " + operator);
        };
    }

    private static Object arithmetic(Bound.Arithmetic arithmetic, Row row) {
        Object left = evaluate(arithmetic.left(), row);
        Object right = evaluate(arithmetic.right(), row);
        return (left == null || right == null) ? null : calculate(arithmetic, left, right, row);
    }

    private static Object calculate(Bound.Arithmetic arithmetic, Object left, Object right, Row row) {
        final BinaryOperator operator = arithmetic.operator();
        final SqlType type = arithmetic.type();
        final int position = arithmetic.position();
        if (left instanceof Long a) {
            return inRange(ofLongs(operator, a, (Long) right, type, position), type, position);
        }
        if (left instanceof Float a) {
            return ofReals(operator, a, (Float) right, position);
        }
        return left instanceof BigDecimal a
                ? LongValues.limited(row, ofDecimals(operator, a, (BigDecimal) right, position), position)
                : ofDoubles(operator, (Double) left, (Double) right, position);
    }

    private static long ofLongs(BinaryOperator operator, long left, long right, SqlType type, int position) {
        try {
            return switch (operator) {
                case PLUS -> Math.addExact(left, right);
                case MINUS -> Math.subtractExact(left, right);
                case TIMES -> Math.multiplyExact(left, right);
                case DIVIDE -> {
                    requireDivisor(right != 0, position);
                    // The only quotient of longs that overflows.
                    yield right == -1 ? Math.negateExact(left) : left / right;
                }
                default -> {
                    requireDivisor(right != 0, position);
                    yield left % right;
                }
            };
        } catch (ArithmeticException overflow) {
            throw Casts.outOfRange(type, position);
        }
    }

    private static Long inRange(long number, SqlType type, int position) {
        if ((type.is(Kind.INTEGER) && number != (int) number) || (type.is(Kind.SMALLINT) && number != (short) number)) {
            throw Casts.outOfRange(type, position);
        }
        return number;
    }

    private static BigDecimal ofDecimals(BinaryOperator operator, BigDecimal left, BigDecimal right, int position) {
        return switch (operator) {
            case PLUS -> left.add(right);
            case MINUS -> left.subtract(right);
            case TIMES -> left.multiply(right);
            case DIVIDE -> {
                requireDivisor(right.signum() != 0, position);
                yield Numbers.divide(left, right);
            }
            default -> {
                requireDivisor(right.signum() != 0, position);
                yield left.remainder(right).setScale(Math.max(left.scale(), right.scale()));
            }
        };
    }

    private static Double ofDoubles(BinaryOperator operator, double left, double right, int position) {
        double result =
                switch (operator) {
                    case PLUS -> left + right;
                    case MINUS -> left - right;
                    case TIMES -> left * right;
                    default -> {
                        requireDivisor(right != 0 || Double.isNaN(left), position);
                        yield left / right;
                    }
                };
        if (Double.isInfinite(result) && Double.isFinite(left) && Double.isFinite(right)) {
            throw Casts.outOfRange(SqlType.DOUBLE, position);
        }
        return result;
    }

    private static Float ofReals(BinaryOperator operator, float left, float right, int position) {
        float result =
                switch (operator) {
                    case PLUS -> left + right;
                    case MINUS -> left - right;
                    case TIMES -> left * right;
                    default -> {
                        requireDivisor(right != 0 || Float.isNaN(left), position);
                        yield left / right;
                    }
                };
        boolean isUnderflow = result == 0
                && left != 0
                && (operator == BinaryOperator.TIMES
                        ? right != 0
                        : operator == BinaryOperator.DIVIDE && Float.isFinite(right));
        if ((Float.isInfinite(result) && Float.isFinite(left) && Float.isFinite(right)) || isUnderflow) {
            throw Casts.outOfRange(SqlType.REAL, position);
        }
        return result;
    }

    private static Object negated(Object value, Bound.Negation negation) {
        if (value instanceof Float number) {
            return -number;
        }
        if (value instanceof Interval interval) {
            return interval.negated();
        }
        if (value instanceof Long number) {
            return inRange(
                    ofLongs(BinaryOperator.MINUS, 0, number, negation.type(), negation.position()),
                    negation.type(),
                    negation.position());
        }
        return value instanceof BigDecimal number ? number.negate() : value == null ? null : (Object) (-(Double) value);
    }

    static void requireDivisor(boolean isThere, int position) {
        if (!isThere) {
            throw new SqlException(
                    SqlState.DIVISION_BY_ZERO, position, "A number is divided by zero. Use NULLIF(divisor, 0).");
        }
    }
}
