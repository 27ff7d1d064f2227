package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;

import static dev.aimonflink.sql.type.SqlType.Kind;

/**
 * Compiles conditions to steps that make masks. A condition has three results but a mask two, so it is compiled for the rows in which it is
 * true, or for those in which it is false. NOT swaps the two, under which AND and OR become each other, down to the comparisons, which are
 * neither if an operand is null.
 */
public final class Conditions {
    private final Program program;
    private final ValueCompiler values;
    private final Masks masks;
    private final Comparisons comparisons;
    private final ListConditions lists;

    public Conditions(Program program) {
        this.program = program;
        values = new ValueCompiler(program, this);
        masks = new Masks(program);
        comparisons = new Comparisons(program, values, masks);
        lists = new ListConditions(program, this, comparisons, masks);
    }

    public ValueCompiler values() {
        return values;
    }

    /** The range that the last step tests; null if it does something else. */
    public Between lastRange() {
        return masks.lastRange();
    }

    /**
     * @param isNarrowing whether to remove rows from the mask instead of filling it
     * @throws NoVectorsException if it has no vectors
     */
    public void select(Bound bound, boolean truth, int[] mask, boolean isNarrowing) {
        if (ValueCompiler.isConstant(bound)) {
            masks.constant(Boolean.valueOf(truth).equals(ValueCompiler.evaluated(bound)), mask, isNarrowing);
            return;
        }
        CodeTable table = CodeTable.of(bound, program);
        if (table != null) {
            CodeSet.of(table, truth, program).select(program, masks, mask, isNarrowing);
        } else if (bound instanceof Bound.Not not) {
            select(not.operand(), !truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Logical logical) {
            logical(logical, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Comparison comparison) {
            comparisons.select(comparison, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.In in) {
            lists.select(in, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.InSet in) {
            lists.select(in, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Field field) {
            comparisons.range(
                    values.compile(field),
                    Range.of(BinaryOperator.EQUAL, Numbers64.exact(truth), 0),
                    mask,
                    isNarrowing);
        } else {
            masks.fill(into -> neverNull(bound, truth, into), mask, isNarrowing);
        }
    }

    private void logical(Bound.Logical logical, boolean truth, int[] mask, boolean isNarrowing) {
        if (logical.isAnd() == truth) {
            select(logical.left(), truth, mask, isNarrowing);
            select(logical.right(), truth, mask, true);
        } else {
            masks.fill(
                    either -> {
                        select(logical.left(), truth, either, false);
                        Program.Mark mark = program.mark();
                        final int[] right = program.ints();
                        select(logical.right(), truth, right, false);
                        program.emit(rows -> MaskLoops.or(either, right, rows));
                        program.release(mark);
                    },
                    mask,
                    isNarrowing);
        }
    }

    private void neverNull(Bound bound, boolean truth, int[] mask) {
        if (bound instanceof Bound.Case choice) {
            choice(choice, 0, truth, mask);
            return;
        }
        if (bound instanceof Bound.IsTruth isTruth) {
            select(isTruth.operand(), isTruth.truth(), mask, false);
        } else if (bound instanceof Bound.IsNull isNull) {
            unknown(isNull.operand(), mask);
        } else if (bound instanceof Bound.Same same) {
            same(same, mask);
        } else {
            throw new NoVectorsException(ValueCompiler.without(bound));
        }
        masks.notUnless(truth, mask);
    }

    private void unknown(Bound operand, int[] mask) {
        Program.Mark mark = program.mark();
        if (operand.type().is(Kind.BOOLEAN)) {
            select(operand, true, mask, false);
            final int[] isFalse = program.ints();
            select(operand, false, isFalse, false);
            program.emit(rows -> {
                MaskLoops.or(mask, isFalse, rows);
                MaskLoops.not(mask, rows);
            });
        } else {
            final Value value = values.compile(operand);
            final int[] nulls = value == null ? null : program.nulls(value);
            program.emit(
                    nulls == null
                            ? rows -> MaskLoops.fill(mask, value == null, rows)
                            : rows -> System.arraycopy(nulls, 0, mask, 0, rows));
        }
        program.release(mark);
    }

    private void same(Bound.Same same, int[] mask) {
        Bound.Comparison equal = new Bound.Comparison(BinaryOperator.EQUAL, same.left(), same.right(), same.position());
        select(equal, true, mask, false);
        Program.Mark mark = program.mark();
        final int[] left = program.ints();
        final int[] right = program.ints();
        unknown(same.left(), left);
        unknown(same.right(), right);
        program.emit(rows -> {
            MaskLoops.and(left, right, rows);
            MaskLoops.or(mask, left, rows);
        });
        program.release(mark);
    }

    /** Of the results from an index on, that of the first true condition has the truth value. */
    private void choice(Bound.Case choice, int index, boolean truth, int[] mask) {
        if (index == choice.conditions().size()) {
            select(choice.results().get(index), truth, mask, false);
            return;
        }
        choice(choice, index + 1, truth, mask);
        Program.Mark mark = program.mark();
        final int[] here = program.ints();
        select(choice.conditions().get(index), true, here, false);
        program.emit(rows -> MaskLoops.andNot(mask, here, rows));
        select(choice.results().get(index), truth, here, true);
        program.emit(rows -> MaskLoops.or(mask, here, rows));
        program.release(mark);
    }
}
