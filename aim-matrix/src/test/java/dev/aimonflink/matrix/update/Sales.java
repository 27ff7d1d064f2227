package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EventValues;
import java.time.Instant;

/** A small model for examples by hand: an amount, a rate, and items that events may lack. */
final class Sales {
    private static final int AMOUNT = 0;
    private static final int RATE = 1;
    private static final int ITEMS = 2;

    private Sales() {}

    static MatrixSchema schema(String windows) {
        return MatrixSchema.of(ModelFile.parse("""
                model: sales
                entity: shop
                event: sale
                key: shop
                time: at
                fields:
                  amount: long
                  rate: double
                  items: {type: int, optional: true, sum: int}
                filters: {refund: amount < 0}
                aggregates:
                  events: [count]
                  amount: [sum, min, max]
                  rate: [sum, max]
                  items: [count, sum, min]
                windows: %s
                """.formatted(windows), "sales"));
    }

    /** @param items null if there are none */
    static EventValues sale(long amount, double rate, Integer items) {
        EventValues sale = new EventValues(3);
        sale.bits(AMOUNT, amount);
        sale.bits(RATE, Double.doubleToRawLongBits(rate));
        if (items != null) {
            sale.bits(ITEMS, items);
        }
        return sale;
    }

    static EventValues sale(long amount) {
        return sale(amount, 0, null);
    }

    /** A time of 2026-11-18, in UTC. */
    static long at(String time) {
        return Instant.parse("2026-11-18T" + time + ":00Z").toEpochMilli();
    }
}
