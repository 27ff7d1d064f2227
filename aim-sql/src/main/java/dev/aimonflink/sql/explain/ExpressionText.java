package dev.aimonflink.sql.explain;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.PlannedQuery.Initial.Kind;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.plan.WindowCall;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes bound expressions as SQL.
 *
 * @param columns names of fields, by index
 * @param outer what an inner query uses of the outer row, by index
 * @param isExact whether the text is to be bound again, not just read by people: all values are included, with their types
 */
public record ExpressionText(List<String> columns, List<String> outer, boolean isExact) {
    /** How many values of a list are shown. */
    private static final int SHOWN_VALUES = 5;

    private static final PgText TEXTS = new PgText(ZoneOffset.UTC, OidNames.NONE);

    public ExpressionText(List<String> columns) {
        this(columns, List.of(), false);
    }

    public static ExpressionText exact(List<String> columns) {
        return new ExpressionText(columns, List.of(), true);
    }

    public String of(Bound bound) {
        String sign = signOrNull(bound);
        if (sign != null) {
            List<Bound> sides = Operands.of(bound);
            return operand(sides.get(0)) + " " + sign + " " + operand(sides.get(1));
        } else if (bound instanceof Bound.Constant constant) {
            return constant(constant.value(), constant.type());
        } else if (bound instanceof Bound.Field field) {
            return columns.get(field.column().index());
        } else if (bound instanceof Bound.Parameter parameter) {
            return "$" + parameter.number();
        } else if (bound instanceof Bound.Initial initial) {
            return query(initial.index());
        } else if (bound instanceof Bound.Outer value) {
            return "(outer " + outer.get(value.index()) + ")";
        } else if (bound instanceof Bound.Subquery subquery) {
            return of(subquery);
        } else if (bound instanceof Bound.InitialByKey initial) {
            return byKey(query(initial.index()), initial.operands());
        } else if (bound instanceof Bound.LookUp lookUp) {
            String rows = "(" + lookUp.rows().rows().size() + " rows)";
            return byKey(rows, lookUp.operands());
        } else if (bound instanceof Bound.Not not) {
            return not.operand() instanceof Bound.IsNull isNull
                    ? operand(isNull.operand()) + " IS NOT NULL"
                    : "NOT " + operand(not.operand());
        } else if (bound instanceof Bound.InArray in) {
            return operand(in.left()) + " " + in.operator().sign() + (in.isAll() ? " ALL (" : " ANY (") + of(in.array())
                    + ")";
        } else if (bound instanceof Bound.ArrayOf array) {
            return "ARRAY[" + all(array.values()) + "]";
        } else if (bound instanceof Bound.Condition condition) {
            return operand(Operands.of(condition).get(0)) + " " + test(condition);
        } else if (bound instanceof Bound.Negation negation) {
            return "-" + operand(negation.operand());
        } else if (bound instanceof Bound.Cast cast) {
            return operand(cast.operand()) + "::" + cast.type();
        } else if (bound instanceof Bound.Case choice) {
            return ofCase(choice);
        } else if (bound instanceof Bound.DeclaredCall call) {
            return call.function().name() + "(" + all(call.arguments()) + ")";
        } else {
            Bound.Call call = (Bound.Call) bound;
            return call.function().sqlName() + "(" + all(call.arguments()) + ")";
        }
    }

    /** The operator between two operands; null if the syntax is another. */
    private static String signOrNull(Bound bound) {
        if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic.operator().sign();
        } else if (bound instanceof Bound.Concatenation) {
            return "||";
        } else if (bound instanceof Bound.Logical logical) {
            return logical.isAnd() ? "AND" : "OR";
        } else if (bound instanceof Bound.Comparison comparison) {
            return comparison.operator().sign();
        } else if (bound instanceof Bound.Same) {
            return "IS NOT DISTINCT FROM";
        } else if (bound instanceof Bound.Call call) {
            return call.function().sign();
        }
        return null;
    }

    /** What a condition says of its operand. */
    private String test(Bound.Condition condition) {
        if (condition instanceof Bound.IsNull) {
            return "IS NULL";
        } else if (condition instanceof Bound.IsTruth isTruth) {
            return isTruth.truth() ? "IS TRUE" : "IS FALSE";
        } else if (condition instanceof Bound.In in) {
            return "IN (" + shortened(in.values().stream().map(this::listed).toList()) + ")";
        } else if (condition instanceof Bound.InSet in) {
            List<String> values = in.values().values().stream()
                    .map(ExpressionText::shown)
                    .sorted()
                    .toList();
            return "IN (" + shortened(values) + (in.values().hasNull() ? ", NULL)" : ")");
        } else if (condition instanceof Bound.Like like) {
            return like.pattern().operator() + " " + constant(like.pattern().toString(), SqlType.TEXT);
        } else {
            return "IN " + query(((Bound.InInitial) condition).index());
        }
    }

    /** A whole number among others needs no type, and a parser counts it as one part. */
    private String listed(Bound value) {
        return isExact && value instanceof Bound.Constant constant && constant.value() instanceof Long
                ? constant.value().toString()
                : of(value);
    }

    private String shortened(List<String> values) {
        if (isExact) {
            return String.join(", ", values);
        }
        return String.join(", ", values.subList(0, Math.min(SHOWN_VALUES, values.size())))
                + (values.size() > SHOWN_VALUES ? ", ... " + (values.size() - SHOWN_VALUES) + " more" : "");
    }

    private String of(Bound.Subquery subquery) {
        List<Bound> operands = subquery.operands();
        int last = operands.size() - 1;
        return switch (PlannedQuery.Initial.in(subquery).kind()) {
            case VALUE -> queryOf(operands);
            case EXISTS -> "EXISTS " + queryOf(operands);
            case SET -> operand(operands.get(last)) + " IN " + queryOf(operands.subList(0, last));
            case VALUE_BY_KEY, SET_BY_KEY -> throw new IllegalStateException("run once: " + subquery);
        };
    }

    private String queryOf(List<Bound> outerValues) {
        return "(query of " + all(outerValues) + ")";
    }

    private String byKey(String rows, List<Bound> operands) {
        return rows + "[" + all(operands.subList(0, operands.size() - 1)) + "]";
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

    /** In parentheses if it has operators of its own, so that readers need not know precedences. */
    public String operand(Bound bound) {
        boolean isAlone = bound instanceof Bound.Constant
                || bound instanceof Bound.Field
                || bound instanceof Bound.Parameter
                || bound instanceof Bound.Initial
                || bound instanceof Bound.Outer
                || bound instanceof Bound.InitialByKey
                || bound instanceof Bound.LookUp
                || (bound instanceof Bound.Subquery query
                        && PlannedQuery.Initial.in(query).kind() == Kind.VALUE)
                || bound instanceof Bound.Case
                || bound instanceof Bound.Cast
                || (bound instanceof Bound.Call && signOrNull(bound) == null);
        return isAlone ? of(bound) : "(" + of(bound) + ")";
    }

    private String all(List<Bound> expressions) {
        return expressions.stream().map(this::of).collect(Collectors.joining(", "));
    }

    public String of(AggregateCall call) {
        StringBuilder text = new StringBuilder(call.function().sqlName()).append('(');
        text.append(call.isDistinct() ? "DISTINCT " : "");
        text.append(call.function() == AggregateFunction.COUNT_ROWS ? "*" : all(call.arguments()));
        boolean isWithin = call.function().isOfOneOrder();
        text.append(isWithin || call.order().isEmpty() ? "" : " ORDER BY " + String.join(", ", terms(call.order())));
        text.append(')');
        if (isWithin) {
            text.append(" WITHIN GROUP (ORDER BY ")
                    .append(String.join(", ", terms(call.order())))
                    .append(')');
        }
        if (call.filter() != null) {
            text.append(" FILTER (WHERE ").append(of(call.filter())).append(')');
        }
        return text.toString();
    }

    public String of(WindowCall call) {
        List<String> window = new ArrayList<>();
        if (!call.partition().isEmpty()) {
            window.add("PARTITION BY " + all(call.partition()));
        }
        if (!call.order().isEmpty()) {
            window.add("ORDER BY " + String.join(", ", terms(call.order())));
        }
        if (call.frame() != null) {
            window.add(call.frame().text(this::of));
        }
        String function = call.aggregate() != null
                ? of(call.aggregate())
                : call.function().sqlName() + "(" + all(call.arguments()) + ")";
        return function + " OVER (" + String.join(" ", window) + ")";
    }

    public List<String> terms(List<SortTerm> terms) {
        return terms.stream().map(this::of).toList();
    }

    /** Null order is shown if it is not the default. */
    private String of(SortTerm term) {
        String nulls =
                term.nullsFirst() == term.isDescending() ? "" : term.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
        return of(term.value()) + (term.isDescending() ? " DESC" : "") + nulls;
    }

    private String constant(Object value, SqlType type) {
        return isExact ? exact(value, type) : shown(value);
    }

    private static String exact(Object value, SqlType type) {
        boolean isOfLabels = type.is(SqlType.Kind.ENUM);
        if (value == null) {
            return isOfLabels ? "NULL" : "NULL::" + type;
        } else if (isOfLabels) {
            return QuotedText.literal((String) value);
        } else if (value instanceof Boolean) {
            return value.toString();
        } else if (value instanceof String text && type.equals(SqlType.TEXT)) {
            return QuotedText.literal(text);
        } else if (value instanceof Long number && number >= 0) {
            return value + (type.equals(SqlType.INTEGER) ? "" : "::" + type);
        }
        String text = value instanceof BigDecimal number ? number.toPlainString() : TEXTS.write(type.pg(), value);
        return QuotedText.literal(text) + "::" + type;
    }

    private static String shown(Object value) {
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
