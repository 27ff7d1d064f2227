package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.gateway.relation.value.Operation;
import dev.aimonflink.gateway.relation.value.Operators;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.LikePattern;
import dev.aimonflink.sql.bind.RegularExpression;
import dev.aimonflink.sql.bind.TextPattern;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.UnaryOperator;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes terms of operators. */
final class OperatorBinder {
    private static final int BACKSLASH = '\\';
    private static final int NO_ESCAPE = -1;

    private final ExpressionBinder expressions;
    private final Conversions conversions;

    OperatorBinder(ExpressionBinder expressions, Conversions conversions) {
        this.expressions = expressions;
        this.conversions = conversions;
    }

    /** Null if the expression is none of them. */
    Term bind(Expression expression) {
        if (expression instanceof Expression.Binary binary) {
            return binary(binary);
        } else if (expression instanceof Expression.IsDistinct distinct) {
            return distinct(distinct);
        } else if (expression instanceof Expression.Between between) {
            return between(between);
        } else if (expression instanceof Expression.In in) {
            return in(in);
        } else if (expression instanceof Expression.Like like) {
            return like(like);
        } else {
            return null;
        }
    }

    private Term binary(Expression.Binary binary) {
        if (binary.operator().isLogical()) {
            return logical(binary);
        }
        Term left = expressions.bind(binary.left());
        Term right = expressions.bind(binary.right());
        return applied(binary.operator(), left, right, binary.position());
    }

    /** The second side is not evaluated if the first decides. */
    private Term logical(Expression.Binary binary) {
        Term left = expressions.condition(binary.left(), binary.operator().sign());
        Term right = expressions.condition(binary.right(), binary.operator().sign());
        Boolean deciding = binary.operator() == BinaryOperator.OR;
        return Term.of(PgType.BOOL, frame -> {
            Object first = left.value(frame);
            if (deciding.equals(first)) {
                return first;
            }
            Object second = right.value(frame);
            return first == null && !deciding.equals(second) ? null : second;
        });
    }

    Term applied(BinaryOperator operator, Term left, Term right, int position) {
        if (left.type() == PgType.RECORD && right.type() == PgType.RECORD && operator.isComparison()) {
            return rows(operator, left, right);
        }
        if (operator.sign().contains("~")) {
            return matches(operator, left, right, position);
        }
        Operation operation = Operators.of(operator, left.type(), right.type())
                .orElseThrow(() -> ExpressionBinder.undefined(operator.sign(), left.type(), right.type(), position));
        Term first = conversions.to(left, operation.left(), position);
        Term second = conversions.to(right, operation.right(), position);
        Operation.Code code = operation.code();
        // An array takes a null as an element.
        boolean isStrict = !operation.result().isArray();
        return Term.of(operation.result(), frame -> {
            Object a = first.value(frame);
            Object b = second.value(frame);
            if (isStrict ? a == null || b == null : a == null && b == null) {
                return null;
            }
            frame.run.stepThrough(a);
            frame.run.stepThrough(b);
            try {
                return code.apply(a, b);
            } catch (SqlException error) {
                throw Faults.at(error, position);
            }
        });
    }

    /** Rows are equal if all of their fields are; a null leaves open what the others do not decide. */
    private static Term rows(BinaryOperator operator, Term left, Term right) {
        return Term.of(PgType.BOOL, frame -> {
            Object[] a = (Object[]) left.value(frame);
            Object[] b = (Object[]) right.value(frame);
            for (int i = 0; a != null && b != null && i < Math.min(a.length, b.length); i++) {
                boolean isOpen = a[i] == null || b[i] == null;
                if (isOpen && operator != BinaryOperator.EQUAL && operator != BinaryOperator.NOT_EQUAL) {
                    return null;
                }
                if (!isOpen && !ExpressionBinder.same(a[i], b[i])) {
                    return Operators.holds(operator, Comparing.compare(a[i], b[i]));
                }
            }
            boolean isOpen = a == null || b == null || hasNull(a) || hasNull(b);
            return isOpen ? null : Operators.holds(operator, 0);
        });
    }

    private static boolean hasNull(Object[] row) {
        for (Object field : row) {
            if (field == null) {
                return true;
            }
        }
        return false;
    }

    private Term matches(BinaryOperator operator, Term left, Term right, int position) {
        boolean ignoresCase = operator.sign().endsWith("*");
        boolean isNegated = operator.sign().startsWith("!");
        Term text = text(left, operator.sign(), right, position);
        Term pattern = text(right, operator.sign(), left, position);
        return pattern(text, pattern, isNegated, written -> RegularExpression.of(written, ignoresCase, position));
    }

    private Term text(Term term, String operator, Term other, int position) {
        if (!term.type().isText()) {
            throw ExpressionBinder.undefined(operator, term.type(), other.type(), position);
        }
        return conversions.to(term, PgType.TEXT, position);
    }

    private static Term pattern(Term text, Term pattern, boolean isNegated, Function<String, TextPattern> reader) {
        LastPattern last = new LastPattern(reader);
        return Term.of(PgType.BOOL, frame -> {
            String value = (String) text.value(frame);
            String written = (String) pattern.value(frame);
            return value == null || written == null
                    ? null
                    : (Object) (last.of(written).matches(value) != isNegated);
        });
    }

    /** Keeps a pattern, because mostly that of the next row is the same one. */
    private static final class LastPattern {
        private record Entry(String written, TextPattern pattern) {}

        private final Function<String, TextPattern> reader;
        private volatile Entry last;

        LastPattern(Function<String, TextPattern> reader) {
            this.reader = reader;
        }

        TextPattern of(String written) {
            Entry entry = last;
            if (entry == null || !entry.written().equals(written)) {
                entry = new Entry(written, reader.apply(written));
                last = entry;
            }
            return entry.pattern();
        }
    }

    private Term like(Expression.Like like) {
        String operator = (like.isNegated() ? "!" : "") + "~~" + (like.ignoresCase() ? "*" : "");
        Term left = expressions.bind(like.operand());
        Term right = expressions.bind(like.pattern());
        int position = like.position();
        Term text = text(left, operator, right, position);
        Term pattern = text(right, operator, left, position);
        if (like.escape() == null) {
            return pattern(
                    text,
                    pattern,
                    like.isNegated(),
                    written -> LikePattern.of(written, BACKSLASH, like.ignoresCase(), position));
        }
        Term escape = conversions.to(expressions.bind(like.escape()), PgType.TEXT, position);
        return Term.of(PgType.BOOL, frame -> {
            String value = (String) text.value(frame);
            String written = (String) pattern.value(frame);
            String sign = (String) escape.value(frame);
            if (value == null || written == null || sign == null) {
                return null;
            }
            return LikePattern.of(written, escape(sign, position), like.ignoresCase(), position)
                            .matches(value)
                    != like.isNegated();
        });
    }

    private static int escape(String sign, int position) {
        if (sign.codePointCount(0, sign.length()) > 1) {
            throw new SqlException(
                    SqlState.INVALID_ESCAPE,
                    position,
                    "invalid escape string. Escape string must be empty or one character.");
        }
        return sign.isEmpty() ? NO_ESCAPE : sign.codePointAt(0);
    }

    private Term distinct(Expression.IsDistinct distinct) {
        Term left = expressions.bind(distinct.left());
        Term right = expressions.bind(distinct.right());
        PgType type = ExpressionBinder.compared(left.type(), right.type(), "=", distinct.position());
        Term first = conversions.to(left, type, distinct.position());
        Term second = conversions.to(right, type, distinct.position());
        return Term.of(
                PgType.BOOL,
                frame -> ExpressionBinder.same(first.value(frame), second.value(frame)) == distinct.isNegated());
    }

    private Term between(Expression.Between between) {
        int position = between.position();
        if (between.isSymmetric()) {
            Term either = either(
                    bounds(between, between.low(), between.high()), bounds(between, between.high(), between.low()));
            return between.isNegated()
                    ? Term.of(PgType.BOOL, frame -> ExpressionBinder.not((Boolean) either.value(frame)))
                    : either;
        }
        Expression inside = bounds(between, between.low(), between.high());
        return expressions.bind(
                between.isNegated() ? new Expression.Unary(UnaryOperator.NOT, inside, position) : inside);
    }

    private Term either(Expression first, Expression second) {
        return expressions.bind(new Expression.Binary(BinaryOperator.OR, first, second, first.position()));
    }

    private static Expression bounds(Expression.Between between, Expression low, Expression high) {
        int position = between.position();
        return new Expression.Binary(
                BinaryOperator.AND,
                new Expression.Binary(BinaryOperator.GREATER_OR_EQUAL, between.operand(), low, position),
                new Expression.Binary(BinaryOperator.LESS_OR_EQUAL, between.operand(), high, position),
                position);
    }

    private Term in(Expression.In in) {
        Term operand = expressions.bind(in.operand());
        List<Term> equalities = new ArrayList<>();
        for (Expression value : in.values()) {
            equalities.add(applied(BinaryOperator.EQUAL, operand, expressions.bind(value), in.position()));
        }
        return Term.of(PgType.BOOL, frame -> {
            Boolean found = Boolean.FALSE;
            for (Term equality : equalities) {
                Boolean equal = (Boolean) equality.value(frame);
                if (Boolean.TRUE.equals(equal)) {
                    return !in.isNegated();
                }
                found = equal == null ? null : found;
            }
            return found == null ? null : (Object) in.isNegated();
        });
    }
}
