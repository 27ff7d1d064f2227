package dev.aimonflink.gateway.relation.statement;

import java.util.ArrayList;
import java.util.List;

/** Computes the rows of a SELECT: joins, groups, windows, the items of its list, and which of them are distinct. */
final class SelectRows implements Query.Body {
    private final RowSource from;
    private final int rowWidth;
    private final SelectCalls calls;
    private final boolean isGrouped;
    private final Term having;
    private final List<Term> outputs;
    private final int width;
    private final boolean isDistinct;

    /**
     * @param having null if there is none
     * @param outputs the items, and what else the rows are sorted by
     * @param width the number of items
     */
    SelectRows(
            RowSource from,
            int rowWidth,
            SelectCalls calls,
            boolean isGrouped,
            Term having,
            List<Term> outputs,
            int width,
            boolean isDistinct) {
        this.from = from;
        this.rowWidth = rowWidth;
        this.calls = calls;
        this.isGrouped = isGrouped;
        this.having = having;
        this.outputs = outputs;
        this.width = width;
        this.isDistinct = isDistinct;
    }

    @Override
    public List<Object[]> rows(Frame outer) {
        Frame frame = new Frame(outer.run, outer);
        frame.row = new Object[rowWidth];
        List<Frame> frames = new ArrayList<>();
        if (isGrouped) {
            Grouping grouping = new Grouping(calls.groups(), calls.aggregates());
            from.each(frame, () -> grouping.add(frame));
            for (Frame group : grouping.groups(frame)) {
                if (having == null || having.isTrue(group)) {
                    frames.add(group);
                }
            }
        } else {
            from.each(frame, () -> frames.add(frame.copy()));
        }
        if (!calls.windows().isEmpty()) {
            Windows.compute(calls.windows(), frames);
        }
        List<Object[]> rows = new ArrayList<>();
        for (Frame each : frames) {
            each.run.step();
            output(each, rows);
        }
        return isDistinct ? SetOperations.distinct(rows, width) : rows;
    }

    private void output(Frame frame, List<Object[]> rows) {
        if (calls.sets().isEmpty()) {
            rows.add(values(frame));
            return;
        }
        List<List<?>> sets = new ArrayList<>();
        int longest = 0;
        for (Term set : calls.sets()) {
            List<?> values = (List<?>) set.value(frame);
            sets.add(values == null ? List.of() : values);
            longest = Math.max(longest, sets.get(sets.size() - 1).size());
        }
        frame.sets = new Object[sets.size()];
        for (int i = 0; i < longest; i++) {
            frame.run.step();
            for (int set = 0; set < sets.size(); set++) {
                frame.sets[set] = i < sets.get(set).size() ? sets.get(set).get(i) : null;
            }
            rows.add(values(frame));
        }
    }

    private Object[] values(Frame frame) {
        Object[] values = new Object[outputs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = outputs.get(i).value(frame);
        }
        return frame.run.keep(values);
    }
}
