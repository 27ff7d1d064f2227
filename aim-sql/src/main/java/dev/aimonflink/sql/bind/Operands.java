package dev.aimonflink.sql.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The operands of each kind of node. */
public final class Operands {
    private Operands() {}

    public static List<Bound> of(Bound bound) {
        if (bound instanceof Bound.Field || bound instanceof Bound.Constant) {
            return List.of();
        } else if (bound instanceof Bound.Comparison comparison) {
            return List.of(comparison.left(), comparison.right());
        } else if (bound instanceof Bound.Logical logical) {
            return List.of(logical.left(), logical.right());
        } else if (bound instanceof Bound.Same same) {
            return List.of(same.left(), same.right());
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return List.of(arithmetic.left(), arithmetic.right());
        } else if (bound instanceof Bound.Concatenation concatenation) {
            return List.of(concatenation.left(), concatenation.right());
        } else if (bound instanceof Bound.In in) {
            return Stream.concat(Stream.of(in.operand()), in.values().stream()).toList();
        } else if (bound instanceof Bound.Case choice) {
            return Stream.concat(choice.conditions().stream(), choice.results().stream())
                    .toList();
        } else if (bound instanceof Bound.InArray in) {
            return List.of(in.left(), in.array());
        } else if (bound instanceof Bound.ArrayOf array) {
            return array.values();
        } else if (bound instanceof Bound.Call call) {
            return call.arguments();
        } else if (bound instanceof Bound.OfRows rows) {
            return rows.arguments();
        } else if (bound instanceof Bound.DeclaredCall call) {
            return call.arguments();
        } else if (bound instanceof Bound.Subquery subquery) {
            return subquery.operands();
        } else if (bound instanceof Bound.InitialByKey initial) {
            return initial.operands();
        } else if (bound instanceof Bound.LookUp lookUp) {
            return lookUp.operands();
        } else {
            return ofOne(bound);
        }
    }

    private static List<Bound> ofOne(Bound bound) {
        if (bound instanceof Bound.Not not) {
            return List.of(not.operand());
        } else if (bound instanceof Bound.IsNull isNull) {
            return List.of(isNull.operand());
        } else if (bound instanceof Bound.IsTruth isTruth) {
            return List.of(isTruth.operand());
        } else if (bound instanceof Bound.Like like) {
            return List.of(like.operand());
        } else if (bound instanceof Bound.Negation negation) {
            return List.of(negation.operand());
        } else if (bound instanceof Bound.Cast cast) {
            return List.of(cast.operand());
        } else if (bound instanceof Bound.InSet in) {
            return List.of(in.operand());
        } else if (bound instanceof Bound.InInitial in) {
            return List.of(in.operand());
        } else {
            // Parameters, and values that are the same for all rows.
            return List.of();
        }
    }

    /** The same node with other operands and position; leaves only change their position. */
    public static Bound with(Bound bound, List<Bound> operands, int position) {
        if (bound instanceof Bound.Comparison comparison) {
            return new Bound.Comparison(comparison.operator(), operands.get(0), operands.get(1), position);
        } else if (bound instanceof Bound.Logical logical) {
            return new Bound.Logical(logical.isAnd(), operands.get(0), operands.get(1), position);
        } else if (bound instanceof Bound.Same) {
            return new Bound.Same(operands.get(0), operands.get(1), position);
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return new Bound.Arithmetic(
                    arithmetic.operator(), operands.get(0), operands.get(1), arithmetic.type(), position);
        } else if (bound instanceof Bound.Concatenation) {
            return new Bound.Concatenation(operands.get(0), operands.get(1), position);
        } else if (bound instanceof Bound.In) {
            return new Bound.In(operands.get(0), List.copyOf(operands.subList(1, operands.size())), position);
        } else if (bound instanceof Bound.Case choice) {
            int conditions = choice.conditions().size();
            return new Bound.Case(
                    List.copyOf(operands.subList(0, conditions)),
                    List.copyOf(operands.subList(conditions, operands.size())),
                    choice.type(),
                    position);
        } else if (bound instanceof Bound.InArray in) {
            return new Bound.InArray(in.operator(), operands.get(0), operands.get(1), in.isAll(), position);
        } else if (bound instanceof Bound.ArrayOf array) {
            return new Bound.ArrayOf(List.copyOf(operands), array.type(), position);
        } else if (bound instanceof Bound.Call call) {
            return new Bound.Call(call.function(), List.copyOf(operands), call.type(), position);
        } else if (bound instanceof Bound.OfRows rows) {
            return new Bound.OfRows(rows.function(), List.copyOf(operands), rows.type(), position);
        } else if (bound instanceof Bound.DeclaredCall call) {
            return new Bound.DeclaredCall(call.function(), List.copyOf(operands), call.type(), position);
        } else if (bound instanceof Bound.Subquery subquery) {
            return new Bound.Subquery(subquery.query(), List.copyOf(operands), subquery.type(), position);
        } else if (bound instanceof Bound.InitialByKey initial) {
            return new Bound.InitialByKey(initial.index(), List.copyOf(operands), initial.type(), position);
        } else if (bound instanceof Bound.LookUp lookUp) {
            return new Bound.LookUp(lookUp.rows(), List.copyOf(operands), lookUp.type(), position);
        } else {
            return operands.isEmpty() ? leaf(bound, position) : withOne(bound, operands.get(0), position);
        }
    }

    private static Bound withOne(Bound bound, Bound operand, int position) {
        if (bound instanceof Bound.Not) {
            return new Bound.Not(operand, position);
        } else if (bound instanceof Bound.IsNull) {
            return new Bound.IsNull(operand, position);
        } else if (bound instanceof Bound.IsTruth isTruth) {
            return new Bound.IsTruth(operand, isTruth.truth(), position);
        } else if (bound instanceof Bound.Like like) {
            return new Bound.Like(operand, like.pattern(), position);
        } else if (bound instanceof Bound.Negation negation) {
            return new Bound.Negation(operand, negation.type(), position);
        } else if (bound instanceof Bound.Cast cast) {
            return new Bound.Cast(operand, cast.type(), position);
        } else if (bound instanceof Bound.InSet in) {
            return new Bound.InSet(operand, in.values(), position);
        } else {
            return new Bound.InInitial(operand, ((Bound.InInitial) bound).index(), position);
        }
    }

    private static Bound leaf(Bound bound, int position) {
        if (bound instanceof Bound.Constant constant) {
            return new Bound.Constant(constant.value(), constant.type(), position);
        } else if (bound instanceof Bound.Field field) {
            return new Bound.Field(field.column(), position);
        } else if (bound instanceof Bound.Parameter parameter) {
            return new Bound.Parameter(parameter.number(), parameter.type(), position);
        } else if (bound instanceof Bound.Outer outer) {
            return new Bound.Outer(outer.index(), outer.type(), position);
        } else {
            Bound.Initial initial = (Bound.Initial) bound;
            return new Bound.Initial(initial.index(), initial.type(), position);
        }
    }

    /** Changes the operands of a node, and then the node; returns the same object if nothing changes. */
    public static Bound changed(Bound bound, UnaryOperator<Bound> change) {
        List<Bound> operands = of(bound);
        List<Bound> changed = inList(operands, operand -> changed(operand, change));
        return change.apply(changed == operands ? bound : with(bound, changed, bound.position()));
    }

    /** Changes each expression as a whole; returns the same list if nothing changes. */
    public static List<Bound> inList(List<Bound> expressions, UnaryOperator<Bound> change) {
        List<Bound> changed = null;
        for (int i = 0; i < expressions.size(); i++) {
            Bound expression = expressions.get(i);
            Bound other = change.apply(expression);
            if (other != expression && changed == null) {
                changed = new ArrayList<>(expressions);
            }
            if (changed != null) {
                changed.set(i, other);
            }
        }
        return changed == null ? expressions : Collections.unmodifiableList(changed);
    }

    /** Whether an expression calls a function that returns rows. */
    public static boolean hasRows(Bound bound) {
        return has(bound, Bound.OfRows.class);
    }

    public static boolean has(Bound bound, Class<? extends Bound> kind) {
        if (kind.isInstance(bound)) {
            return true;
        }
        for (Bound operand : of(bound)) {
            if (has(operand, kind)) {
                return true;
            }
        }
        return false;
    }

    /** The form in which expressions that differ only in positions are equal. */
    public static Bound withoutPositions(Bound bound) {
        return changed(bound, node -> {
            if (node instanceof Bound.Subquery subquery) {
                return subquery.withoutPositions();
            }
            return node.position() == 0 ? node : with(node, of(node), 0);
        });
    }
}
