package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.partial.GroupLimit;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.partial.TextKeys;
import java.util.List;

/** The number of rows and two sums by group: the partial of queries that group by a column of a dimension table. */
public final class GroupSums {
    /** The most groups: as many as fit a record of the results topic with names of usual length. */
    static final int MAX_GROUPS = 20_000;

    /** The states of each group. */
    static final int ROWS = 0;

    static final int FIRST = 1;
    static final int SECOND = 2;

    private GroupSums() {}

    /** Collects the groups that have rows; {@code names[0]} is the name of group 1. */
    static Partial of(String[] names, PairTotals totals) {
        TextKeys groups = new TextKeys();
        Counts rows = new Counts();
        Sums first = new Sums();
        Sums second = new Sums();
        for (int group = 1; group <= names.length; group++) {
            if (totals.count(group) > 0) {
                groups.add(names[group - 1]);
                rows.add(totals.count(group));
                first.add(totals.a(group));
                second.add(totals.b(group));
            }
        }
        return Partial.ofGroups(GroupLimit.orFail(MAX_GROUPS), List.of(groups), List.of(rows, first, second));
    }
}
