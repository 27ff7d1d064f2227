package dev.aimonflink.core.scan;

import dev.aimonflink.core.aggregate.ArgExtreme;
import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.aggregate.Encoded;
import dev.aimonflink.core.aggregate.Extreme;
import dev.aimonflink.core.aggregate.LongMoments;
import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.cut.Fragment;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.RowKeys;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Runs a fragment by a hand-written kernel, a block at once as the catalogue's queries do. */
final class KernelScan implements FragmentScan {
    private final Fragment fragment;
    private final BlockColumns columns;
    private final KernelTotals totals;
    private final String name;

    /** @param name of the query in the catalogue that the kernel is written for */
    KernelScan(Fragment fragment, BlockColumns columns, KernelTotals totals, String name) {
        this.fragment = fragment;
        this.columns = columns;
        this.totals = totals;
        this.name = name;
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        columns.show(block);
        totals.add(columns, rows);
        return true;
    }

    @Override
    public Partial partial() {
        int[] groups = totals.groups();
        if (fragment.kind() == Fragment.Kind.ALL) {
            return Partial.of(states(groups).toArray(States[]::new));
        }
        RowKeys keys = new RowKeys(fragment.orders());
        for (int group : groups) {
            keys.add(Encoded.of(totals.key(group), fragment.keys().get(0).type()));
        }
        return Partial.ofGroups(fragment.limit(), List.of(keys), states(groups));
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
            case MAX -> states.add(highest(column(aggregate, 0)));
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
            counts.add(totals.count(group));
        }
        return counts;
    }

    private LongMoments.Sums sums(int[] groups, int column) {
        LongMoments.Sums sums = new LongMoments.Sums(false);
        for (int group : groups) {
            sums.add(totals.count(group), totals.sum(column, group), BigInteger.ZERO);
        }
        return sums;
    }

    private States highest(int column) {
        return new Extreme.Extremes(true).add(totals.highest(column));
    }

    private States holder(int column) {
        ArgExtreme.Chosen holder = new ArgExtreme.Chosen(true);
        Long value = totals.highest(column);
        return value == null ? holder.withRows(1) : holder.add(value, totals.holder(column));
    }

    @Override
    public ScanWay way() {
        return ScanWay.kernel(name);
    }
}
