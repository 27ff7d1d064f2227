package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Compiles conditions that look for a value in a list. */
final class ListConditions {
    /** So few ranges or comparisons are faster than a search for each row. */
    private static final int FEW_VALUES = 4;

    private final Program program;
    private final Conditions conditions;
    private final Comparisons comparisons;
    private final Masks masks;

    ListConditions(Program program, Conditions conditions, Comparisons comparisons, Masks masks) {
        this.program = program;
        this.conditions = conditions;
        this.comparisons = comparisons;
        this.masks = masks;
    }

    void select(Bound.InSet in, boolean truth, int[] mask, boolean isNarrowing) {
        List<Bound> values = new ArrayList<>();
        in.values()
                .values()
                .forEach(
                        each -> values.add(new Bound.Constant(each, in.operand().type(), in.position())));
        if (in.values().hasNull()) {
            values.add(new Bound.Constant(null, in.operand().type(), in.position()));
        }
        if (values.isEmpty()) {
            // Not even null is in an empty list.
            masks.constant(!truth, mask, isNarrowing);
        } else {
            select(new Bound.In(in.operand(), values, in.position()), truth, mask, isNarrowing);
        }
    }

    void select(Bound.In in, boolean truth, int[] mask, boolean isNarrowing) {
        boolean areConstant = in.values().stream().allMatch(ValueCompiler::isConstant);
        if (!areConstant || in.values().size() <= FEW_VALUES) {
            Bound any = null;
            for (Bound each : in.values()) {
                Bound equal = new Bound.Comparison(BinaryOperator.EQUAL, in.operand(), each, in.position());
                any = any == null ? equal : new Bound.Logical(false, any, equal, in.position());
            }
            conditions.select(any, truth, mask, isNarrowing);
            return;
        }
        if (!Numbers64.isNumber(in.operand().type())) {
            throw new NoVectorsException("IN of " + in.operand().type() + " reads more than one column");
        }
        List<Object> candidates =
                in.values().stream().map(ValueCompiler::evaluated).collect(Collectors.toCollection(ArrayList::new));
        Program.Mark mark = program.mark();
        masks.fill(into -> among(in.operand(), candidates, truth, into), mask, isNarrowing);
        program.release(mark);
    }

    private void among(Bound operand, List<Object> candidates, boolean truth, int[] mask) {
        Value value = conditions.values().compile(operand);
        boolean hasNull = candidates.contains(null);
        if (value == null || (!truth && hasNull)) {
            masks.constant(false, mask, false);
            return;
        }
        final long[] sorted = units(candidates, value.scale());
        Arrays.sort(sorted);
        final VectorCells cells = value.cells();
        if (value.isWide()) {
            program.emit(rows -> MaskLoops.among(cells.longs, cells.at, sorted, mask, rows));
        } else {
            final int[] ints = Arrays.stream(sorted)
                    .filter(Value::isInt)
                    .mapToInt(number -> (int) number)
                    .toArray();
            program.emit(rows -> MaskLoops.among(cells.ints, cells.at, ints, mask, rows));
        }
        masks.notUnless(truth, mask);
        comparisons.withoutNulls(value, mask);
    }

    /** The candidates in units of a scale's last digit, without those that have more digits. */
    private static long[] units(List<Object> candidates, int scale) {
        LongArrayList units = new LongArrayList(candidates.size());
        for (Object candidate : candidates) {
            if (candidate instanceof Long whole && scale == 0) {
                units.add(whole.longValue());
            } else if (candidate != null) {
                Range range = Range.of(BinaryOperator.EQUAL, Numbers64.exact(candidate), scale);
                if (range.low().equals(range.high()) && range.low().bitLength() < Long.SIZE) {
                    units.add(range.low().longValue());
                }
            }
        }
        return units.toLongArray();
    }
}
