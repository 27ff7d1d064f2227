package dev.aimonflink.sql.simplify;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Folded;
import java.util.ArrayList;
import java.util.List;

/**
 * Simplifies expressions with constants. A node with a null operand becomes null without computing the other: {@code WHERE a / 0 > NULL}
 * selects no rows.
 */
final class KnownValues {
    private KnownValues() {}

    static Bound simplified(Bound node) {
        if (node instanceof Bound.Logical logical) {
            return logical(logical);
        } else if (node instanceof Bound.Case choice) {
            return choice(choice);
        } else if (node instanceof Bound.Call call && call.function() == Function.COALESCE) {
            return coalesced(call);
        } else {
            return isNullWithNull(node) && Operands.of(node).stream().anyMatch(KnownValues::isNull)
                    ? ofNull(node)
                    : Folded.of(node);
        }
    }

    private static Bound ofNull(Bound node) {
        return new Bound.Constant(null, node.type(), node.position());
    }

    /** Whether a null operand makes a node null. */
    private static boolean isNullWithNull(Bound node) {
        if (node instanceof Bound.In in) {
            return isNull(in.operand());
        }
        return node instanceof Bound.Comparison
                || node instanceof Bound.Arithmetic
                || node instanceof Bound.Negation
                || node instanceof Bound.Concatenation
                || node instanceof Bound.Cast
                || node instanceof Bound.Like
                || (node instanceof Bound.Call call && call.function().isNullWithNull());
    }

    private static boolean isNull(Bound bound) {
        return bound instanceof Bound.Constant constant && constant.isNull();
    }

    private static boolean is(boolean truth, Bound bound) {
        return bound instanceof Bound.Constant constant
                && Boolean.valueOf(truth).equals(constant.value());
    }

    private static Bound truth(Boolean truth, Bound of) {
        return new Bound.Constant(truth, of.type(), of.position());
    }

    private static Bound logical(Bound.Logical logical) {
        boolean deciding = !logical.isAnd();
        if (is(deciding, logical.left()) || is(deciding, logical.right())) {
            return truth(deciding, logical);
        } else if (is(!deciding, logical.left())) {
            return logical.right();
        } else if (is(!deciding, logical.right())) {
            return logical.left();
        } else {
            return isNull(logical.left()) && isNull(logical.right()) ? logical.left() : logical;
        }
    }

    /** Drops branches whose condition cannot be true, and those behind one whose condition is. */
    private static Bound choice(Bound.Case choice) {
        List<Bound> conditions = new ArrayList<>();
        List<Bound> results = new ArrayList<>();
        int last = choice.conditions().size();
        Bound otherwise = choice.results().get(last);
        for (int i = 0; i < last; i++) {
            Bound condition = choice.conditions().get(i);
            Bound result = choice.results().get(i);
            if (is(true, condition)) {
                otherwise = result;
                break;
            } else if (!isNull(condition) && !is(false, condition)) {
                conditions.add(condition);
                results.add(result);
            }
        }
        if (conditions.isEmpty()) {
            return as(choice, otherwise);
        }
        results.add(otherwise);
        return new Bound.Case(List.copyOf(conditions), List.copyOf(results), choice.type(), choice.position());
    }

    /** Drops nulls, and everything behind a constant. */
    private static Bound coalesced(Bound.Call call) {
        List<Bound> arguments = new ArrayList<>();
        for (Bound argument : call.arguments()) {
            if (!isNull(argument)) {
                arguments.add(argument);
            }
            if (argument instanceof Bound.Constant constant && !constant.isNull()) {
                break;
            }
        }
        return switch (arguments.size()) {
            case 0 -> ofNull(call);
            case 1 -> as(call, arguments.get(0));
            default -> new Bound.Call(call.function(), List.copyOf(arguments), call.type(), call.position());
        };
    }

    /** Only a constant directly takes the node's type, which may have other limits. */
    private static Bound as(Bound node, Bound operand) {
        if (operand instanceof Bound.Constant constant) {
            return new Bound.Constant(constant.value(), node.type(), node.position());
        }
        return operand.type().equals(node.type()) ? operand : node;
    }

    /** A condition that is true where another is, and false where that is false or null. */
    static Bound selecting(Bound condition) {
        return with(condition, false);
    }

    /** @param ofNull the truth value for null */
    private static Bound with(Bound condition, boolean ofNull) {
        if (isNull(condition)) {
            return truth(ofNull, condition);
        } else if (condition instanceof Bound.Logical logical) {
            return logical(new Bound.Logical(
                    logical.isAnd(), with(logical.left(), ofNull), with(logical.right(), ofNull), logical.position()));
        } else if (condition instanceof Bound.Not not) {
            return Folded.of(new Bound.Not(with(not.operand(), !ofNull), not.position()));
        } else if (ofNull
                && condition instanceof Bound.In in
                && in.values().stream().anyMatch(KnownValues::isNull)) {
            // It is true or null.
            return truth(true, condition);
        } else {
            return condition;
        }
    }
}
