package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import java.util.BitSet;

/** The cells that rules read as they were before an event. Only these are copied, because a record has hundreds. */
final class CellsBefore {
    private final int[] ints;
    private final int[] longs;

    CellsBefore(BoundRule[] rules, RuleColumns columns) {
        BitSet indexes = new BitSet();
        for (BoundRule each : rules) {
            indexes.or(each.columnsBefore());
        }
        BitSet intSlots = new BitSet();
        BitSet longSlots = new BitSet();
        indexes.stream().forEach(index -> {
            MatrixColumn column = columns.matrixColumn(index);
            for (StoredColumn each : column.aggregates(columns.schema())) {
                (each.isInt() ? intSlots : longSlots).set(each.slot());
                if (each.lostSlot() != StoredColumn.NONE) {
                    longSlots.set(each.lostSlot());
                }
            }
        });
        ints = intSlots.stream().toArray();
        longs = longSlots.stream().toArray();
    }

    void copy(EntityRecord from, EntityRecord to) {
        final int[] fromInts = from.ints();
        final int[] toInts = to.ints();
        for (int slot : ints) {
            toInts[slot] = fromInts[slot];
        }
        final long[] fromLongs = from.longs();
        final long[] toLongs = to.longs();
        for (int slot : longs) {
            toLongs[slot] = fromLongs[slot];
        }
    }
}
