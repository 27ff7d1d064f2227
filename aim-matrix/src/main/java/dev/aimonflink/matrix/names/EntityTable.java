package dev.aimonflink.matrix.names;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A table whose keys are attributes. All cells are texts, even those that look like numbers: a postal code keeps its leading zero, and
 * nobody has to guess what a file means. Immutable.
 *
 * <p>Rows are sorted by key, the first column, so that looking up one of up to a million rows needs no index.
 */
public final class EntityTable implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final int NO_ROW = -1;

    private final String name;
    private final List<String> columns;

    /** Column by column: one array for each instead of a million rows with one each. */
    private final String[][] cells;

    /** @param rows have a cell for each column, and distinct keys */
    public EntityTable(String name, List<String> columns, List<String[]> rows) {
        this.name = name;
        this.columns = List.copyOf(columns);
        List<String[]> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing(row -> row[0]));
        cells = new String[columns.size()][sorted.size()];
        for (int row = 0; row < sorted.size(); row++) {
            String[] given = sorted.get(row);
            if (given.length != cells.length) {
                throw new IllegalArgumentException("A row has " + given.length + " cells, not " + cells.length + ".");
            }
            for (int column = 0; column < cells.length; column++) {
                cells[column][row] = given[column];
            }
            if (row > 0 && cells[0][row].equals(cells[0][row - 1])) {
                throw new IllegalArgumentException("Two rows have the key " + cells[0][row] + ".");
            }
        }
    }

    public String name() {
        return name;
    }

    /** The key's first. */
    public List<String> columns() {
        return columns;
    }

    public int rows() {
        return cells[0].length;
    }

    /** The row with a key, or {@link #NO_ROW}. */
    public int lookup(String key) {
        int row = Arrays.binarySearch(cells[0], key);
        return row < 0 ? NO_ROW : row;
    }

    public String cell(int row, int column) {
        return cells[column][row];
    }

    /** The cells of a column, row by row; those of column 0 are the sorted keys. */
    public List<String> column(int column) {
        return Collections.unmodifiableList(Arrays.asList(cells[column]));
    }

    public List<String> row(int row) {
        return Arrays.stream(cells).map(column -> column[row]).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntityTable that
                && name.equals(that.name)
                && columns.equals(that.columns)
                && Arrays.deepEquals(cells, that.cells);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + columns.hashCode()) + Arrays.deepHashCode(cells);
    }

    @Override
    public String toString() {
        return name + columns + " of " + rows() + " rows";
    }
}
