package dev.aimonflink.bench.peers;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Typical questions outside the catalogue: wide filters, groups of several columns, expressions, first rows, different values, percentiles.
 * They are in {@code ad-hoc.sql}, and were chosen before anything was tuned for them.
 *
 * <p>A text serves both dialects: an amount is written as {@code {12.50}}, which is 1250 cents in the peer; a column of names as {@code
 * {city}}. The name of an answer's column with amounts ends with {@code _cents}.
 */
public final class AdHocQueries {
    private static final Pattern MARK = Pattern.compile("\\{([^}]+)}");
    private static final Pattern COLUMN = Pattern.compile("[a-z]+(_[a-z]+)*_this_(day|week)");

    private static final Map<String, String> OUR_NAMES = Map.of(
            "matrix", "subscribers", "subscription type", "type", "category", "category_category", "value", "value");

    private static final Map<String, String> PEERS_NAMES = Map.of(
            "matrix",
            "analytics_matrix",
            "subscription type",
            "subscription_type",
            "category",
            "category",
            "value",
            "cell_value_type");

    private static final Map<String, String> TEXTS = SqlFile.read("ad-hoc.sql");

    private AdHocQueries() {}

    public static List<String> names() {
        return List.copyOf(TEXTS.keySet());
    }

    static boolean has(String name) {
        return TEXTS.containsKey(name);
    }

    static Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        TEXTS.values()
                .forEach(text ->
                        COLUMN.matcher(text).results().map(MatchResult::group).forEach(columns::add));
        return columns;
    }

    public static String ours(String name) {
        return MARK.matcher(TEXTS.get(name))
                .replaceAll(mark -> isAmount(mark.group(1)) ? mark.group(1) : name(OUR_NAMES, mark.group(1)));
    }

    static String peers(String name) {
        return MARK.matcher(TEXTS.get(name))
                .replaceAll(mark -> isAmount(mark.group(1))
                        ? new BigDecimal(mark.group(1)).movePointRight(2).toPlainString()
                        : name(PEERS_NAMES, mark.group(1)));
    }

    private static boolean isAmount(String mark) {
        return Character.isDigit(mark.charAt(0));
    }

    private static String name(Map<String, String> names, String mark) {
        return names.getOrDefault(mark, mark);
    }
}
