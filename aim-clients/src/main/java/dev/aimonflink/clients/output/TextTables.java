package dev.aimonflink.clients.output;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.aimonflink.sql.text.VisibleText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

/** Tables as text for people: numbers right-aligned, doubles shortened, a dash for null. */
final class TextTables {
    /** Costs per second have four significant digits. */
    private static final int MAX_DECIMALS = 6;

    /** Of a number with only zeros in its first places. */
    private static final MathContext DIGITS_OF_TINY_ONES = new MathContext(4);

    private static final int MARGINS = 2;
    /** A narrower column hardly has room for a word. */
    private static final int NARROWEST = 14;

    private TextTables() {}

    /** @param width to fit if possible */
    static String of(List<String> columns, List<? extends List<?>> rows, int width) {
        return drawn(columns, rightOnes(columns.size(), rows), texts(rows), width);
    }

    /** More rows for below a table, as wide if possible: without a head, and without a line below, as more may follow. */
    static String below(String table, List<? extends List<?>> rows) {
        String border = table.substring(1, table.indexOf('\n') - 1);
        int[] widths =
                Arrays.stream(border.split("\\+")).mapToInt(String::length).toArray();
        Object[][] cells = visible(texts(rows));
        String drawn = drawn(null, widths, rightOnes(widths.length, rows), cells, Integer.MAX_VALUE);
        return drawn.substring(drawn.indexOf('\n') + 1, drawn.lastIndexOf('\n', drawn.length() - 2) + 1);
    }

    private static boolean[] rightOnes(int columns, List<? extends List<?>> rows) {
        boolean[] toRight = new boolean[columns];
        for (int i = 0; i < toRight.length; i++) {
            toRight[i] = areNumbers(rows, i);
        }
        return toRight;
    }

    private static List<List<String>> texts(List<? extends List<?>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(TextTables::cell).toList())
                .toList();
    }

    private static Object[][] visible(List<List<String>> texts) {
        return texts.stream()
                .map(row -> row.stream().map(VisibleText::ofLine).toArray())
                .toArray(Object[][]::new);
    }

    static boolean areNumbers(List<? extends List<?>> rows, int column) {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.get(column) == null || row.get(column) instanceof Number);
    }

    /**
     * Invisible characters are escaped, even newlines: a text can neither drive a terminal nor look like a row.
     *
     * @param columnsOrNull the head; null for none
     * @param width beyond which texts of the widest columns wrap
     */
    static String drawn(List<String> columnsOrNull, boolean[] toRight, List<List<String>> texts, int width) {
        if (columnsOrNull == null && texts.isEmpty()) {
            return "";
        }
        Object[][] cells = visible(texts);
        return drawn(columnsOrNull, new int[toRight.length], toRight, cells, widestCell(columnsOrNull, cells, width));
    }

    private static String drawn(
            List<String> columnsOrNull, int[] least, boolean[] toRight, Object[][] cells, int widest) {
        Column[] headers = new Column[toRight.length];
        for (int i = 0; i < headers.length; i++) {
            HorizontalAlign align = toRight[i] ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            headers[i] = new Column()
                    .header(columnsOrNull == null ? null : VisibleText.ofLine(columnsOrNull.get(i)))
                    .headerAlign(align)
                    .dataAlign(align)
                    .minWidth(least[i])
                    .maxWidth(widest);
        }
        return AsciiTable.builder()
                        .lineSeparator("\n")
                        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
                        .data(headers, cells)
                        .asString()
                + "\n";
    }

    /** The width of a cell with its margins, beyond which it wraps. */
    private static int widestCell(List<String> columnsOrNull, Object[][] cells, int width) {
        if (columnsOrNull == null || width == Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        int[] widths = new int[columnsOrNull.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = MARGINS + columnsOrNull.get(i).length();
            for (Object[] row : cells) {
                widths[i] = Math.max(widths[i], MARGINS + row[i].toString().length());
            }
        }
        int widest = Arrays.stream(widths).max().orElse(0);
        while (widest > NARROWEST && lineOf(widths, widest) > width) {
            widest--;
        }
        return widest;
    }

    private static int lineOf(int[] widths, int widest) {
        return 1 + Arrays.stream(widths).map(each -> 1 + Math.min(each, widest)).sum();
    }

    private static String cell(Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return shortened(BigDecimal.valueOf(number));
        }
        if (value instanceof BigDecimal number) {
            // Amounts keep their cents; longer fractions are ratios.
            return number.scale() > MAX_DECIMALS ? shortened(number) : number.toPlainString();
        }
        return value.toString();
    }

    private static String shortened(BigDecimal number) {
        BigDecimal rounded = number.setScale(MAX_DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        // What is tiny is not nothing.
        return rounded.signum() == 0 && number.signum() != 0
                ? number.round(DIGITS_OF_TINY_ONES).stripTrailingZeros().toString()
                : rounded.toPlainString();
    }
}
