package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;

/**
 * What is null because an operand is a null that the text writes: as in PostgreSQL, the other operand is not computed then, and cannot
 * fail.
 */
final class NullOperands {
    private NullOperands() {}

    /** The node, or the null that it always is. Its operands have been looked at. */
    static Bound folded(Bound node) {
        if (node instanceof Bound.Comparison it && (isNull(it.left()) || isNull(it.right()))) {
            return new Bound.Constant(null, SqlType.BOOLEAN, it.position());
        } else if (node instanceof Bound.Arithmetic it && (isNull(it.left()) || isNull(it.right()))) {
            return new Bound.Constant(null, it.type(), it.position());
        } else if (node instanceof Bound.Negation it && isNull(it.operand())) {
            return new Bound.Constant(null, it.type(), it.position());
        } else if (node instanceof Bound.Cast it && isNull(it.operand())) {
            return new Bound.Constant(null, it.type(), it.position());
        } else if (node instanceof Bound.Not it && isNull(it.operand())) {
            return new Bound.Constant(null, SqlType.BOOLEAN, it.position());
        } else {
            return node;
        }
    }

    private static boolean isNull(Bound bound) {
        return bound instanceof Bound.Constant constant && constant.isNull();
    }
}
