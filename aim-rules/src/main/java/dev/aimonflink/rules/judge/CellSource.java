package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.rules.judge.RuleForm.Threshold;
import dev.aimonflink.sql.evaluate.Condition;

/** Where the whole number of a column is: in a cell of the record, present or earlier, or elsewhere. */
abstract class CellSource {
    /** For a column whose values are whole numbers, perhaps with a point. */
    static CellSource of(int index, RuleColumns columns) {
        return columns.matrixColumn(index) instanceof MatrixColumn.Stored stored
                ? new OfRecord(stored.column(), columns.isBefore(index))
                : new OfAny(index);
    }

    abstract boolean isNull(RuleValues values);

    abstract long value(RuleValues values);

    /** The least valid number: a cell's null is its least or greatest number. */
    long least() {
        return Long.MIN_VALUE;
    }

    long greatest() {
        return Long.MAX_VALUE;
    }

    Condition in(Threshold threshold) {
        return fields -> {
            final RuleValues values = (RuleValues) fields;
            if (isNull(values)) {
                return Condition.UNKNOWN;
            }
            final long value = value(values);
            return value >= threshold.low() && value <= threshold.high() ? Condition.TRUE : Condition.FALSE;
        };
    }

    static final class OfRecord extends CellSource {
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

        boolean isBefore() {
            return isBefore;
        }

        boolean isInt() {
            return isInt;
        }

        int slot() {
            return slot;
        }

        @Override
        long least() {
            return canBeNull && empty < 0 ? empty + 1 : Long.MIN_VALUE;
        }

        @Override
        long greatest() {
            return canBeNull && empty > 0 ? empty - 1 : Long.MAX_VALUE;
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
