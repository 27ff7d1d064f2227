package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import java.util.List;
import java.util.function.Function;

/** Replaces nodes of expressions. What an expression means does not change where nothing is replaced. */
public final class BoundRewriter {
    private final Function<Bound, Bound> replacements;

    /** @param replacements gives what stands in the place of a node, or null if the node stays and its operands are looked at */
    public BoundRewriter(Function<Bound, Bound> replacements) {
        this.replacements = replacements;
    }

    /** Moves fields to rows that have {@code columns} fewer columns in front. */
    static Bound withoutFirst(int columns, Bound bound) {
        return new BoundRewriter(node -> node instanceof Bound.Field field ? moved(field, columns) : null)
                .rewrite(bound);
    }

    private static Bound moved(Bound.Field field, int columns) {
        Column column = field.column();
        return new Bound.Field(
                new Column(column.name(), column.type(), column.index() - columns, column.min(), column.max()),
                field.position());
    }

    /** Null stays null. */
    public Bound rewrite(Bound bound) {
        if (bound == null) {
            return null;
        }
        Bound replacement = replacements.apply(bound);
        return replacement != null ? replacement : withOperands(bound);
    }

    public List<Bound> rewrite(List<Bound> bounds) {
        return bounds.stream().map(this::rewrite).toList();
    }

    private Bound withOperands(Bound bound) {
        if (bound instanceof Bound.Logical it) {
            return new Bound.Logical(it.isAnd(), rewrite(it.left()), rewrite(it.right()), it.position());
        } else if (bound instanceof Bound.Comparison it) {
            return new Bound.Comparison(it.operator(), rewrite(it.left()), rewrite(it.right()), it.position());
        } else if (bound instanceof Bound.Same it) {
            return new Bound.Same(rewrite(it.left()), rewrite(it.right()), it.position());
        } else if (bound instanceof Bound.Arithmetic it) {
            return new Bound.Arithmetic(
                    it.operator(), rewrite(it.left()), rewrite(it.right()), it.type(), it.position());
        } else if (bound instanceof Bound.Concatenation it) {
            return new Bound.Concatenation(rewrite(it.left()), rewrite(it.right()), it.position());
        } else if (bound instanceof Bound.In it) {
            return new Bound.In(rewrite(it.operand()), rewrite(it.values()), it.position());
        } else if (bound instanceof Bound.Case it) {
            return new Bound.Case(rewrite(it.conditions()), rewrite(it.results()), it.type(), it.position());
        } else if (bound instanceof Bound.Call it) {
            return new Bound.Call(it.function(), rewrite(it.arguments()), it.type(), it.position());
        } else {
            return withOperand(bound);
        }
    }

    private Bound withOperand(Bound bound) {
        if (bound instanceof Bound.Not it) {
            return new Bound.Not(rewrite(it.operand()), it.position());
        } else if (bound instanceof Bound.IsNull it) {
            return new Bound.IsNull(rewrite(it.operand()), it.position());
        } else if (bound instanceof Bound.IsTruth it) {
            return new Bound.IsTruth(rewrite(it.operand()), it.truth(), it.position());
        } else if (bound instanceof Bound.InSet it) {
            return new Bound.InSet(rewrite(it.operand()), it.values(), it.position());
        } else if (bound instanceof Bound.InInitial it) {
            return new Bound.InInitial(rewrite(it.operand()), it.index(), it.position());
        } else if (bound instanceof Bound.Like it) {
            return new Bound.Like(rewrite(it.operand()), it.pattern(), it.position());
        } else if (bound instanceof Bound.Negation it) {
            return new Bound.Negation(rewrite(it.operand()), it.type(), it.position());
        } else if (bound instanceof Bound.Cast it) {
            return new Bound.Cast(rewrite(it.operand()), it.type(), it.position());
        } else {
            return bound;
        }
    }
}
