package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Comparing;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The order of rows. */
final class Ordering {
    private Ordering() {}

    /** What rows are sorted by. */
    record Key(Term term, boolean isDescending, boolean nullsFirst) {}

    /** @param index of a value of the row */
    record Column(int index, boolean isDescending, boolean nullsFirst) {}

    static Comparator<Object[]> of(List<Column> columns) {
        return (left, right) -> {
            for (Column column : columns) {
                int order = compare(
                        left[column.index()], right[column.index()], column.isDescending(), column.nullsFirst());
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    /** The columns with the values of some keys, one behind the other. */
    static List<Column> columnsOf(List<Key> keys) {
        return IntStream.range(0, keys.size())
                .mapToObj(i ->
                        new Column(i, keys.get(i).isDescending(), keys.get(i).nullsFirst()))
                .toList();
    }

    static Object[] values(List<Key> keys, Frame frame) {
        return keys.stream().map(key -> key.term().value(frame)).toArray();
    }

    private static int compare(Object left, Object right, boolean isDescending, boolean nullsFirst) {
        if (left == null || right == null) {
            return left == right ? 0 : (left == null) == nullsFirst ? -1 : 1;
        }
        int order = Comparing.compare(left, right);
        return isDescending ? -order : order;
    }
}
