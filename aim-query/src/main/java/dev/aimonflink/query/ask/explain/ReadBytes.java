package dev.aimonflink.query.ask.explain;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many bytes of the columns a scan reads. Columns of 64 bits have 32 where all values of a block fit, so it lies between two
 * numbers.
 */
record ReadBytes(long least, long most) {
    static ReadBytes ofRow(Collection<MatrixColumn> columns, MatrixTables tables) {
        Set<StoredColumn> stored = new LinkedHashSet<>();
        long least = 0;
        for (MatrixColumn column : columns) {
            if (column instanceof MatrixColumn.Stored own) {
                stored.add(own.column());
            } else if (column instanceof MatrixColumn.Computed computed) {
                stored.addAll(ColumnValues.operands(tables.schema(), computed.column()));
            } else {
                least += column instanceof MatrixColumn.Key ? Long.BYTES : Integer.BYTES;
            }
        }
        long most = least;
        for (StoredColumn column : stored) {
            least += column.kind().isDouble() ? Long.BYTES : Integer.BYTES;
            most += column.isInt() ? Integer.BYTES : Long.BYTES;
        }
        return new ReadBytes(least, most);
    }

    ReadBytes times(long rows) {
        return new ReadBytes(least * rows, most * rows);
    }

    boolean isExact() {
        return least == most;
    }

    @Override
    public String toString() {
        return isExact() ? String.valueOf(least) : least + " to " + most;
    }

    Map<String, Long> toMap() {
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("least", least);
        map.put("most", most);
        return map;
    }
}
