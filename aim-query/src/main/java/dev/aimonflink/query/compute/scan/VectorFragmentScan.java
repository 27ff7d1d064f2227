package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.ValueBytes;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.Encoded;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.scan.VectorScan.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs a fragment by vectors. Vectors with a row that they cannot compute go to a row scan, which reports failures; the two results are
 * merged at the end. When there are more groups than are kept, vectors put the lowest aside and begin again, or leave all further rows to
 * the row scan.
 */
final class VectorFragmentScan implements FragmentScan {
    private final Fragment fragment;
    private final AnswerLimits limits;
    private final BlockColumns columns;
    private final VectorScan vectors;
    private final boolean mayHaveMoreGroups;
    private final RowScan rowScan;
    private final List<Aggregate> aggregates;
    private final long bytesOfGroup;

    /** The lowest groups that vectors had to put aside, and the result of the row scan; or null. */
    private Partial kept;

    private boolean hasRows;

    /** Whether all further rows go to the row scan. */
    private boolean isOver;

    /** The first row of the present block not taken yet. */
    private int from;

    /** The end of the rows that the row scan takes. */
    private int endOfRows;

    private final RowPace pace = new RowPace();
    private StepTimes times = StepTimes.NONE;

    VectorFragmentScan(
            Fragment fragment,
            AnswerLimits limits,
            BlockColumns columns,
            VectorScan vectors,
            boolean mayHaveMoreGroups,
            RowScan rowScan) {
        this.mayHaveMoreGroups = mayHaveMoreGroups;
        this.fragment = fragment;
        this.limits = limits;
        this.columns = columns;
        this.vectors = vectors;
        this.rowScan = rowScan;
        aggregates = fragment.states();
        bytesOfGroup = fragment.bytesOfGroup();
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        if (from < endOfRows) {
            takeRows(block);
        } else if (from < rows) {
            if (from == 0) {
                columns.show(block);
                vectors.beginBatch();
            }
            final int count = Math.min(vectors.rowsAtOnce(), rows - from);
            if (hasTaken(count)) {
                from += count;
            } else {
                endOfRows = from + count;
            }
        }
        if (from < rows) {
            return false;
        }
        from = 0;
        endOfRows = 0;
        return true;
    }

    @Override
    public void measure(StepTimes into) {
        times = into;
        vectors.measure(into);
    }

    private void takeRows(Block block) {
        hasRows = true;
        times.begin();
        final int begin = from;
        final int end = Math.min(endOfRows, from + pace.rows());
        pace.begin();
        while (from < end) {
            rowScan.take(block, from++, fragment.conditions());
        }
        pace.ended(end - begin);
        times.ended(StepTimes.Step.ROWS, end - begin, end - begin);
    }

    private boolean hasTaken(int count) {
        final Outcome outcome = isOver ? Outcome.REFUSED : vectors.take(from, count);
        if (outcome != Outcome.TOO_MANY_GROUPS) {
            return outcome == Outcome.TAKEN;
        }
        if (mayHaveMoreGroups) {
            keep(ofVectors());
            vectors.forget();
            return vectors.take(from, count) == Outcome.TAKEN;
        }
        // Row by row, the scan finds the group that is too many, or another limit that is exceeded earlier.
        rowScan.adopt(hasRows ? ofVectors().merge(rowScan.partial()) : ofVectors());
        isOver = true;
        return false;
    }

    private void keep(Partial more) {
        kept = kept == null ? more : kept.merge(more);
    }

    @Override
    public long keptBytes() {
        final long groups = vectors.keptGroups() + (kept == null ? 0 : kept.rows());
        return ValueBytes.OF_VECTORS
                + groups * bytesOfGroup
                + vectors.keptValues() * ValueBytes.USUAL
                + (hasRows || isOver ? rowScan.keptBytes() : 0);
    }

    @Override
    public Partial partial() {
        if (!isOver) {
            keep(ofVectors());
        }
        if (hasRows || isOver) {
            keep(rowScan.partial());
        }
        return kept;
    }

    private Partial ofVectors() {
        List<Group> groups = groups();
        return FragmentScan.partial(
                fragment,
                groups.stream().map(Group::key).toList(),
                states(groups.stream().mapToInt(Group::number).toArray()));
    }

    private record Group(int number, Object[] key) {}

    /** All groups, or the lowest ones if only they are kept. */
    private List<Group> groups() {
        int[] numbers = vectors.groups();
        Stream<Group> groups = Arrays.stream(numbers).mapToObj(each -> new Group(each, key(each)));
        if (fragment.limit().keepsLowest() && numbers.length > fragment.limit().groups()) {
            groups = groups.sorted(Comparator.comparing(Group::key, Keys.comparator(fragment.orders())))
                    .limit(fragment.limit().groups());
        }
        return groups.toList();
    }

    private Object[] key(int group) {
        Object[] key = new Object[fragment.keys().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = Encoded.of(vectors.key(i, group), fragment.keys().get(i).type());
        }
        return key;
    }

    /** In the form of {@link RowScan}. */
    private List<States> states(int[] groups) {
        List<States> all = new ArrayList<>();
        for (int aggregate = 0; aggregate < aggregates.size(); aggregate++) {
            States own = aggregates.get(aggregate).newStates(limits.values());
            aggregates.get(aggregate).addGroups(own, vectors.states(aggregate), groups);
            all.add(own);
        }
        all.add(new Counts().withRows(groups.length));
        return all;
    }

    @Override
    public ScanWay way() {
        return new ScanWay(ScanWay.Kind.VECTORS, "");
    }
}
