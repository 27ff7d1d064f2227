package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Extremes;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.RowKeys;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.vector.BlockColumns;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a fragment by a hand-written kernel, a block at once as the catalogue's queries do. */
final class KernelScan implements FragmentScan {
    private final Fragment fragment;
    private final FragmentShape shape;
    private final BlockColumns columns;
    private final KernelTotals totals;
    private final String name;

    /** @param name of the query in the catalogue that the kernel is written for */
    KernelScan(Fragment fragment, FragmentShape shape, BlockColumns columns, KernelTotals totals, String name) {
        this.fragment = fragment;
        this.shape = shape;
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
        if (fragment.kind() == Fragment.Kind.ALL) {
            return Partial.of(states(new int[] {0}).toArray(States[]::new));
        }
        int[] groups = IntStream.rangeClosed(1, shape.groups())
                .filter(group -> totals.count(group) > 0)
                .toArray();
        List<Object> names = columns.column(shape.group()).values();
        RowKeys keys = new RowKeys(fragment.orders());
        for (int group : groups) {
            keys.add(Encoded.of(names.get(group - 1), fragment.keys().get(0).type()));
        }
        return Partial.ofGroups(fragment.limit(), List.of(keys), states(groups));
    }

    /** As {@link RowScan} has them. */
    private List<States> states(int[] groups) {
        List<States> states = new ArrayList<>();
        fragment.aggregates().forEach(aggregate -> add(aggregate, groups, states));
        states.add(RowScan.noRows(groups.length));
        return states;
    }

    private void add(AggregateCall aggregate, int[] groups, List<States> states) {
        switch (aggregate.function()) {
            case COUNT_ROWS, COUNT -> states.add(counts(groups));
            case MAX -> states.add(highest());
            default -> {
                states.add(counts(groups));
                states.add(sums(groups, argument(aggregate)));
            }
        }
    }

    /** Which of the shape's arguments an aggregate has. */
    private int argument(AggregateCall aggregate) {
        Bound.Field field = (Bound.Field) aggregate.arguments().get(0);
        return shape.arguments().indexOf(field.column().index());
    }

    private Counts counts(int[] groups) {
        Counts counts = new Counts();
        for (int group : groups) {
            counts.add(totals.count(group));
        }
        return counts;
    }

    private Sums sums(int[] groups, int argument) {
        Sums sums = new Sums();
        for (int group : groups) {
            BigInteger sum = totals.sum(argument, group);
            sums.add(sum);
        }
        return sums;
    }

    private Extremes highest() {
        Extremes highest = Extremes.highestLongs();
        return totals.highest() == null ? highest.addNone() : highest.addLong(totals.highest());
    }

    @Override
    public ScanWay way() {
        return ScanWay.kernel(name);
    }
}
