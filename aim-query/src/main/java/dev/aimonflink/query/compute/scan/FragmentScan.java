package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.Collection;
import java.util.List;

/** Runs a fragment over one partition. All implementations give partials with the same states. */
public interface FragmentScan {
    /** Takes the next of a block's first rows; returns whether they were the last, after which the next block follows. */
    boolean scanPart(Block block, int rows);

    default long keptBytes() {
        return 0;
    }

    Partial partial();

    /** Measures the steps for all further rows, if the scan has several. */
    default void measure(StepTimes into) {}

    ScanWay way();

    /** A scan's result: a row of states for each group, or for all rows. */
    static Partial partial(Fragment fragment, Collection<Object[]> groups, List<States> states) {
        if (fragment.kind() == Fragment.Kind.ALL) {
            return Partial.of(states.toArray(States[]::new));
        }
        Keys keys = new Keys(fragment.orders());
        groups.forEach(keys::add);
        return Partial.ofGroups(fragment.limit(), keys, states);
    }
}
