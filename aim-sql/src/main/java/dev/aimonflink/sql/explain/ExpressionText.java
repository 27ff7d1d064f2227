package dev.aimonflink.sql.explain;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.plan.SortTerm;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes bound expressions as SQL.
 *
 * @param columns what the fields of expressions are called, by their indexes
 */
public record ExpressionText(List<String> columns) {
    /** So many values of a list are shown. */
    private static final int SHOWN_VALUES = 5;

    public String of(Bound bound) {
        if (bound instanceof Bound.Constant constant) {
            return constant(constant.value());
        } else if (bound instanceof Bound.Field field) {
            return columns.get(field.column().index());
        } else if (bound instanceof Bound.Parameter parameter) {
            return "$" + parameter.number();
        } else if (bound instanceof Bound.Initial initial) {
            return query(initial.index());
        } else if (bound instanceof Bound.Condition condition) {
            return ofCondition(condition);
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return infix(arithmetic.left(), arithmetic.operator().sign(), arithmetic.right());
        } else if (bound instanceof Bound.Concatenation concatenation) {
            return infix(concatenation.left(), "||", concatenation.right());
        } else if (bound instanceof Bound.Negation negation) {
            return "-" + operand(negation.operand());
        } else if (bound instanceof Bound.Cast cast) {
            return operand(cast.operand()) + "::" + cast.type();
        } else if (bound instanceof Bound.Case choice) {
            return ofCase(choice);
        } else {
            return ofCall((Bound.Call) bound);
        }
    }

    private String ofCondition(Bound.Condition condition) {
        if (condition instanceof Bound.Not not && not.operand() instanceof Bound.IsNull isNull) {
            return operand(isNull.operand()) + " IS NOT NULL";
        } else if (condition instanceof Bound.Not not) {
            return "NOT " + operand(not.operand());
        } else if (condition instanceof Bound.Logical logical) {
            return infix(logical.left(), logical.isAnd() ? "AND" : "OR", logical.right());
        } else if (condition instanceof Bound.Comparison comparison) {
            return infix(comparison.left(), comparison.operator().sign(), comparison.right());
        } else if (condition instanceof Bound.Same same) {
            return infix(same.left(), "IS NOT DISTINCT FROM", same.right());
        } else if (condition instanceof Bound.IsNull isNull) {
            return operand(isNull.operand()) + " IS NULL";
        } else if (condition instanceof Bound.IsTruth isTruth) {
            return operand(isTruth.operand()) + (isTruth.truth() ? " IS TRUE" : " IS FALSE");
        } else if (condition instanceof Bound.In in) {
            return operand(in.operand()) + " IN ("
                    + shortened(in.values().stream().map(this::of).toList()) + ")";
        } else if (condition instanceof Bound.InSet in) {
            List<String> values = in.values().values().stream()
                    .map(ExpressionText::constant)
                    .sorted()
                    .toList();
            return operand(in.operand()) + " IN (" + shortened(values)
                    + (in.values().hasNull() ? ", NULL)" : ")");
        } else if (condition instanceof Bound.Like like) {
            return operand(like.operand())
                    + " " + like.pattern().operator() + " "
                    + constant(like.pattern().toString());
        } else {
            Bound.InInitial in = (Bound.InInitial) condition;
            return operand(in.operand()) + " IN " + query(in.index());
        }
    }

    private static String shortened(List<String> values) {
        return String.join(", ", values.subList(0, Math.min(SHOWN_VALUES, values.size())))
                + (values.size() > SHOWN_VALUES ? ", ... " + (values.size() - SHOWN_VALUES) + " more" : "");
    }

    private static String query(int index) {
        return "(query " + (index + 1) + ")";
    }

    private String ofCase(Bound.Case choice) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i < choice.conditions().size(); i++) {
            text.append(" WHEN ")
                    .append(of(choice.conditions().get(i)))
                    .append(" THEN ")
                    .append(of(choice.results().get(i)));
        }
        return text.append(" ELSE ")
                .append(of(choice.results().get(choice.conditions().size())))
                .append(" END")
                .toString();
    }

    private String ofCall(Bound.Call call) {
        String operator = operator(call.function());
        if (operator != null) {
            return infix(call.arguments().get(0), operator, call.arguments().get(1));
        }
        return call.function().sqlName() + "(" + all(call.arguments()) + ")";
    }

    /** Null if it is written as a call. */
    private static String operator(Function function) {
        return switch (function) {
            case POWER -> "^";
            case LIKE -> "LIKE";
            case ILIKE -> "ILIKE";
            case MATCHES -> "~";
            case MATCHES_IGNORING_CASE -> "~*";
            default -> null;
        };
    }

    private String infix(Bound left, String sign, Bound right) {
        return operand(left) + " " + sign + " " + operand(right);
    }

    /** In parentheses if it has operators of its own: readers need not know which binds tighter. */
    private String operand(Bound bound) {
        boolean isAlone = bound instanceof Bound.Constant
                || bound instanceof Bound.Field
                || bound instanceof Bound.Parameter
                || bound instanceof Bound.Initial
                || bound instanceof Bound.Case
                || bound instanceof Bound.Cast
                || (bound instanceof Bound.Call call && operator(call.function()) == null);
        return isAlone ? of(bound) : "(" + of(bound) + ")";
    }

    private String all(List<Bound> expressions) {
        return expressions.stream().map(this::of).collect(Collectors.joining(", "));
    }

    public String of(AggregateCall call) {
        StringBuilder text = new StringBuilder(call.function().sqlName()).append('(');
        text.append(call.isDistinct() ? "DISTINCT " : "");
        text.append(call.function() == AggregateFunction.COUNT_ROWS ? "*" : all(call.arguments()));
        text.append(')');
        if (!call.order().isEmpty()) {
            text.append(" WITHIN GROUP (ORDER BY ")
                    .append(String.join(", ", terms(call.order())))
                    .append(')');
        }
        if (call.filter() != null) {
            text.append(" FILTER (WHERE ").append(of(call.filter())).append(')');
        }
        return text.toString();
    }

    /** The text of each term. */
    public List<String> terms(List<SortTerm> terms) {
        return terms.stream().map(this::of).toList();
    }

    /** Where nulls come is said if it is not where they usually come. */
    private String of(SortTerm term) {
        String nulls =
                term.nullsFirst() == term.isDescending() ? "" : term.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
        return of(term.value()) + (term.isDescending() ? " DESC" : "") + nulls;
    }

    private static String constant(Object value) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value).toUpperCase(Locale.ROOT);
        } else {
            String text = "'" + value.toString().replace("'", "''") + "'";
            return value instanceof String ? text : SqlType.TIMESTAMP + " " + text;
        }
    }
}
