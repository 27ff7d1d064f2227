package dev.aimonflink.sql.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows an expression as SQL, with parentheses around each operation. */
final class Shown {
    private Shown() {}

    static String of(Expression expression) {
        if (expression instanceof Expression.NumberLiteral number) {
            return number.digits();
        } else if (expression instanceof Expression.StringLiteral string) {
            return string(string.value());
        } else if (expression instanceof Expression.BooleanLiteral literal) {
            return literal.value() ? "TRUE" : "FALSE";
        } else if (expression instanceof Expression.NullLiteral) {
            return "NULL";
        } else if (expression instanceof Expression.Name name) {
            return name(name);
        } else if (expression instanceof Expression.Parameter parameter) {
            return "$" + parameter.number();
        } else if (expression instanceof Expression.AllRows) {
            return "*";
        } else if (expression instanceof Expression.Cast cast) {
            return "CAST(" + of(cast.operand()) + " AS " + type(cast.type()) + ")";
        } else if (expression instanceof Expression.Case choice) {
            return choice(choice);
        } else if (expression instanceof Expression.Call call) {
            return call(call, "", "");
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (expression instanceof Expression.Row row) {
            return "ROW(" + list(row.values()) + ")";
        } else if (expression instanceof Expression.ScalarQuery scalar) {
            return "(" + ShownStatement.of(scalar.query()) + ")";
        } else if (expression instanceof Expression.Exists exists) {
            return "EXISTS (" + ShownStatement.of(exists.query()) + ")";
        } else {
            return "(" + operation(expression) + ")";
        }
    }

    private static String operation(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            String sign =
                    switch (unary.operator()) {
                        case PLUS -> "+ ";
                        case MINUS -> "- ";
                        case NOT -> "NOT ";
                    };
            return sign + of(unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            return of(binary.left()) + " " + binary.operator().sign() + " " + of(binary.right());
        } else if (expression instanceof Expression.Is is) {
            return of(is.operand()) + " IS " + not(is.isNegated()) + is.test();
        } else if (expression instanceof Expression.IsDistinct distinct) {
            return of(distinct.left()) + " IS " + not(distinct.isNegated()) + "DISTINCT FROM " + of(distinct.right());
        } else if (expression instanceof Expression.Between between) {
            return of(between.operand()) + " " + not(between.isNegated()) + "BETWEEN "
                    + (between.isSymmetric() ? "SYMMETRIC " : "") + of(between.low()) + " AND " + of(between.high());
        } else if (expression instanceof Expression.In in) {
            return of(in.operand()) + " " + not(in.isNegated()) + "IN (" + list(in.values()) + ")";
        } else if (expression instanceof Expression.InQuery in) {
            return of(in.operand()) + " " + not(in.isNegated()) + "IN (" + ShownStatement.of(in.query()) + ")";
        } else if (expression instanceof Expression.Quantified quantified) {
            return of(quantified.left()) + " " + quantified.operator().sign() + (quantified.isAll() ? " ALL" : " ANY")
                    + " (" + ShownStatement.of(quantified.query()) + ")";
        } else if (expression instanceof Expression.Like like) {
            return of(like.operand()) + " " + not(like.isNegated()) + (like.ignoresCase() ? "ILIKE " : "LIKE ")
                    + of(like.pattern()) + (like.escape() == null ? "" : " ESCAPE " + of(like.escape()));
        } else {
            return wide(expression);
        }
    }

    /** What the wide grammar alone reads. */
    private static String wide(Expression expression) {
        if (expression instanceof Expression.ArrayOf array) {
            return "ARRAY[" + list(array.values()) + "]";
        } else if (expression instanceof Expression.ArrayQuery array) {
            return "ARRAY(" + ShownStatement.of(array.query()) + ")";
        } else if (expression instanceof Expression.Subscript subscript) {
            return of(subscript.operand()) + "[" + of(subscript.index()) + "]";
        } else if (expression instanceof Expression.FieldOf field) {
            return "(" + of(field.operand()) + ")." + name(field.field());
        } else if (expression instanceof Expression.QuantifiedArray quantified) {
            return of(quantified.left()) + " " + quantified.operator().sign() + (quantified.isAll() ? " ALL" : " ANY")
                    + " (" + of(quantified.array()) + ")";
        } else if (expression instanceof Expression.Window window) {
            String partition = window.partition().isEmpty() ? "" : "PARTITION BY " + list(window.partition());
            String order = window.order().isEmpty() ? "" : ShownStatement.order(window.order());
            String frame = window.frame() == null ? "" : window.frame().text(Shown::of);
            if (window.isNamed()) {
                return of(window.call()) + " OVER " + name(window.base());
            }
            String base = window.base() == null ? "" : name(window.base());
            return (window.call() == null ? "" : of(window.call()) + " OVER ") + "("
                    + Stream.of(base, partition, order, frame)
                            .filter(part -> !part.isEmpty())
                            .collect(Collectors.joining(" "))
                    + ")";
        } else {
            throw new AssertionError("not shown: " + expression);
        }
    }

    private static String choice(Expression.Case choice) {
        return "CASE " + (choice.operand() == null ? "" : of(choice.operand()) + " ")
                + choice.branches().stream()
                        .map(branch -> "WHEN " + of(branch.condition()) + " THEN " + of(branch.result()) + " ")
                        .collect(Collectors.joining())
                + (choice.otherwise() == null ? "" : "ELSE " + of(choice.otherwise()) + " ") + "END";
    }

    private static String call(Expression.Call call, String before, String after) {
        return switch (call.function()) {
            case "extract" ->
                "extract(" + of(call.arguments().get(0)) + " FROM "
                        + of(call.arguments().get(1)) + ")";
            case "current_date", "current_user", "session_user" -> call.function();
            default -> call.function() + "(" + before + arguments(call) + after + ")";
        };
    }

    private static String arguments(Expression.Call call) {
        return call.arguments().stream().map(Shown::argument).collect(Collectors.joining(", "));
    }

    private static String argument(Expression argument) {
        return argument instanceof Expression.NamedArgument named
                ? name(named.name()) + " => " + of(named.value())
                : of(argument);
    }

    private static String aggregate(Expression.Aggregate aggregate) {
        String order = aggregate.order().isEmpty() ? "" : " " + ShownStatement.order(aggregate.order());
        return call(aggregate.call(), aggregate.isDistinct() ? "DISTINCT " : "", order)
                + (aggregate.withinGroup().isEmpty()
                        ? ""
                        : " WITHIN GROUP (" + ShownStatement.order(aggregate.withinGroup()) + ")")
                + (aggregate.filter() == null ? "" : " FILTER (WHERE " + of(aggregate.filter()) + ")");
    }

    private static String type(TypeName type) {
        String modifiers = type.modifiers().isEmpty()
                ? ""
                : type.modifiers().stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
        int zone = type.name().indexOf(" with");
        return zone < 0
                ? type.name() + modifiers
                : type.name().substring(0, zone) + modifiers + type.name().substring(zone);
    }

    private static String name(Expression.Name name) {
        String tables = name.parts().subList(0, name.parts().size() - 1).stream()
                .map(part -> name(part) + ".")
                .collect(Collectors.joining());
        return tables + (name.isQuoted() ? quoted(name.last()) : name(name.last()));
    }

    static String names(List<String> names, String separator) {
        return names.stream().map(Shown::name).collect(Collectors.joining(separator));
    }

    /** In quotes only if it needs them. */
    static String name(String name) {
        return name.matches("[a-z_][a-z0-9_]*") && !Keywords.isReserved(name) ? name : quoted(name);
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String string(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    static String list(List<Expression> expressions) {
        return expressions.stream().map(Shown::of).collect(Collectors.joining(", "));
    }

    private static String not(boolean isNegated) {
        return isNegated ? "NOT " : "";
    }
}
