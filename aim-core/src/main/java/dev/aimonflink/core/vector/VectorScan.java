package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.partial.TooManyGroupsException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.ColumnsOf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Groups and aggregates the rows of a table, vector by vector. The caller shows one batch after the other in the {@link
 * VectorColumns} and calls {@link #next} until the batch is over, with pauses as it likes.
 *
 * <p>Where a column of 64 bits has 32 in a batch, the scan runs a program with narrower lanes. Programs are made when they are first
 * needed, and share the groups and the states.
 */
public final class VectorScan {
    private static final int MAX_PROGRAMS = 16;

    private final VectorQuery query;
    private final VectorColumns columns;
    private final Primitives primitives;

    /** The columns of 64 bits that the query reads: which are narrow is a bit each. */
    private final int[] longColumns;

    private final VectorLimits limits;
    private final Map<Long, ScanProgram> programs = new HashMap<>();
    private final GroupKeys keys;
    private final GroupIds ids = new GroupIds();
    private final List<CallStates> states = new ArrayList<>();

    /** The rows of each group. The first ones are those that the filter takes, others those of calls, which may share them. */
    private final List<CountStates> counts = new ArrayList<>();

    private final int[] countsOfCalls;

    /** For each but the first, a call that has them. */
    private final int[] callOfCounts;

    private final long[] countAndSum = new long[2];

    private ScanProgram current;

    /** The first row of the next vector in the present batch. */
    private int from;

    private VectorScan(
            VectorQuery query, VectorColumns columns, Primitives primitives, int[] longColumns, VectorLimits limits) {
        this.query = query;
        this.columns = columns;
        this.primitives = primitives;
        this.longColumns = longColumns;
        this.limits = limits;
        ScanProgram wide = program(index -> false);
        keys = query.keys().isEmpty() ? null : new GroupKeys(wide.keys(), limits.groups());
        wide.number(keys);
        programs.put(0L, wide);
        countsOfCalls = wide.countsOfCalls(query.calls());
        callOfCounts = new int[1 + Arrays.stream(countsOfCalls).max().orElse(0)];
        for (int call = 0; call < countsOfCalls.length; call++) {
            callOfCounts[countsOfCalls[call]] = call;
        }
        while (counts.size() < callOfCounts.length) {
            counts.add(new CountStates(primitives));
        }
        for (int call = 0; call < query.calls().size(); call++) {
            states.add(states(query.calls().get(call), wide, call, limits));
        }
        wide.fuse(states, countsOfCalls);
    }

    /** Empty if something of the query has no vectors: then it is computed row by row. */
    public static Optional<VectorScan> open(
            VectorQuery query, VectorColumns columns, Primitives primitives, VectorLimits limits) {
        try {
            int[] longColumns = longColumns(query, columns);
            return longColumns.length > Long.SIZE
                    ? Optional.empty()
                    : Optional.of(new VectorScan(query, columns, primitives, longColumns, limits));
        } catch (NoVectorsException rowByRow) {
            return Optional.empty();
        }
    }

    private static int[] longColumns(VectorQuery query, VectorColumns columns) {
        List<Column> read = new ArrayList<>();
        query.keys().forEach(key -> ColumnsOf.add(key, read));
        if (query.filter() != null) {
            ColumnsOf.add(query.filter(), read);
        }
        for (AggregateCall call : query.calls()) {
            call.arguments().forEach(argument -> ColumnsOf.add(argument, read));
            if (call.filter() != null) {
                ColumnsOf.add(call.filter(), read);
            }
        }
        TreeSet<Integer> longs = new TreeSet<>();
        for (Column each : read) {
            VectorColumn column = columns.column(each.index());
            if (column == null) {
                throw new NoVectorsException("column " + each.name());
            }
            if (column.cells() == VectorColumn.Cells.LONGS) {
                longs.add(each.index());
            }
        }
        return longs.stream().mapToInt(each -> each).toArray();
    }

    private CallStates states(AggregateCall call, ScanProgram program, int index, VectorLimits limits) {
        return switch (call.function()) {
            case COUNT_ROWS -> countsOf(index);
            case COUNT ->
                call.isDistinct()
                        ? new DistinctStates(limits.distinctValues(), program.decoder(index))
                        : countsOf(index);
            case SUM, AVG -> sums(call, program, index, false);
            case STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP -> sums(call, program, index, true);
            case MAX, BOOL_OR ->
                new ExtremeStates(primitives, countsOf(index), keys != null, true, program.decoder(index));
            case MIN, BOOL_AND ->
                new ExtremeStates(primitives, countsOf(index), keys != null, false, program.decoder(index));
            case ARG_MAX -> new ChosenStates(true, program.decoder(index), program.orderDecoder(index));
            case ARG_MIN -> new ChosenStates(false, program.decoder(index), program.orderDecoder(index));
            default ->
                throw new NoVectorsException("function " + call.function().sqlName());
        };
    }

    private CountStates countsOf(int call) {
        return counts.get(countsOfCalls[call]);
    }

    /** Sums of doubles depend on their order, which groups and lanes change. */
    private CallStates sums(AggregateCall call, ScanProgram program, int index, boolean hasSquares) {
        Bound argument = call.arguments().get(0);
        if (!argument.type().isInteger() && !argument.type().is(SqlType.Kind.NUMERIC)) {
            throw new NoVectorsException("sum of " + argument.type());
        }
        return new SumStates(primitives, countsOf(index), program.scale(index), hasSquares);
    }

    /** Takes the next vector of the present batch. Returns whether the batch is over; the next call is for the next one. */
    public boolean next(int rowsOfBatch) {
        if (from == 0) {
            current = programOfBatch();
        }
        final int rows = Math.min(Program.MAX_ROWS, rowsOfBatch - from);
        if (rows > 0 && current.run(from, rows, ids)) {
            take();
        }
        from += rows;
        if (from < rowsOfBatch) {
            return false;
        }
        from = 0;
        return true;
    }

    private void take() {
        if (current.fused() != null) {
            takeFused();
            return;
        }
        for (int i = 0; i < counts.size(); i++) {
            counts.get(i).reserve(ids.groups);
            counts.get(i)
                    .take(
                            i == 0
                                    ? current.all()
                                    : current.input(callOfCounts[i]).selection(),
                            ids);
        }
        for (int call = 0; call < states.size(); call++) {
            final CallStates each = states.get(call);
            if (!(each instanceof CountStates)) {
                each.reserve(ids.groups);
                each.take(current.input(call), ids);
            }
        }
    }

    /** All calls count or add up the same rows, and one loop tests the last condition and does both. */
    private void takeFused() {
        for (int call = 0; call < states.size(); call++) {
            if (states.get(call) instanceof SumStates sums) {
                sums.takeWhere(current.input(call), current.fused(), current.maskBefore(), countAndSum, current.rows());
            }
        }
        counts.get(0).add(countAndSum[0]);
    }

    private ScanProgram programOfBatch() {
        long narrow = 0;
        for (int i = 0; i < longColumns.length; i++) {
            narrow |= columns.isNarrow(longColumns[i]) ? 1L << i : 0;
        }
        ScanProgram known = programs.get(narrow);
        if (known != null) {
            return known;
        }
        if (programs.size() == MAX_PROGRAMS) {
            programs.clear();
        }
        ScanProgram made = program(columns::isNarrow);
        made.number(keys);
        made.fuse(states, countsOfCalls);
        programs.put(narrow, made);
        return made;
    }

    private ScanProgram program(IntPredicate isNarrow) {
        return new ScanProgram(query, columns, primitives, isNarrow);
    }

    // ---- results

    /** The groups that have rows: their numbers. One without keys, even if it has none. */
    public int[] groups() {
        if (keys == null) {
            return new int[] {0};
        }
        int[] groups = ids.ids == null
                ? new int[0]
                : IntStream.range(0, keys.groups())
                        .filter(group -> counts.get(0).count(group) > 0)
                        .toArray();
        if (groups.length > limits.groups()) {
            throw new TooManyGroupsException(limits.groups());
        }
        return groups;
    }

    /** A key of a group, as {@link Bound} represents it; null for null. */
    public Object key(int key, int group) {
        return keys.value(key, group);
    }

    /** The states of a call, by the numbers of groups. */
    public CallStates states(int call) {
        return states.get(call);
    }
}
