package dev.aimonflink.sql.text;

import java.util.List;
import java.util.stream.Collectors;

/** Shows a syntax tree with parentheses around each operation. */
final class Shown {
    private Shown() {}

    static String of(Expression expression) {
        if (expression instanceof Expression.NumberLiteral number) {
            return number.digits();
        } else if (expression instanceof Expression.StringLiteral string) {
            return "'" + string.value() + "'";
        } else if (expression instanceof Expression.BooleanLiteral literal) {
            return String.valueOf(literal.value());
        } else if (expression instanceof Expression.NullLiteral) {
            return "null";
        } else if (expression instanceof Expression.Name name) {
            return name.written();
        } else if (expression instanceof Expression.Parameter parameter) {
            return "$" + parameter.number();
        } else if (expression instanceof Expression.Unary unary) {
            return "(" + unary.operator() + " " + of(unary.operand()) + ")";
        } else if (expression instanceof Expression.Binary binary) {
            return "(" + of(binary.left()) + " " + binary.operator().sign() + " " + of(binary.right()) + ")";
        } else if (expression instanceof Expression.Is is) {
            return "(" + of(is.operand()) + " is" + not(is.isNegated()) + " " + is.test() + ")";
        } else if (expression instanceof Expression.IsDistinct distinct) {
            return "(" + of(distinct.left()) + " is" + not(distinct.isNegated()) + " distinct " + of(distinct.right())
                    + ")";
        } else if (expression instanceof Expression.Between between) {
            return "(" + of(between.operand()) + not(between.isNegated()) + " between "
                    + (between.isSymmetric() ? "symmetric " : "") + of(between.low()) + " " + of(between.high()) + ")";
        } else if (expression instanceof Expression.In in) {
            return "(" + of(in.operand()) + not(in.isNegated()) + " in " + of(in.values()) + ")";
        } else if (expression instanceof Expression.Like like) {
            return "(" + of(like.operand()) + not(like.isNegated()) + (like.ignoresCase() ? " ilike " : " like ")
                    + of(like.pattern()) + (like.escape() == null ? "" : " escape " + of(like.escape())) + ")";
        } else if (expression instanceof Expression.Cast cast) {
            return "(" + of(cast.operand()) + " as " + cast.type().name()
                    + cast.type().modifiers() + ")";
        } else if (expression instanceof Expression.Case choice) {
            return "(case " + (choice.operand() == null ? "" : of(choice.operand()) + " ")
                    + choice.branches().stream()
                            .map(branch -> of(branch.condition()) + " -> " + of(branch.result()))
                            .collect(Collectors.joining(", "))
                    + (choice.otherwise() == null ? "" : " else " + of(choice.otherwise())) + ")";
        } else {
            Expression.Call call = (Expression.Call) expression;
            return call.function() + of(call.arguments());
        }
    }

    private static String of(List<Expression> expressions) {
        return expressions.stream().map(Shown::of).collect(Collectors.joining(" ", "[", "]"));
    }

    private static String not(boolean isNegated) {
        return isNegated ? " not" : "";
    }
}
