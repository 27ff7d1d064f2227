package dev.aimonflink.core.scan;

import dev.aimonflink.core.aggregate.Count;
import dev.aimonflink.core.aggregate.Extreme;
import dev.aimonflink.core.aggregate.GroupIds;
import dev.aimonflink.core.aggregate.GroupLanes;
import dev.aimonflink.core.aggregate.GroupSums;
import dev.aimonflink.core.aggregate.Input;
import dev.aimonflink.core.aggregate.KeyTable;
import dev.aimonflink.core.aggregate.Moments;
import dev.aimonflink.core.aggregate.VectorStates;
import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.program.Between;
import dev.aimonflink.core.program.VectorCells;
import java.util.List;
import java.util.stream.IntStream;

/** Aggregates rows by loops that do more than one thing, where all calls take the same rows. */
final class FusedLoops {
    private static final int NONE = -1;

    private final Count.Vectors counts;
    private final List<VectorStates> states;
    private final long[] countAndSums = new long[3];
    private final GroupSums groupSums;

    /** The calls that add up, by their place. */
    private final int[] sums;

    /** @param counts of the rows that all calls take */
    FusedLoops(Primitives primitives, Count.Vectors counts, List<VectorStates> states) {
        this.counts = counts;
        this.states = states;
        groupSums = new GroupSums(primitives);
        sums = IntStream.range(0, states.size())
                .filter(each -> states.get(each) instanceof Moments.Vectors)
                .toArray();
    }

    /** Tests the rows of a vector and takes those that are in. Returns how many these are. */
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

    /** One loop for an extreme, and one for each two sums. */
    private long takeWithoutGroups(ScanProgram program) {
        final Between condition = program.fusion().condition();
        final int rows = program.rows();
        int waiting = NONE;
        for (int aggregate = 0; aggregate < states.size(); aggregate++) {
            final Input input = program.input(aggregate);
            if (states.get(aggregate) instanceof Extreme.Vectors extremes) {
                extremes.takeWhere(input, condition, countAndSums, rows);
            } else if (states.get(aggregate) instanceof Moments.Vectors && waiting == NONE) {
                waiting = aggregate;
            } else if (states.get(aggregate) instanceof Moments.Vectors second) {
                final Moments.Vectors first = (Moments.Vectors) states.get(waiting);
                Moments.Vectors.takeBothWhere(
                        first, program.input(waiting), second, input, condition, countAndSums, rows);
                waiting = NONE;
            }
        }
        if (waiting != NONE) {
            ((Moments.Vectors) states.get(waiting)).takeWhere(program.input(waiting), condition, countAndSums, rows);
        }
        counts.add(0, countAndSums[0]);
        return countAndSums[0];
    }

    /** Takes the selected rows of a vector, whose groups are known. */
    void takeGroups(ScanProgram program, GroupIds ids) {
        groupSums.addRows(ids, argument(program, 0), argument(program, sums.length - 1), program.all());
    }

    /** Takes the rows of a vector whose groups are not known yet. Returns false if that is not possible. */
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

    /** Gives the states what they do not have yet. */
    void settle() {
        if (sums.length > 0) {
            groupSums.giveTo(counts, sum(0), sum(sums.length - 1));
        }
    }

    private Moments.Vectors sum(int index) {
        return (Moments.Vectors) states.get(sums[index]);
    }

    void forget() {
        groupSums.clear();
    }
}
