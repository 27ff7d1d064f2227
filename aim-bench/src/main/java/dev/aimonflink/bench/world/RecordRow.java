package dev.aimonflink.bench.world;

import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.plain.PlainRow;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.Window;

/** A subscriber's record, read for the plain queries. */
record RecordRow(Slots slots, SubscriberRecord record) implements PlainRow {
    /** The slots of a schema's first copy. */
    static final class Slots {
        /** By window, filter and function. */
        private final int[][][] slots;

        private final int day;
        private final int week;

        Slots(MatrixSchema schema) {
            slots = new int[schema.windows().size()][Kind.values().length][CallTotals.FUNCTIONS];
            for (Aggregate each : schema.aggregates()) {
                if (each.copy() == 0) {
                    slots[each.window()][each.filter().ordinal()][
                            each.function().ordinal()] = schema.layout().slot(each);
                }
            }
            day = schema.indexOf(Window.DAY);
            week = schema.indexOf(Window.WEEK);
        }
    }

    @Override
    public long id() {
        return record.subscriberId();
    }

    @Override
    public Profile profile() {
        return record.profile();
    }

    @Override
    public Summary today(Kind kind) {
        return summary(slots.slots[slots.day][kind.ordinal()]);
    }

    @Override
    public Summary thisWeek(Kind kind) {
        return summary(slots.slots[slots.week][kind.ordinal()]);
    }

    private Summary summary(int[] slotOfFunction) {
        return CallTotals.summary(function -> {
            int slot = slotOfFunction[function.ordinal()];
            return function.isCost() ? record.longs()[slot] : record.ints()[slot];
        });
    }
}
