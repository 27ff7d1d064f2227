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

/** Runs a fragment by loops written for its query, a block at once. */
public final class HandwrittenScan implements FragmentScan {
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
        return partial(fragment, query);
    }

    /** A query's result, with states as {@link RowScan} has them. */
    public static Partial partial(Fragment fragment, HandwrittenQuery query) {
        int[] groups = query.groups();
        List<Object[]> keys = new ArrayList<>();
        for (Bound key : fragment.keys()) {
            Arrays.stream(groups).forEach(group -> keys.add(new Object[] {Encoded.of(query.key(group), key.type())}));
        }
        List<States> states = new ArrayList<>();
        fragment.aggregates().forEach(aggregate -> states.add(states(aggregate, query, groups)));
        states.add(new Counts().withRows(groups.length));
        return FragmentScan.partial(fragment, keys, states);
    }

    private static States states(AggregateCall aggregate, HandwrittenQuery query, int[] groups) {
        return switch (aggregate.function()) {
            case COUNT_ROWS, COUNT -> counts(query, groups);
            case MAX -> new Extreme.Extremes(true).add(query.highest(column(aggregate, 0)));
            case ARG_MAX -> holder(query, column(aggregate, 1));
            default -> sums(query, groups, column(aggregate, 0));
        };
    }

    private static int column(AggregateCall aggregate, int argument) {
        return ((Bound.Field) aggregate.arguments().get(argument)).column().index();
    }

    private static Counts counts(HandwrittenQuery query, int[] groups) {
        Counts counts = new Counts();
        for (int group : groups) {
            counts.add(query.count(group));
        }
        return counts;
    }

    private static LongMoments.Sums sums(HandwrittenQuery query, int[] groups, int column) {
        LongMoments.Sums sums = new LongMoments.Sums(false);
        for (int group : groups) {
            sums.add(query.count(group), query.sum(column, group), BigInteger.ZERO);
        }
        return sums;
    }

    private static States holder(HandwrittenQuery query, int column) {
        ArgExtreme.Chosen holder = new ArgExtreme.Chosen(true);
        Long value = query.highest(column);
        return value == null ? holder.withRows(1) : holder.add(value, query.holder(column));
    }

    @Override
    public ScanWay way() {
        return new ScanWay(ScanWay.Kind.KERNEL, query.name());
    }
}
