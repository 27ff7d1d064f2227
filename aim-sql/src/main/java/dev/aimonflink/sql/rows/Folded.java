package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.List;

/** Computes nodes of constants before there are rows. */
public final class Folded {
    private Folded() {}

    /** The value of a node whose operands are constants. One that has none stays, so that it is an error only if it is evaluated. */
    public static Bound of(Bound node) {
        List<Bound> operands = Operands.of(node);
        if (operands.isEmpty() || node instanceof Bound.InInitial) {
            return node;
        }
        for (Bound operand : operands) {
            if (!(operand instanceof Bound.Constant)) {
                return node;
            }
        }
        try {
            Object value = RowEvaluator.evaluate(node, column -> {
                throw new AssertionError("a constant has no column " + column);
            });
            return new Bound.Constant(value, node.type(), node.position());
        } catch (SqlException atRunTime) {
            return node;
        }
    }
}
