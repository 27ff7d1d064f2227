package dev.aimonflink.matrix.names;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The codes of a table's column, by the code of the attribute that is the key: a scan has the key's code of each row, and gets the cell of
 * any column by {@code column.code(keyCode)}. Comes from {@link AttributeColumns}.
 *
 * <p>Codes are those of a listed column: the different cells, sorted, from 1 on. A text that is not a key of the table has a greater code
 * than its keys. Immutable.
 */
public final class TableCodes {
    private final CodedNames names;

    /** By key code; nothing for {@link AttributeColumns#NONE}. */
    private final int[] byKeyCode;

    /** @param maxKeyCode the greatest possible code of a key */
    TableCodes(List<String> cells, int maxKeyCode, IntUnaryOperator rowOf) {
        names = CodedNames.sorted(cells.stream().distinct().sorted().toList());
        byKeyCode = new int[maxKeyCode + 1];
        for (int keyCode = 1; keyCode <= maxKeyCode; keyCode++) {
            int row = rowOf.applyAsInt(keyCode);
            byKeyCode[keyCode] = row == EntityTable.NO_ROW ? AttributeColumns.NONE : names.code(cells.get(row));
        }
    }

    /** The cell for a key's code; null if the table has no such key. */
    public String cell(int keyCode) {
        return name(code(keyCode));
    }

    int code(int keyCode) {
        return keyCode < byKeyCode.length ? byKeyCode[keyCode] : AttributeColumns.NONE;
    }

    CodedNames codedNames() {
        return names;
    }

    /** The different cells, by code. */
    public List<String> names() {
        return names.inOrder();
    }

    /** Null if the code is {@link AttributeColumns#NONE}. */
    public String name(int code) {
        return code == AttributeColumns.NONE ? null : names.name(code);
    }
}
