package dev.aimonflink.matrix.names;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The codes of a table's column, by the code of the attribute that is the key. A scan has the key's code of each row, and gets with
 * it the cell of any column: {@code column.code(keyCode)}. Comes from {@link AttributeColumns}.
 *
 * <p>Codes are those of a listed column: the different cells, sorted, from 1 on. A text that is no key of the table has a greater code than
 * its keys. Immutable.
 */
public final class TableCodes {
    private final CodedNames names;

    /** By the code of the key. The key {@link AttributeColumns#NONE} has none. */
    private final int[] byKeyCode;

    /**
     * @param cells the column, row by row
     * @param maxKeyCode the greatest code that a key of the table may have
     * @param rowOf the row of a code of a key, or {@link EntityTable#NO_ROW}
     */
    TableCodes(List<String> cells, int maxKeyCode, IntUnaryOperator rowOf) {
        names = CodedNames.sorted(cells.stream().distinct().sorted().toList());
        byKeyCode = new int[maxKeyCode + 1];
        for (int keyCode = 1; keyCode <= maxKeyCode; keyCode++) {
            int row = rowOf.applyAsInt(keyCode);
            byKeyCode[keyCode] = row == EntityTable.NO_ROW ? AttributeColumns.NONE : names.code(cells.get(row));
        }
    }

    /** The cell that belongs to a key's code; null if the table has no such key. */
    public String cell(int keyCode) {
        return name(code(keyCode));
    }

    int code(int keyCode) {
        return keyCode < byKeyCode.length ? byKeyCode[keyCode] : AttributeColumns.NONE;
    }

    CodedNames codedNames() {
        return names;
    }

    /** The different cells, in the order of their codes. */
    public List<String> names() {
        return names.inOrder();
    }

    /** The cell of a code; null if it is {@link AttributeColumns#NONE}. */
    public String name(int code) {
        return code == AttributeColumns.NONE ? null : names.name(code);
    }
}
