package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.aggregate.GroupLanes;
import dev.aimonflink.query.compute.aggregate.GroupSums;
import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.aggregate.VectorStates.Share;
import java.util.List;

/**
 * What the last loops of a program do at once, where all its aggregates take the same rows.
 *
 * @param condition tested by the loops of a query without groups; or null
 * @param lanes for loops that find the rows of some groups among all rows; or null
 * @param hasGroupSums whether one loop counts the rows of groups and does all the sums
 */
record Fusion(Between condition, GroupLanes lanes, boolean hasGroupSums) {
    static final Fusion NONE = new Fusion(null, null, false);

    /** Whether the last loops test rows, so that the selected ones are not known before. */
    boolean testsRows() {
        return condition != null || lanes != null;
    }

    /** Takes over conditions that the loops test. */
    static Fusion withoutGroups(FilterProgram filter) {
        List<Between> only = filter.takeAll(1);
        return only.isEmpty() ? NONE : new Fusion(only.get(0), null, false);
    }

    /** The same with groups, whose aggregates count and sum. */
    static Fusion ofGroups(
            FilterProgram filter,
            GroupKeys keys,
            VectorCells ids,
            int columnOfIds,
            List<VectorStates> states,
            Primitives primitives) {
        if (states.stream().anyMatch(each -> each.share() == Share.EXTREME)
                || states.stream().filter(each -> each.share() == Share.SUM).count() > GroupSums.MAX_SUMS) {
            return NONE;
        }
        boolean hasLanes = ids != null
                && keys.groups() <= GroupSums.MAX_GROUPS_BY_LANES
                && !keys.areUnchecked()
                && primitives.lanes() > 1;
        return new Fusion(null, hasLanes ? lanes(filter, ids, columnOfIds, keys.groups()) : null, true);
    }

    /** A range of the groups needs no test: it says which groups to look for. */
    private static GroupLanes lanes(FilterProgram filter, VectorCells ids, int columnOfIds, int groups) {
        Between ofGroups = filter.takeLastOf(columnOfIds);
        int first = ofGroups == null ? 0 : Math.max(0, ofGroups.low());
        int last = ofGroups == null ? groups - 1 : Math.min(groups - 1, ofGroups.high());
        return new GroupLanes(ids, first, last, filter.takeAll(GroupLanes.MAX_TESTED));
    }
}
