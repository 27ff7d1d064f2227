package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import java.util.List;
import java.util.function.Function;

/** Replaces nodes of expressions without changing the meaning of the rest. */
public final class BoundRewriter {
    private final Function<Bound, Bound> replacements;

    /** @param replacements gives a node's replacement, or null to keep the node and visit its operands */
    public BoundRewriter(Function<Bound, Bound> replacements) {
        this.replacements = replacements;
    }

    /** Moves fields to rows that have {@code columns} fewer leading columns. */
    public static Bound withoutFirst(int columns, Bound bound) {
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
        List<Bound> operands = Operands.of(bound);
        return operands.isEmpty() ? bound : Operands.with(bound, rewrite(operands), bound.position());
    }
}
