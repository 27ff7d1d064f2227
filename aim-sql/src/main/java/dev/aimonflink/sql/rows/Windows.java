package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.WindowCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes functions over windows. Rows stay in the order in which they come, and have the values behind their columns. */
final class Windows {
    private final Plan.Window plan;
    private final Budget budget;
    private final int width;

    /** @param terms of the order */
    private record Member(Object[] values, Row row, Object[] terms) {}

    Windows(Plan.Window plan, Budget budget) {
        this.plan = plan;
        this.budget = budget;
        width = plan.input().outputs().size();
    }

    RowStream of(RowStream input) {
        List<Object[]> rows = new ArrayList<>();
        for (Row row = input.next(); row != null; row = input.next()) {
            budget.keepRow();
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

        /** Where its values are in the rows. */
        private final int place;

        private final SortOrder order;

        Computed(WindowCall call, int place) {
            this.call = call;
            this.place = place;
            order = new SortOrder(call.order(), budget);
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

        /** Equal ones of the order one after the other. */
        private void of(List<Member> partition) {
            Accumulator soFar =
                    call.aggregate() == null ? null : Accumulator.of(call.aggregate(), partition.get(0).row, budget);
            long denseRank = 0;
            for (int first = 0; first < partition.size(); ) {
                int end = first + 1;
                while (end < partition.size()
                        && order.compare(partition.get(first).terms, partition.get(end).terms) == 0) {
                    end++;
                }
                denseRank++;
                if (soFar != null) {
                    partition
                            .subList(first, end)
                            .forEach(peer -> Grouping.add(call.aggregate(), peer.row, soFar, budget));
                }
                Object ofPeers = soFar == null ? null : soFar.value();
                for (int i = first; i < end; i++) {
                    budget.step();
                    partition.get(i).values[place] =
                            soFar != null ? ofPeers : value(partition, i, first, end, denseRank);
                }
                first = end;
            }
        }

        /**
         * @param first of those that are equal to this one in the order
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
                case FIRST_VALUE -> argument(0, partition.get(0));
                case LAST_VALUE -> argument(0, partition.get(end - 1));
                case NTH_VALUE -> nth(partition, i, end);
            };
        }

        private Object argument(int number, Member member) {
            return budget.evaluate(call.arguments().get(number), member.row);
        }

        /** The first parts have one row more, if they cannot all have as many. */
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

        private Object nth(List<Member> partition, int i, int end) {
            Long number = (Long) argument(1, partition.get(i));
            if (number == null) {
                return null;
            }
            requirePositive(number, SqlState.INVALID_NTH_VALUE);
            return number > end ? null : argument(0, partition.get((int) (number - 1)));
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
