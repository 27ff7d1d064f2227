package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicRecord.Expected;
import dev.aimonflink.query.sqllogic.LogicRecord.Order;
import dev.aimonflink.query.sqllogic.LogicRecord.Question;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** Shows the rows of an answer as files have them: a value a line, in the order and with the digits that the query asks for. */
public final class ShownValues {
    private static final int DIGITS_OF_REAL = 3;

    private ShownValues() {}

    /** Whether an answer has the expected values. */
    static boolean areExpected(Question question, List<List<Object>> rows) {
        Expected expected = question.expected();
        if (rows.stream().anyMatch(row -> row.size() != question.types().length())) {
            return false;
        }
        List<String> values = of(question, rows);
        return values.size() == expected.count()
                && (expected.md5() == null
                        ? values.equals(expected.values())
                        : md5(values).equals(expected.md5()));
    }

    /** All values, sorted as the question says, with all digits that they have. */
    static List<String> exact(Question question, List<List<Object>> rows) {
        return exact(question.order(), rows);
    }

    /** All values in an order, with all digits that they have. */
    public static List<String> exact(Order order, List<List<Object>> rows) {
        return of(rows.isEmpty() ? "" : "T".repeat(rows.get(0).size()), order, rows);
    }

    /** All values, sorted as the question says. */
    static List<String> of(Question question, List<List<Object>> rows) {
        return of(question.types(), question.order(), rows);
    }

    private static List<String> of(String types, Order order, List<List<Object>> rows) {
        List<List<String>> shown = new ArrayList<>();
        for (List<Object> row : rows) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(shown(types.charAt(i), row.get(i)));
            }
            shown.add(values);
        }
        if (order == Order.ROWSORT) {
            shown.sort(ShownValues::compareRows);
        }
        List<String> all = new ArrayList<>();
        shown.forEach(all::addAll);
        if (order == Order.VALUESORT) {
            all.sort(Comparator.naturalOrder());
        }
        return all;
    }

    private static int compareRows(List<String> a, List<String> b) {
        for (int i = 0; i < a.size(); i++) {
            int compared = a.get(i).compareTo(b.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** A number in a column of whole ones is cut at its point, as the first system that ran the files did. */
    private static String shown(char type, Object value) {
        if (value == null) {
            return "NULL";
        }
        return switch (type) {
            case 'I' -> number(value).setScale(0, RoundingMode.DOWN).toPlainString();
            case 'R' ->
                number(value).setScale(DIGITS_OF_REAL, RoundingMode.HALF_UP).toPlainString();
            default -> text(plain(value));
        };
    }

    /** Doubles as Java writes them, whatever computed them; others as casts do. */
    private static String plain(Object value) {
        boolean isFloating = value instanceof Double || value instanceof Float;
        return isFloating ? value.toString() : (String) Casts.convert(value, SqlType.TEXT, 0);
    }

    private static BigDecimal number(Object value) {
        return new BigDecimal(value.toString());
    }

    /** Texts are one line of printable ASCII. */
    private static String text(String value) {
        return value.isEmpty() ? "(empty)" : value.replaceAll("[^ -~]", "@");
    }

    private static String md5(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            for (String value : values) {
                digest.update(value.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java has MD5.", e);
        }
    }
}
