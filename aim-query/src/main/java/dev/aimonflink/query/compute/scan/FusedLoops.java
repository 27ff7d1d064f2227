package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.aggregate.Count;
import dev.aimonflink.query.compute.aggregate.GroupIds;
import dev.aimonflink.query.compute.aggregate.GroupLanes;
import dev.aimonflink.query.compute.aggregate.GroupSums;
import dev.aimonflink.query.compute.aggregate.KeyTable;
import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.aggregate.VectorStates.Share;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Aggregates rows by loops that do several things, where all aggregates take the same rows. */
final class FusedLoops {
    private final Primitives primitives;
    private final Count.Vectors counts;
    private final List<VectorStates> states;
    private final long[] countAndSums = new long[3];
    private final GroupSums groupSums;

    /** Indexes of the aggregates that sum. */
    private final int[] sums;

    private final int[] extremes;

    FusedLoops(Primitives primitives, Count.Vectors counts, List<VectorStates> states) {
        this.primitives = primitives;
        this.counts = counts;
        this.states = states;
        groupSums = new GroupSums(primitives);
        sums = places(Share.SUM);
        extremes = places(Share.EXTREME);
    }

    private int[] places(Share share) {
        return IntStream.range(0, states.size())
                .filter(each -> states.get(each).share() == share)
                .toArray();
    }

    /** Tests the rows of a vector, takes the selected ones, and returns their number. */
    long takeTested(ScanProgram program) {
        final GroupLanes lanes = program.fusion().lanes();
        return lanes == null
                ? takeWithoutGroups(program)
                : groupSums.addLanes(
                        lanes,
                        program.mask(),
                        argument(program, 0),
                        argument(program, sums.length - 1),
                        program.rows());
    }

    /** One loop for an extreme, and one for every two sums. */
    private long takeWithoutGroups(ScanProgram program) {
        final Between range = program.fusion().condition();
        final int rows = program.rows();
        for (int extreme : extremes) {
            states.get(extreme).takeWhere(program.input(extreme), range, countAndSums, rows);
        }
        for (int i = 0; i < sums.length; i += 2) {
            final VectorCells a = argument(program, i);
            Arrays.fill(countAndSums, 0);
            if (i + 1 == sums.length) {
                primitives.totalWhere(a, range, countAndSums, 0, rows);
            } else {
                primitives.totalsWhere(a, argument(program, i + 1), range, countAndSums, 0, rows);
                states.get(sums[i + 1]).addSum(0, countAndSums[2]);
            }
            states.get(sums[i]).addSum(0, countAndSums[1]);
        }
        counts.add(0, countAndSums[0]);
        return countAndSums[0];
    }

    void takeGroups(ScanProgram program, GroupIds ids) {
        groupSums.addRows(ids, argument(program, 0), argument(program, sums.length - 1), program.all());
    }

    /** Takes the rows of a vector whose groups are not known yet; false if that is not possible. */
    boolean takeKeys(ScanProgram program, KeyTable table) {
        final VectorCells keys = program.tableKey();
        final int rows = program.rows();
        if (!program.fusion().hasGroupSums()
                || keys == null
                || program.all().count() < rows
                || !table.hasRoomFor(rows)) {
            return false;
        }
        table.reserve(rows);
        groupSums.addKeys(table, keys, argument(program, 0), argument(program, sums.length - 1), rows);
        return true;
    }

    private VectorCells argument(ScanProgram program, int sum) {
        return program.input(sums[sum]).values().cells();
    }

    void settle() {
        if (sums.length > 0) {
            groupSums.giveTo(counts, states.get(sums[0]), states.get(sums[sums.length - 1]));
        }
    }

    void forget() {
        groupSums.clear();
    }
}
