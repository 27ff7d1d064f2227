package dev.aimonflink.clients.output;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Tables for people: numbers to the right, doubles shortened, a dash for null. */
final class Tables {
    /** Costs per second have four digits that mean something. */
    private static final int MAX_DECIMALS = 6;

    private Tables() {}

    static String of(List<String> columns, List<? extends List<?>> rows) {
        Column[] headers = new Column[columns.size()];
        for (int i = 0; i < headers.length; i++) {
            final int index = i;
            boolean numbers = !rows.isEmpty()
                    && rows.stream().allMatch(row -> row.get(index) == null || row.get(index) instanceof Number);
            HorizontalAlign align = numbers ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            headers[i] = new Column()
                    .header(columns.get(i))
                    .headerAlign(align)
                    .dataAlign(align)
                    .maxWidth(Integer.MAX_VALUE);
        }
        Object[][] cells = rows.stream()
                .map(row -> row.stream().map(Tables::cell).toArray())
                .toArray(Object[][]::new);
        return AsciiTable.builder()
                        .lineSeparator("\n")
                        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
                        .data(headers, cells)
                        .asString()
                + "\n";
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
        return rounded.toPlainString();
    }
}
