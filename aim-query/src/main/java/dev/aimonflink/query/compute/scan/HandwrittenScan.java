package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.compute.aggregate.ArgExtreme;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.Encoded;
import dev.aimonflink.query.compute.aggregate.Extreme;
import dev.aimonflink.query.compute.aggregate.LongMoments;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.handwritten.HandwrittenQuery;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a fragment by loops that are written for its query, a block at once. */
final class HandwrittenScan implements FragmentScan {
    private final Fragment fragment;
    private final BlockColumns columns;
    private final HandwrittenQuery query;

    HandwrittenScan(Fragment fragment, BlockColumns columns, HandwrittenQuery query) {
        this.fragment = fragment;
        this.columns = columns;
        this.query = query;
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        columns.show(block);
        query.add(columns, rows);
        return true;
    }

    @Override
    public Partial partial() {
        int[] groups = query.groups();
        List<Object[]> keys = new ArrayList<>();
        for (Bound key : fragment.keys()) {
            Arrays.stream(groups).forEach(group -> keys.add(new Object[] {Encoded.of(query.key(group), key.type())}));
        }
        return FragmentScan.partial(fragment, keys, states(groups));
    }

    /** As {@link RowScan} has them. */
    private List<States> states(int[] groups) {
        List<States> states = new ArrayList<>();
        fragment.aggregates().forEach(aggregate -> add(aggregate, groups, states));
        states.add(new Counts().withRows(groups.length));
        return states;
    }

    private void add(AggregateCall aggregate, int[] groups, List<States> states) {
        switch (aggregate.function()) {
            case COUNT_ROWS, COUNT -> states.add(counts(groups));
            case MAX -> states.add(new Extreme.Extremes(true).add(query.highest(column(aggregate, 0))));
            case ARG_MAX -> states.add(holder(column(aggregate, 1)));
            default -> states.add(sums(groups, column(aggregate, 0)));
        }
    }

    private static int column(AggregateCall aggregate, int argument) {
        return ((Bound.Field) aggregate.arguments().get(argument)).column().index();
    }

    private Counts counts(int[] groups) {
        Counts counts = new Counts();
        for (int group : groups) {
            counts.add(query.count(group));
        }
        return counts;
    }

    private LongMoments.Sums sums(int[] groups, int column) {
        LongMoments.Sums sums = new LongMoments.Sums(false);
        for (int group : groups) {
            sums.add(query.count(group), query.sum(column, group), BigInteger.ZERO);
        }
        return sums;
    }

    private States holder(int column) {
        ArgExtreme.Chosen holder = new ArgExtreme.Chosen(true);
        Long value = query.highest(column);
        return value == null ? holder.withRows(1) : holder.add(value, query.holder(column));
    }

    @Override
    public ScanWay way() {
        return new ScanWay(ScanWay.Kind.KERNEL, query.name());
    }
}
