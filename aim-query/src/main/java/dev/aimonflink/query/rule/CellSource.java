package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.tables.MatrixColumn;

/** Where the whole number of a column is: in a cell of the record, as it is or was, or elsewhere. */
abstract class CellSource {
    /** The source of a column whose values are whole numbers, perhaps with a point. */
    static CellSource of(int index, RuleColumns columns) {
        return columns.matrixColumn(index) instanceof MatrixColumn.Stored stored
                ? new OfRecord(stored.column(), columns.isBefore(index))
                : new OfAny(index);
    }

    abstract boolean isNull(RuleValues values);

    abstract long value(RuleValues values);

    private static final class OfRecord extends CellSource {
        private final StoredColumn column;
        private final boolean isBefore;
        private final boolean isInt;
        private final int slot;
        private final boolean canBeNull;
        private final long empty;

        OfRecord(StoredColumn column, boolean isBefore) {
            this.column = column;
            this.isBefore = isBefore;
            isInt = column.isInt();
            slot = column.slot();
            canBeNull = column.isExtreme();
            empty = column.empty();
        }

        @Override
        boolean isNull(RuleValues values) {
            return canBeNull && value(values) == empty;
        }

        @Override
        long value(RuleValues values) {
            final EntityRecord record = isBefore ? values.recordBefore() : values.record();
            return isInt ? record.ints()[slot] : record.longs()[slot];
        }

        @Override
        public String toString() {
            return column.name();
        }
    }

    private static final class OfAny extends CellSource {
        private final int index;

        OfAny(int index) {
            this.index = index;
        }

        @Override
        boolean isNull(RuleValues values) {
            return values.isNull(index);
        }

        @Override
        long value(RuleValues values) {
            return values.bits(index);
        }
    }
}
