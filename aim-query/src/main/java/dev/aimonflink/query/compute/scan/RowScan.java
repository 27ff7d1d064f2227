package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.ask.cut.ValueBytes;
import dev.aimonflink.query.ask.tables.BlockCells;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.Encoded;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.aggregate.Values;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs a fragment row by row. */
final class RowScan extends RowTaker {
    /** Threshold for removing the states of groups that are no longer kept. */
    private static final int MOST_IDLE_GROUPS = 1_024;

    private static final Object[] ALL = {};

    private final Fragment fragment;
    private final ScanWay way;
    private final AnswerLimits limits;
    private final BlockCells cells;
    private final Row row;
    private final List<Aggregate> aggregates;

    /** The places of groups in the states. */
    private final TreeMap<Object[], Integer> groups;

    private States[] states;
    private int used;
    private Object extreme;

    /** Rows of the groups kept, in a fragment of rows. */
    private long taken;

    private final long bytesOfGroup;

    /** From this key on, none fails in a row in which earlier ones did not. */
    private final int firstSafeKey;

    RowScan(Fragment fragment, MatrixTables tables, AnswerLimits limits, ScanContext context, ScanWay way) {
        super(fragment.conditions());
        this.fragment = fragment;
        this.way = way;
        this.limits = limits;
        cells = new BlockCells(context);
        ColumnValues values = new ColumnValues(tables.schema());
        MatrixColumn[] columns = fragment.columns().toArray(MatrixColumn[]::new);
        row = column -> values.value(columns[column], cells);
        aggregates = fragment.states();
        bytesOfGroup = fragment.bytesOfGroup();
        firstSafeKey = firstSafe(fragment.keys());
        groups = new TreeMap<>(Keys.comparator(fragment.orders()));
        begin();
    }

    private static int firstSafe(List<Bound> keys) {
        List<Bound> known = keys.stream().map(Operands::withoutPositions).toList();
        int first = keys.size();
        while (first > 0 && (NeverFails.is(keys.get(first - 1)) || known.indexOf(known.get(first - 1)) < first - 1)) {
            first--;
        }
        return first;
    }

    private void begin() {
        List<States> fresh = new ArrayList<>();
        aggregates.forEach(each -> fresh.add(each.newStates(limits.values())));
        // A partial without keys must have some states.
        fresh.add(new Counts());
        states = fresh.toArray(States[]::new);
        groups.clear();
        used = 0;
        taken = 0;
        if (fragment.kind() == Fragment.Kind.ALL) {
            groups.put(ALL, newGroup());
        }
    }

    @Override
    void take(Block block, int[] rows, int count, List<Bound> left) {
        for (int i = 0; i < count; i++) {
            take(block, rows[i], left);
        }
    }

    void take(Block block, int rowOfBlock, List<Bound> conditions) {
        if (isSatisfied()) {
            return;
        }
        cells.moveTo(block, rowOfBlock);
        for (Bound condition : conditions) {
            if (!Boolean.TRUE.equals(RowEvaluator.evaluate(condition, row))) {
                return;
            }
        }
        if (fragment.extreme() != null && !isExtreme()) {
            return;
        }
        Integer group = group();
        if (group != null) {
            for (int aggregate = 0; aggregate < aggregates.size(); aggregate++) {
                aggregates.get(aggregate).add(states[aggregate], group, row);
            }
            if (fragment.givesRows()) {
                counts().addTo(group);
                taken++;
                requireFewRows();
                removeGroupsBehind();
            }
        }
    }

    private void requireFewRows() {
        if (!fragment.limit().keepsLowest() && taken > limits.movedRows()) {
            throw SqlFailures.tooManyRows(limits);
        }
    }

    private Counts counts() {
        return (Counts) states[states.length - 1];
    }

    @Override
    boolean isSatisfied() {
        return fragment.kind() == Fragment.Kind.ROWS && hasEnoughRows();
    }

    /** A fragment of any rows needs no more, however few groups of equal ones they are. */
    private boolean hasEnoughRows() {
        return fragment.limit().keepsLowest() && taken >= fragment.limit().groups();
    }

    @Override
    Object[] lastOfFirst() {
        return fragment.kind() == Fragment.Kind.FIRST_ROWS && hasEnoughRows() ? groups.lastKey() : null;
    }

    /** Removes groups none of whose rows is among the first, because those before them have enough. */
    private void removeGroupsBehind() {
        while (fragment.kind() == Fragment.Kind.FIRST_ROWS && hasEnoughRows()) {
            final long ofLast = counts().count(groups.lastEntry().getValue());
            if (taken - ofLast < fragment.limit().groups()) {
                return;
            }
            groups.pollLastEntry();
            taken -= ofLast;
            removeIdleGroups();
        }
    }

    /** Whether a row has the extreme of all so far; a new extreme replaces all rows before it. */
    private boolean isExtreme() {
        Bound bound = fragment.extreme().value();
        Object value = Encoded.of(RowEvaluator.evaluate(bound, row), bound.type());
        if (value == null) {
            return false;
        }
        int order = extreme == null ? 1 : Values.compare(value, extreme);
        if (extreme != null && !fragment.extreme().isGreatest()) {
            order = -order;
        }
        if (order > 0) {
            extreme = value;
            begin();
        }
        return order >= 0;
    }

    /** Continues with the groups of a partial that another scan of the fragment computed. */
    void adopt(Partial partial) {
        int[] all = new int[partial.rows()];
        Arrays.setAll(all, group -> group);
        for (int i = 0; i < states.length; i++) {
            states[i] = partial.states(i, States.class).of(all);
        }
        groups.clear();
        for (int group : all) {
            Object[] keys = new Object[fragment.keys().size()];
            for (int key = 0; key < keys.length; key++) {
                keys[key] = partial.keys().value(group, key);
            }
            groups.put(keys, group);
        }
        used = all.length;
    }

    private Integer group() {
        if (fragment.kind() == Fragment.Kind.ALL) {
            return 0;
        }
        Object[] keys = keys();
        if (keys == null) {
            return null;
        }
        Map.Entry<Object[], Integer> known = groups.floorEntry(keys);
        if (known != null && groups.comparator().compare(known.getKey(), keys) == 0) {
            Keys.show(known.getKey(), keys);
            return known.getKey() == lastOfFirst() ? null : known.getValue();
        }
        if (fragment.kind() == Fragment.Kind.FIRST_ROWS) {
            Object[] last = lastOfFirst();
            if (last != null && groups.comparator().compare(keys, last) > 0) {
                return null;
            }
        } else if (groups.size() == fragment.limit().groups()) {
            if (!fragment.limit().keepsLowest()) {
                throw new TooManyGroupsException(fragment.limit().groups());
            }
            if (groups.comparator().compare(keys, groups.lastKey()) > 0) {
                return null;
            }
            groups.pollLastEntry();
            removeIdleGroups();
        }
        Integer group = newGroup();
        groups.put(keys, group);
        return group;
    }

    /** The keys of the row; null once it is known to be behind the last one that counts and no other key may fail. */
    private Object[] keys() {
        Object[] keys = new Object[fragment.keys().size()];
        Object[] last = lastOfFirst();
        int order = 0;
        for (int key = 0; key < keys.length; key++) {
            Bound bound = fragment.keys().get(key);
            keys[key] = Encoded.of(RowEvaluator.evaluate(bound, row), bound.type());
            if (last != null && order == 0) {
                order = fragment.orders().get(key).compare(keys[key], last[key]);
            }
            if (order > 0 && key + 1 >= firstSafeKey) {
                return null;
            }
        }
        return keys;
    }

    private Integer newGroup() {
        for (States each : states) {
            each.addRow();
        }
        return used++;
    }

    private void removeIdleGroups() {
        if (used >= 2 * groups.size() + MOST_IDLE_GROUPS) {
            removeOtherGroups();
        }
    }

    private void removeOtherGroups() {
        int[] kept = groups.values().stream().mapToInt(Integer::intValue).toArray();
        for (int i = 0; i < states.length; i++) {
            states[i] = states[i].of(kept);
        }
        int place = 0;
        for (Map.Entry<Object[], Integer> each : groups.entrySet()) {
            each.setValue(place++);
        }
        used = place;
    }

    @Override
    public long keptBytes() {
        long different = 0;
        for (States each : states) {
            different += each.values();
        }
        return used * bytesOfGroup + different * ValueBytes.DIFFERENT;
    }

    @Override
    public ScanWay way() {
        return way;
    }

    @Override
    public Partial partial() {
        removeOtherGroups();
        return FragmentScan.partial(fragment, groups.keySet(), List.of(states));
    }
}
