package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.Count;
import dev.aimonflink.query.compute.aggregate.GroupIds;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.aggregate.VectorScope;
import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.aggregate.VectorStates.Share;
import dev.aimonflink.query.compute.program.ByWidth;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Groups and aggregates the rows of a table, vector by vector. The caller shows each batch in the {@link VectorColumns}, calls {@link
 * #beginBatch}, and gives its rows in vectors to {@link #take}, pausing as it likes.
 *
 * <p>All programs share the groups and the states.
 */
public final class VectorScan {
    /** How many rows a vector has at most, if something of it is kept. */
    public static final int MAX_ROWS = Program.MAX_ROWS;

    private final VectorLimits limits;
    private final ByWidth<ScanProgram> programs;
    private final GroupKeys keys;
    private final GroupIds ids = new GroupIds();
    private final List<VectorStates> states = new ArrayList<>();

    /** The rows of each group: first those of the filter, then those of aggregates, which may share them. */
    private final List<Count.Vectors> counts = new ArrayList<>();

    /** The groups with rows, where the possible groups may exceed the limit. */
    private final BitSet found = new BitSet();

    private final int[] countsOfAggregates;

    /** For each but the first, an aggregate that uses it. */
    private final int[] aggregateOfCounts;

    private final FusedLoops fused;
    private final RowPace pace = new RowPace();
    private StepTimes times = StepTimes.NONE;

    /** For the present batch; null if it has none. */
    private ScanProgram current;

    /** @throws NoVectorsException if something in the query has no vectors, so that it must run row by row */
    public VectorScan(VectorQuery query, VectorColumns columns, Primitives primitives, VectorLimits limits) {
        this.limits = limits;
        requireColumns(query, columns);
        programs = new ByWidth<>(
                query.bounds(), columns, isNarrow -> new ScanProgram(query, columns, primitives, isNarrow));
        final ScanProgram wide = programs.wide();
        keys = query.keys().isEmpty() ? null : new GroupKeys(wide.keys(), limits.groups());
        countsOfAggregates = wide.countsOfAggregates(query);
        aggregateOfCounts = new int[1 + Arrays.stream(countsOfAggregates).max().orElse(0)];
        for (int aggregate = 0; aggregate < countsOfAggregates.length; aggregate++) {
            aggregateOfCounts[countsOfAggregates[aggregate]] = aggregate;
        }
        while (counts.size() < aggregateOfCounts.length) {
            counts.add(new Count.Vectors(primitives));
        }
        addStates(query, wide, new VectorScope(primitives, columns, keys != null, limits.distinctValues()));
        fused = new FusedLoops(primitives, counts.get(0), states);
    }

    private static void requireColumns(VectorQuery query, VectorColumns columns) {
        List<Column> read = new ArrayList<>();
        query.bounds().forEach(each -> ColumnsOf.add(each, read));
        for (Column each : read) {
            if (columns.column(each.index()) == null) {
                throw new NoVectorsException("the column '" + each.name() + "' is computed of others");
            }
        }
    }

    /** States that take their extreme from another one come after it. */
    private void addStates(VectorQuery query, ScanProgram wide, VectorScope scope) {
        List<Aggregate> aggregates = query.aggregates();
        int[] choices = aggregates.stream().mapToInt(query::placeOfChoiceBy).toArray();
        for (int aggregate = 0; aggregate < choices.length; aggregate++) {
            final Count.Vectors ofAggregate = counts.get(countsOfAggregates[aggregate]);
            states.add(
                    choices[aggregate] >= 0
                            ? null
                            : aggregates.get(aggregate).vectors(scope, wide.input(aggregate), ofAggregate));
        }
        for (int aggregate = 0; aggregate < choices.length; aggregate++) {
            if (choices[aggregate] >= 0) {
                states.set(aggregate, states.get(choices[aggregate]).extremes());
            }
        }
    }

    public void measure(StepTimes into) {
        times = into;
    }

    /** Notes that the columns show the next batch. */
    public void beginBatch() {
        current = null;
        try {
            final ScanProgram ofBatch = programs.ofBatch();
            ofBatch.begin(keys, states, countsOfAggregates);
            current = ofBatch;
        } catch (SqlException | NoVectorsException ofSomeColumn) {
            // All its rows are refused.
        }
    }

    /** How many rows the next vector should have, so that the next pause comes soon. */
    public int rowsAtOnce() {
        if (current == null) {
            return RowPace.MOST;
        }
        return current.hasRowSteps() ? pace.rows() : current.rowsAtOnce();
    }

    public enum Outcome {
        TAKEN,
        /** None was taken: a row fails, or has a value that vectors cannot represent. They must be computed row by row. */
        REFUSED,
        /** None was taken, because there would be too many groups. They may be taken again after {@link #forget}. */
        TOO_MANY_GROUPS
    }

    /**
     * @param rows at most {@link #rowsAtOnce}
     * @throws dev.aimonflink.query.compute.aggregate.TooManyGroupsException if there are too many different values, which ends the scan
     */
    public Outcome take(int from, int rows) {
        if (current == null) {
            return Outcome.REFUSED;
        }
        if (!current.hasRowSteps()) {
            return taken(from, rows);
        }
        pace.begin();
        final Outcome outcome = taken(from, rows);
        pace.ended(rows);
        return outcome;
    }

    private Outcome taken(int from, int rows) {
        times.begin();
        try {
            if (!current.run(from, rows)) {
                times.ended(StepTimes.Step.FILTER, rows, 0);
                return Outcome.TAKEN;
            }
        } catch (SqlException | NoVectorsException ofSomeRow) {
            return Outcome.REFUSED;
        }
        if (current.fusion().testsRows()) {
            times.ended(StepTimes.Step.FILTER_AND_AGGREGATE, rows, fused.takeTested(current));
            return Outcome.TAKEN;
        }
        final int selected = current.all().count();
        times.ended(StepTimes.Step.FILTER, rows, selected);
        if (keys != null && fused.takeKeys(current, keys.table())) {
            times.ended(StepTimes.Step.GROUP_AND_AGGREGATE, selected, selected);
            return Outcome.TAKEN;
        }
        if (!hasFoundGroups()) {
            return Outcome.TOO_MANY_GROUPS;
        }
        if (keys != null) {
            times.ended(StepTimes.Step.GROUP, selected, selected);
        }
        take();
        times.ended(StepTimes.Step.AGGREGATE, selected, selected);
        return Outcome.TAKEN;
    }

    private boolean hasFoundGroups() {
        try {
            current.findGroups(ids);
            requireFewGroups();
            return true;
        } catch (TooManyGroupsException oneMore) {
            return false;
        }
    }

    /** Keys with few values have a place each, and no table to notice that there are too many. */
    private void requireFewGroups() {
        if (keys == null || !keys.areUnchecked()) {
            return;
        }
        final int[] positions = current.all().positions();
        for (int k = 0; k < current.all().count(); k++) {
            final int group = ids.ids[ids.at + positions[k]];
            if (!found.get(group)) {
                if (found.cardinality() == limits.groups()) {
                    throw new TooManyGroupsException(limits.groups());
                }
                found.set(group);
            }
        }
    }

    /** Removes all groups and their states. */
    public void forget() {
        found.clear();
        keys.forget();
        counts.forEach(VectorStates::forget);
        states.forEach(VectorStates::forget);
        fused.forget();
    }

    private void take() {
        if (current.fusion().hasGroupSums()) {
            fused.takeGroups(current, ids);
            return;
        }
        // All make room before one of them may refuse further values.
        for (int i = 0; i < counts.size(); i++) {
            counts.get(i).reserve(ids.groups);
        }
        for (int i = 0; i < states.size(); i++) {
            states.get(i).reserve(ids.groups);
        }
        for (int i = 0; i < counts.size(); i++) {
            counts.get(i)
                    .take(
                            i == 0
                                    ? current.all()
                                    : current.input(aggregateOfCounts[i]).selection(),
                            ids);
        }
        for (int aggregate = 0; aggregate < states.size(); aggregate++) {
            final VectorStates each = states.get(aggregate);
            if (each.share() != Share.COUNT) {
                each.take(current.input(aggregate), ids);
            }
        }
    }

    // ---- what it keeps

    public long keptGroups() {
        return keys == null ? 1 : keys.groups();
    }

    public long keptValues() {
        long values = 0;
        for (int aggregate = 0; aggregate < states.size(); aggregate++) {
            values += states.get(aggregate).values();
        }
        return values;
    }

    // ---- results

    /** The numbers of the groups that have rows; without keys, always the one group. */
    public int[] groups() {
        if (keys == null) {
            return new int[] {0};
        }
        fused.settle();
        // The last groups may stem from rows that were not taken, because a later one was too many.
        counts.get(0).reserve(keys.groups());
        return IntStream.range(0, keys.groups())
                .filter(group -> counts.get(0).count(group) > 0)
                .toArray();
    }

    /** As {@link Bound} represents it; null for null. */
    public Object key(int key, int group) {
        return keys.value(key, group);
    }

    public VectorStates states(int aggregate) {
        return states.get(aggregate);
    }
}
