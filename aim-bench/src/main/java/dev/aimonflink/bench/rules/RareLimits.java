package dev.aimonflink.bench.rules;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.record.EntityRecord;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A limit for each of some aggregates, so high that one record in a hundred is above any of them. */
final class RareLimits {
    private static final double SHARE_ABOVE = 0.01;

    private final MatrixSchema schema;
    private final Map<StoredColumn, Long> limits = new HashMap<>();
    private final Map<StoredColumn, Long> greatest = new HashMap<>();

    /** @param growth of counts and sums until the limits are used */
    RareLimits(MatrixSchema schema, List<StoredColumn> aggregates, List<EntityRecord> records, double growth) {
        this.schema = schema;
        long[][] values = new long[aggregates.size()][];
        long[][] sorted = new long[aggregates.size()][];
        for (int i = 0; i < values.length; i++) {
            StoredColumn column = aggregates.get(i);
            values[i] = records.stream()
                    .mapToLong(record -> value(column, record, growth))
                    .toArray();
            sorted[i] = values[i].clone();
            Arrays.sort(sorted[i]);
        }
        int rank = rank(values, sorted);
        for (int i = 0; i < values.length; i++) {
            limits.put(aggregates.get(i), sorted[i][rank]);
            greatest.put(aggregates.get(i), sorted[i][records.size() - 1]);
        }
    }

    private static long value(StoredColumn column, EntityRecord record, double growth) {
        long cell = column.cell(record.ints(), record.longs());
        if (column.isExtreme()) {
            return cell == column.empty() ? 0 : cell;
        }
        return Math.round(cell * growth);
    }

    /** The lowest place in the sorted values at which few enough records are above any limit. */
    private static int rank(long[][] values, long[][] sorted) {
        int records = values[0].length;
        int tooLow = -1;
        int high = records - 1;
        while (high - tooLow > 1) {
            int middle = (tooLow + high) >>> 1;
            int above = 0;
            for (int record = 0; record < records; record++) {
                above += isAnyAbove(values, sorted, record, middle) ? 1 : 0;
            }
            if (above > records * SHARE_ABOVE) {
                tooLow = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static boolean isAnyAbove(long[][] values, long[][] sorted, int record, int rank) {
        for (int i = 0; i < values.length; i++) {
            if (values[i][record] > sorted[i][rank]) {
                return true;
            }
        }
        return false;
    }

    /** As a text of SQL. */
    String lowest(StoredColumn aggregate) {
        return text(aggregate, limits.get(aggregate));
    }

    /** One of several limits, the first of which is the lowest. */
    String text(StoredColumn aggregate, int number, int count) {
        long apart = Math.max(1, (greatest.get(aggregate) - limits.get(aggregate)) / count);
        return text(aggregate, limits.get(aggregate) + number * apart);
    }

    private String text(StoredColumn aggregate, long value) {
        int scale = aggregate.function() == EventFunction.COUNT ? 0 : schema.scale(aggregate);
        return BigDecimal.valueOf(value, scale).toPlainString();
    }
}
