package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.Argument;
import dev.aimonflink.query.compute.aggregate.Arguments;
import dev.aimonflink.query.compute.aggregate.GroupIds;
import dev.aimonflink.query.compute.aggregate.Input;
import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.aggregate.VectorStates.Share;
import dev.aimonflink.query.compute.program.BatchRow;
import dev.aimonflink.query.compute.program.Conditions;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.RowNumbers;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** What a scan runs for a vector, where the same columns are narrow: the filter, then keys and arguments. */
final class ScanProgram implements Arguments {
    private final Primitives primitives;
    private final FilterProgram filter;
    private final RowConditions left;
    private final Program program;
    private final Conditions conditions;
    private final Selection all;
    private final List<Selection> selections = new ArrayList<>();
    private final List<Argument> keys = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    private KeySteps keySteps;
    private Fusion fusion = Fusion.NONE;
    private boolean hasRowSteps;
    private boolean hasBegun;

    /** Whether registers hold something of a vector. */
    private boolean isKept = true;

    private int rows;

    ScanProgram(VectorQuery query, VectorColumns columns, Primitives primitives, IntPredicate isNarrow) {
        this.primitives = primitives;
        filter = new FilterProgram(query.filter(), new Program(columns, primitives, isNarrow));
        left = new RowConditions(filter.left(), columns);
        all = new Selection(primitives, filter.mask());
        selections.add(all);
        program = new Program(columns, primitives, isNarrow);
        conditions = new Conditions(program);
        for (Bound key : query.keys()) {
            keys.add(Argument.of(key, program, conditions.values(), false).asKey());
        }
        for (Aggregate each : query.aggregates()) {
            inputs.add(query.placeOfChoiceBy(each) < 0 ? each.compile(this) : new Input(all, null, null));
        }
    }

    @Override
    public Argument argument(Bound bound, boolean isOrdered) {
        Program.Mark begin = program.mark();
        try {
            return Argument.of(bound, program, conditions.values(), isOrdered);
        } catch (NoVectorsException perRow) {
            program.undo(begin);
            hasRowSteps = true;
            return Argument.ofRows(bound, program, all.mask());
        }
    }

    @Override
    public int[] nulls(Argument argument) {
        if (argument.value() != null) {
            return program.nulls(argument.value());
        }
        final int[] every = program.ints();
        program.emit(ofVector -> MaskLoops.fill(every, true, ofVector));
        return every;
    }

    @Override
    public int[] nulls(Bound bound) {
        if (neverNull(bound)) {
            return null;
        }
        final int[] unknown = program.ints();
        Program.Mark begin = program.mark();
        try {
            conditions.select(new Bound.IsNull(bound, bound.position()), true, unknown, false);
            program.release(begin);
            return unknown;
        } catch (NoVectorsException perRow) {
            program.undo(begin);
            hasRowSteps = true;
            return RowNumbers.of(bound, program, all.mask()).nulls();
        }
    }

    @Override
    public boolean areGrouped() {
        return !keys.isEmpty();
    }

    /** Selects among the rows that the scan's filter takes. */
    @Override
    public Selection selection(Bound ofAggregate, int[] nulls) {
        if (ofAggregate == null && nulls == null) {
            return all;
        }
        final int[] mask = program.ints();
        program.emit(ofVector -> System.arraycopy(all.mask(), 0, mask, 0, ofVector));
        if (ofAggregate != null) {
            Program.Mark mark = program.mark();
            conditions.select(ofAggregate, true, mask, true);
            program.release(mark);
        }
        if (nulls != null) {
            program.emit(ofVector -> MaskLoops.andNot(mask, nulls, ofVector));
        }
        Selection selection = new Selection(primitives, mask);
        selections.add(selection);
        return selection;
    }

    private boolean neverNull(Bound bound) {
        if (bound instanceof Bound.Field field) {
            VectorColumn column = program.columns().column(field.column().index());
            return column != null && !column.hasEmpty();
        }
        return false;
    }

    List<Argument> keys() {
        return keys;
    }

    /** Prepares the steps that depend on what all programs share. */
    void begin(GroupKeys groupKeys, List<VectorStates> states, int[] countsOfAggregates) {
        if (hasBegun) {
            return;
        }
        keySteps = keys.isEmpty() ? null : new KeySteps(groupKeys, keys, program);
        if (takeAllTheSame(states, countsOfAggregates)) {
            fusion = keys.isEmpty() ? Fusion.withoutGroups(filter) : ofGroups(groupKeys, states);
        }
        isKept = !fusion.testsRows() || fusion.lanes() != null || program.mark().steps() > 0;
        hasBegun = true;
    }

    /** Whether all aggregates take the same rows and count, sum or compare ints, and some do more than count. */
    private boolean takeAllTheSame(List<VectorStates> states, int[] countsOfAggregates) {
        boolean hasLoop = false;
        for (int aggregate = 0; aggregate < states.size(); aggregate++) {
            final Share share = states.get(aggregate).share();
            if (countsOfAggregates[aggregate] != 0
                    || inputs.get(aggregate).selection() != all
                    || share == Share.NONE
                    || (share != Share.COUNT && !isOfInts(aggregate))) {
                return false;
            }
            hasLoop |= share != Share.COUNT;
        }
        return hasLoop;
    }

    private Fusion ofGroups(GroupKeys groupKeys, List<VectorStates> states) {
        final VectorCells ids = keySteps.column();
        return Fusion.ofGroups(filter, groupKeys, ids, ids == null ? -1 : program.columnOf(ids), states, primitives);
    }

    private boolean isOfInts(int aggregate) {
        final Value argument = inputs.get(aggregate).values();
        return argument != null && !argument.isWide();
    }

    Fusion fusion() {
        return fusion;
    }

    /** The rows that the filter takes, except for what the last loops test. */
    int[] mask() {
        return filter.mask();
    }

    int rows() {
        return rows;
    }

    boolean hasRowSteps() {
        return hasRowSteps || !left.areNone();
    }

    /** The length of a vector: more rows if steps keep nothing of them. */
    int rowsAtOnce() {
        if (hasRowSteps()) {
            return RowPace.MOST;
        }
        return isKept ? Program.MAX_ROWS : Primitives.MAX_ROWS;
    }

    /** Runs all steps for a vector; returns whether a row is selected. */
    boolean run(int from, int ofVector) {
        rows = ofVector;
        if (filter.takesAll() && left.areNone()) {
            all.begin(rows, rows);
        } else {
            filter.run(from, rows);
            left.narrow(filter.mask(), from, rows);
            all.begin(rows);
        }
        if (!fusion.testsRows() && all.count() == 0) {
            return false;
        }
        program.run(from, rows);
        for (int i = 1; i < selections.size(); i++) {
            selections.get(i).begin(rows);
        }
        return true;
    }

    VectorCells tableKey() {
        return keySteps == null ? null : keySteps.tableKey();
    }

    void findGroups(GroupIds ids) {
        if (keySteps != null) {
            keySteps.find(all, ids);
        }
    }

    Selection all() {
        return all;
    }

    /** Whether an aggregate has the filter's counts, whichever columns are narrow. */
    private boolean countsAll(Aggregate aggregate) {
        List<Bound> arguments = aggregate.call().arguments();
        return !aggregate.needsCounts(areGrouped())
                || (aggregate.call().filter() == null
                        && (arguments.isEmpty() || neverNull(arguments.get(arguments.size() - 1))));
    }

    /** By aggregate, the index of the counts it shares with those of the same rows; 0 for all rows of the filter. */
    int[] countsOfAggregates(VectorQuery query) {
        Map<List<Object>, Integer> numbers = new HashMap<>();
        return query.aggregates().stream()
                .mapToInt(each -> countsAll(each) || query.placeOfChoiceBy(each) >= 0
                        ? 0
                        : numbers.computeIfAbsent(
                                Arrays.asList(each.call().filter(), each.call().arguments()),
                                none -> numbers.size() + 1))
                .toArray();
    }

    Input input(int aggregate) {
        return inputs.get(aggregate);
    }

    /** Tests conditions that have no vectors, for the rows of a mask one by one. */
    private static final class RowConditions {
        private final List<Bound> conditions;
        private final BatchRow row;

        RowConditions(List<Bound> conditions, VectorColumns columns) {
            this.conditions = conditions;
            row = new BatchRow(columns);
        }

        boolean areNone() {
            return conditions.isEmpty();
        }

        /** Removes the rows from a mask for which they do not all hold. */
        void narrow(int[] mask, int from, int rows) {
            if (areNone()) {
                return;
            }
            for (int i = 0; i < rows; i++) {
                if (mask[i] != 0) {
                    row.index = from + i;
                    mask[i] = hold() ? -1 : 0;
                }
            }
        }

        private boolean hold() {
            for (int i = 0; i < conditions.size(); i++) {
                if (!Boolean.TRUE.equals(RowEvaluator.evaluate(conditions.get(i), row))) {
                    return false;
                }
            }
            return true;
        }
    }
}
