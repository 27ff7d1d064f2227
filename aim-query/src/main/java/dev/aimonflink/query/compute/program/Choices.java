package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.List;

/** Chooses among values, row by row: CASE, COALESCE and NULLIF. */
public final class Choices {
    private final Program program;
    private final Conditions conditions;
    private final ValueCompiler values;

    Choices(Program program, Conditions conditions, ValueCompiler values) {
        this.program = program;
        this.conditions = conditions;
        this.values = values;
    }

    Value of(Bound.Case choice) {
        return chosen(results(choice.results()), masks(choice));
    }

    /** All texts that a CASE may give, result by result. */
    public static List<Object> texts(Bound.Case choice, Program program) {
        List<Object> texts = new ArrayList<>();
        for (Bound result : choice.results()) {
            if (ValueCompiler.isConstant(result)) {
                texts.add(ValueCompiler.evaluated(result));
            } else {
                texts.addAll(CodeTable.required(result, program).values());
            }
        }
        return texts;
    }

    /** A CASE of texts, numbered as in {@link #texts}. */
    Value of(Bound.Case choice, TextNumbers numbers) {
        List<Value> results = new ArrayList<>();
        int first = 0;
        for (Bound result : choice.results()) {
            if (ValueCompiler.isConstant(result)) {
                first++;
                Object text = ValueCompiler.evaluated(result);
                results.add(text == null ? null : Value.constant(numbers.of(text), 0));
            } else {
                final CodeTable table = CodeTable.required(result, program);
                results.add(numbers.of(table, first, program));
                first += table.codes();
            }
        }
        return chosen(results, masks(choice));
    }

    private List<int[]> masks(Bound.Case choice) {
        final List<int[]> masks = new ArrayList<>();
        for (Bound condition : choice.conditions()) {
            final int[] mask = program.ints();
            Program.Mark mark = program.mark();
            conditions.select(condition, true, mask, false);
            program.release(mark);
            masks.add(mask);
        }
        return masks;
    }

    Value of(Bound.Call aggregate) {
        return switch (aggregate.function()) {
            case COALESCE -> coalesce(results(aggregate.arguments()));
            case NULLIF ->
                nullIf(aggregate.arguments().get(0), aggregate.arguments().get(1));
            default ->
                throw new NoVectorsException(
                        "the function " + aggregate.function().sqlName() + " has no vectors");
        };
    }

    /** The values, either exact numbers of one scale or doubles. */
    private List<Value> results(List<Bound> bounds) {
        List<Value> results = new ArrayList<>();
        int scale = -1;
        for (Bound bound : bounds) {
            Value value = values.compile(bound);
            if (value != null) {
                FixedScale.require(scale < 0 || scale == value.scale());
                scale = value.scale();
            }
            results.add(value);
        }
        return results;
    }

    /** The first value whose mask has the row, or else the last value, which has no mask. */
    private Value chosen(List<Value> results, List<int[]> masks) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean isWide = false;
        boolean mayBeNull = false;
        int scale = 0;
        for (Value each : results) {
            mayBeNull |= each == null || each.mayBeNull();
            if (each != null) {
                min = Math.min(min, each.min());
                max = Math.max(max, each.max());
                isWide |= each.isWide();
                scale = each.scale();
            }
        }
        if (min > max) {
            return null;
        }
        final int[] nulls = mayBeNull ? program.ints() : null;
        final VectorCells into = isWide ? VectorCells.of(program.longs()) : VectorCells.of(program.ints());
        // From last to first, so that earlier ones win.
        for (int i = results.size() - 1; i >= 0; i--) {
            replace(into, nulls, results.get(i), i < masks.size() ? masks.get(i) : null);
        }
        return new Value(into, isWide, scale, min, max, false, 0, nulls);
    }

    private void replace(VectorCells into, int[] nulls, Value by, int[] maskOrAll) {
        Program.Mark mark = program.mark();
        final int[] mask = maskOrAll != null ? maskOrAll : program.ints();
        if (maskOrAll == null) {
            program.emit(rows -> MaskLoops.fill(mask, true, rows));
        }
        if (nulls != null) {
            final int[] ofValue = by == null ? null : program.nulls(by);
            final int always = by == null ? -1 : 0;
            program.emit(
                    ofValue != null
                            ? rows -> MapLoops.replace(nulls, mask, ofValue, 0, rows)
                            : rows -> MapLoops.replace(nulls, mask, always, rows));
        }
        if (by != null && into.longs != null) {
            final VectorCells cells = program.wide(by);
            program.emit(rows -> MapLoops.replace(into.longs, mask, cells.longs, cells.at, rows));
        } else if (by != null && by.isConstant()) {
            final int constant = (int) by.min();
            program.emit(rows -> MapLoops.replace(into.ints, mask, constant, rows));
        } else if (by != null) {
            final VectorCells cells = by.cells();
            program.emit(rows -> MapLoops.replace(into.ints, mask, cells.ints, cells.at, rows));
        }
        program.release(mark);
    }

    /** The first non-null value; those behind one that is never null do not matter. */
    private Value coalesce(List<Value> results) {
        List<Value> candidates = new ArrayList<>();
        List<int[]> masks = new ArrayList<>();
        for (Value each : results) {
            if (each == null) {
                continue;
            }
            candidates.add(each);
            final int[] nulls = program.nulls(each);
            if (nulls == null) {
                return chosen(candidates, masks);
            }
            final int[] known = program.ints();
            program.emit(rows -> {
                System.arraycopy(nulls, 0, known, 0, rows);
                MaskLoops.not(known, rows);
            });
            masks.add(known);
        }
        candidates.add(null);
        return chosen(candidates, masks);
    }

    private Value nullIf(Bound first, Bound second) {
        Value value = values.compile(first);
        if (value == null) {
            return null;
        }
        final int[] nulls = program.ints();
        Program.Mark mark = program.mark();
        conditions.select(
                new Bound.Comparison(BinaryOperator.EQUAL, first, second, first.position()), true, nulls, false);
        final int[] before = program.nulls(value);
        if (before != null) {
            program.emit(rows -> MaskLoops.or(nulls, before, rows));
        }
        program.release(mark);
        Value known = value.isConstant() ? program.filled(value) : value;
        return new Value(known.cells(), known.isWide(), known.scale(), known.min(), known.max(), false, 0, nulls);
    }
}
