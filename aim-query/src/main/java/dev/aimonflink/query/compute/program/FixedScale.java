package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.List;

/** Finds the scale of an expression, if it is the same in every row. */
final class FixedScale {
    private FixedScale() {}

    static void require(boolean isFixed) {
        if (!isFixed) {
            throw new NoVectorsException("values have different digits behind the point");
        }
    }

    /** @throws NoVectorsException if it may differ, or the values are not exact numbers */
    static int of(Bound bound, VectorColumns columns) {
        if (bound.type().isInteger()
                || bound.type().is(Kind.TIMESTAMP)
                || bound.type().is(Kind.BOOLEAN)) {
            return 0;
        } else if (!bound.type().is(Kind.NUMERIC)) {
            throw new NoVectorsException("a value of type " + bound.type() + " is no exact number");
        } else if (bound instanceof Bound.Constant constant && !constant.isNull()) {
            return Numbers64.scale(constant.value());
        } else if (bound instanceof Bound.Field field
                && columns.column(field.column().index()) != null) {
            return columns.column(field.column().index()).scale();
        } else if (bound instanceof Bound.Negation negation) {
            return of(negation.operand(), columns);
        } else if (bound instanceof Bound.Cast cast) {
            return cast.type().isLimited() ? Math.max(0, cast.type().scale()) : of(cast.operand(), columns);
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return ofArithmetic(arithmetic, columns);
        } else if (bound instanceof Bound.Case choice) {
            return same(choice.results(), columns);
        } else {
            throw new NoVectorsException("the digits behind the point may differ by row");
        }
    }

    private static int ofArithmetic(Bound.Arithmetic arithmetic, VectorColumns columns) {
        final int left = of(arithmetic.left(), columns);
        final int right = of(arithmetic.right(), columns);
        return switch (arithmetic.operator()) {
            case PLUS, MINUS, MODULO -> Math.max(left, right);
            case TIMES -> left + right;
            default -> throw new NoVectorsException("the digits behind the point of a quotient differ by row");
        };
    }

    private static int same(List<Bound> results, VectorColumns columns) {
        int scale = -1;
        for (Bound each : results) {
            if (each instanceof Bound.Constant constant && constant.isNull()) {
                continue;
            }
            final int of = of(each, columns);
            require(scale < 0 || scale == of);
            scale = of;
        }
        return Math.max(0, scale);
    }
}
