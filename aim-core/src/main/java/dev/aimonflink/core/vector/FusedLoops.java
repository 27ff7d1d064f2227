package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import java.util.List;
import java.util.stream.IntStream;

/** Aggregates rows by loops that do more than one thing, where all calls take the same rows. */
final class FusedLoops {
    private static final int NONE = -1;

    private final CountStates counts;
    private final List<AggregateStates> states;
    private final long[] countAndSums = new long[3];
    private final GroupSums groupSums;

    /** The calls that add up, by their place. */
    private final int[] sums;

    /** @param counts of the rows that all calls take */
    FusedLoops(Primitives primitives, CountStates counts, List<AggregateStates> states) {
        this.counts = counts;
        this.states = states;
        groupSums = new GroupSums(primitives);
        sums = IntStream.range(0, states.size())
                .filter(each -> states.get(each) instanceof SumStates)
                .toArray();
    }

    /** Takes the rows of a vector without groups. The loops test the only condition too: one for an extreme, one for each two sums. */
    void take(ScanProgram program) {
        int waiting = NONE;
        for (int aggregate = 0; aggregate < states.size(); aggregate++) {
            final Input input = program.input(aggregate);
            if (states.get(aggregate) instanceof ExtremeStates extremes) {
                extremes.takeWhere(input, program.fused(), countAndSums, program.rows());
            } else if (states.get(aggregate) instanceof SumStates && waiting == NONE) {
                waiting = aggregate;
            } else if (states.get(aggregate) instanceof SumStates second) {
                SumStates.takeBothWhere(
                        (SumStates) states.get(waiting),
                        program.input(waiting),
                        second,
                        input,
                        program.fused(),
                        countAndSums,
                        program.rows());
                waiting = NONE;
            }
        }
        if (waiting != NONE) {
            ((SumStates) states.get(waiting))
                    .takeWhere(program.input(waiting), program.fused(), countAndSums, program.rows());
        }
        counts.add(0, countAndSums[0]);
    }

    /** Takes the rows of a vector with groups. */
    void takeGroups(ScanProgram program, GroupIds ids) {
        final Cells a = argument(program, 0);
        final Cells b = argument(program, sums.length - 1);
        final GroupLanes lanes = program.groupLanes();
        if (lanes == null) {
            groupSums.addRows(ids, a, b, program.all());
        } else {
            groupSums.addLanes(lanes, program.mask(), a, b, program.rows());
        }
    }

    /** Takes the rows of a vector whose groups are not known yet, if that is possible. */
    boolean hasTakenKeys(ScanProgram program, KeyTable table) {
        final Cells keys = program.tableKey();
        final int rows = program.rows();
        if (!program.hasGroupSums() || keys == null || program.selected() < rows || !table.hasRoomFor(rows)) {
            return false;
        }
        table.reserve(rows);
        groupSums.addKeys(table, keys, argument(program, 0), argument(program, sums.length - 1), rows);
        return true;
    }

    private Cells argument(ScanProgram program, int sum) {
        return program.input(sums[sum]).argument().cells();
    }

    /** Gives the states what they do not have yet. */
    void settle() {
        if (sums.length > 0) {
            groupSums.giveTo(counts, sum(0), sum(sums.length - 1));
        }
    }

    private SumStates sum(int index) {
        return (SumStates) states.get(sums[index]);
    }

    void forget() {
        groupSums.clear();
    }
}
