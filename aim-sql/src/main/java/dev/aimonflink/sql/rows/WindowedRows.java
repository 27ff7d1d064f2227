package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.WindowCall;
import dev.aimonflink.sql.text.WindowFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes window functions; rows keep their order, and get the values behind their columns. */
final class WindowedRows {
    private final Plan.Window plan;
    private final Budget budget;
    private final int width;

    private record Member(Object[] values, Row row, Object[] terms) {}

    WindowedRows(Plan.Window plan, Budget budget) {
        this.plan = plan;
        this.budget = budget;
        width = plan.input().outputs().size();
    }

    RowStream of(RowStream input) {
        List<Object[]> rows = new ArrayList<>();
        for (Row row = input.next(); row != null; row = input.next()) {
            budget.keepRow(width + plan.calls().size());
            Object[] values = new Object[width + plan.calls().size()];
            for (int i = 0; i < width; i++) {
                values[i] = row.value(i);
            }
            rows.add(values);
        }
        for (int i = 0; i < plan.calls().size(); i++) {
            new Computed(plan.calls().get(i), width + i).in(rows);
        }
        return RowStream.of(rows.stream().map(Row::of).iterator());
    }

    /** One call. */
    private final class Computed {
        private final WindowCall call;

        private final int place;

        private final SortOrder order;

        // How many rows the frame's edges are away.
        private final long rowsToFrom;
        private final long rowsToTo;

        // The present row's frame; and of an aggregate, what it has taken.
        private int from;
        private int to;
        private Accumulator soFar;
        private int takenFrom;
        private int takenTo;
        private Object known;
        private boolean isKnown;

        Computed(WindowCall call, int place) {
            this.call = call;
            this.place = place;
            order = new SortOrder(call.order(), budget);
            rowsToFrom = call.frame() == null ? 0 : rows(call.frame().from());
            rowsToTo = call.frame() == null ? 0 : rows(call.frame().to());
        }

        private long rows(WindowFrame.Edge<Bound> edge) {
            Object rows = edge.rows() == null ? Long.valueOf(0) : RowEvaluator.evaluate(edge.rows(), Row.of());
            if (rows == null || (Long) rows < 0) {
                throw new SqlException(
                        SqlState.INVALID_FRAME,
                        call.position(),
                        "A frame of " + rows + " rows cannot be. Give a number from 0 on.");
            }
            return (Long) rows;
        }

        void in(List<Object[]> rows) {
            Map<Key, List<Member>> partitions = new HashMap<>();
            for (Object[] values : rows) {
                budget.step();
                Row row = Row.of(values);
                Object[] key = call.partition().stream()
                        .map(each -> budget.evaluate(each, row))
                        .toArray();
                partitions
                        .computeIfAbsent(Key.of(key), any -> new ArrayList<>())
                        .add(new Member(values, row, order.values(row)));
            }
            for (List<Member> partition : partitions.values()) {
                partition.sort(Comparator.comparing(Member::terms, order));
                of(partition);
            }
        }

        /** Rows equal in the order are adjacent. */
        private void of(List<Member> partition) {
            long denseRank = 0;
            int first = 0;
            int end = 0;
            soFar = null;
            for (int i = 0; i < partition.size(); i++) {
                budget.step();
                if (i == end) {
                    first = i;
                    end = endOfEqual(partition, i);
                    denseRank++;
                }
                from = call.frame() == null
                        ? 0
                        : edge(call.frame().from(), rowsToFrom, i, first, end, partition.size(), 0);
                to = call.frame() == null ? end : edge(call.frame().to(), rowsToTo, i, first, end, partition.size(), 1);
                partition.get(i).values[place] =
                        call.aggregate() != null ? aggregated(partition) : value(partition, i, first, end, denseRank);
            }
        }

        private int endOfEqual(List<Member> partition, int first) {
            int end = first + 1;
            while (end < partition.size() && order.compare(partition.get(first).terms, partition.get(end).terms) == 0) {
                end++;
            }
            return end;
        }

        /** @param behind 1 for the end of the frame, which is behind its last row */
        private int edge(WindowFrame.Edge<Bound> edge, long rows, int i, int first, int end, int size, int behind) {
            long at =
                    switch (edge.place()) {
                        case UNBOUNDED_PRECEDING -> 0;
                        case PRECEDING -> i - Math.min(rows, size) + behind;
                        case CURRENT_ROW -> call.frame().isRows() ? i + behind : behind == 0 ? first : end;
                        case FOLLOWING -> i + Math.min(rows, size) + behind;
                        case UNBOUNDED_FOLLOWING -> size;
                    };
            return (int) Math.max(0, Math.min(size, at));
        }

        /** Continues if only rows at the end are new, as in frames that begin with the partition. */
        private Object aggregated(List<Member> partition) {
            if (soFar == null || from != takenFrom || to < takenTo) {
                soFar = Accumulator.of(call.aggregate(), partition.get(0).row, budget);
                takenFrom = from;
                takenTo = from;
                isKnown = false;
            }
            for (; takenTo < to; takenTo++) {
                budget.step();
                Grouping.add(call.aggregate(), partition.get(takenTo).row, soFar, budget);
                isKnown = false;
            }
            known = isKnown ? known : soFar.value();
            isKnown = true;
            return known;
        }

        /**
         * @param first of the rows equal to this one in the order
         * @param end behind the last of them
         */
        private Object value(List<Member> partition, int i, int first, int end, long denseRank) {
            final int size = partition.size();
            return switch (call.function()) {
                case ROW_NUMBER -> i + 1L;
                case RANK -> first + 1L;
                case DENSE_RANK -> denseRank;
                case PERCENT_RANK -> size == 1 ? 0.0 : (double) first / (size - 1);
                case CUME_DIST -> (double) end / size;
                case NTILE -> tile(partition, i);
                case LAG -> shifted(partition, i, -1);
                case LEAD -> shifted(partition, i, 1);
                case FIRST_VALUE -> from < to ? argument(0, partition.get(from)) : null;
                case LAST_VALUE -> from < to ? argument(0, partition.get(to - 1)) : null;
                case NTH_VALUE -> nth(partition, i);
            };
        }

        private Object argument(int number, Member member) {
            return budget.evaluate(call.arguments().get(number), member.row);
        }

        /** If the parts cannot be equal, the first ones have one row more. */
        private Object tile(List<Member> partition, int i) {
            Long tiles = (Long) argument(0, partition.get(0));
            if (tiles == null) {
                return null;
            }
            requirePositive(tiles, SqlState.INVALID_NTILE);
            final long few = partition.size() / tiles;
            final long withOneMore = partition.size() % tiles;
            final long inThese = withOneMore * (few + 1);
            return i < inThese ? i / (few + 1) + 1 : withOneMore + (i - inThese) / few + 1;
        }

        private Object shifted(List<Member> partition, int i, int direction) {
            List<Bound> arguments = call.arguments();
            Member member = partition.get(i);
            Long rows = arguments.size() == 1 ? Long.valueOf(1) : (Long) argument(1, member);
            if (rows == null) {
                return null;
            }
            final long other = i + direction * rows;
            if (other >= 0 && other < partition.size()) {
                return argument(0, partition.get((int) other));
            }
            return arguments.size() < 3 ? null : argument(2, member);
        }

        private Object nth(List<Member> partition, int i) {
            Long number = (Long) argument(1, partition.get(i));
            if (number == null) {
                return null;
            }
            requirePositive(number, SqlState.INVALID_NTH_VALUE);
            return number > to - from ? null : argument(0, partition.get((int) (from + number - 1)));
        }

        private void requirePositive(long number, SqlState state) {
            if (number < 1) {
                throw new SqlException(
                        state,
                        call.position(),
                        "The number of " + call.function().sqlName() + " is " + number + ". Give one from 1 on.");
            }
        }
    }
}
