package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.Plan;
import java.util.Random;
import java.util.StringJoiner;

/** Tables by chance whose values are few, so that many are equal, and of which some are null. */
final class RandomRows {
    private static final String[] NUMERICS = {"0", "0.00", "1", "1.0", "1.00", "-2.5", "10", "1e1"};
    private static final String[] DOUBLES = {"0", "-0", "1", "0.1", "0.2", "NaN", "Infinity", "-3"};
    private static final String[] TEXTS = {"a", "b", "B", "Aa", "BB", "\uFFFD", "\uD83D\uDE00"};
    private static final String[] MERCHANTS = {"FUEL", "FOOD", "TRAVEL"};

    private final Random random;

    RandomRows(Random random) {
        this.random = random;
    }

    /**
     * Adds a table with columns of all types.
     *
     * @param prefix of the names of its columns
     */
    Plan add(SmallTables tables, String name, String prefix, int rows) {
        String columns =
                "%1$sid int, %1$si int, %1$sl bigint, %1$sn numeric, %1$sd double, %1$st text, %1$sm merchant, %1$sb boolean";
        String[] texts = new String[rows];
        for (int i = 0; i < rows; i++) {
            texts[i] = new StringJoiner("|")
                    .add(String.valueOf(i))
                    .add(maybe(String.valueOf(random.nextInt(8) - 3)))
                    .add(maybe(String.valueOf(random.nextBoolean() ? random.nextInt(3) : Long.MAX_VALUE)))
                    .add(maybe(oneOf(NUMERICS)))
                    .add(maybe(oneOf(DOUBLES)))
                    .add(maybe(oneOf(TEXTS)))
                    .add(maybe(oneOf(MERCHANTS)))
                    .add(maybe(String.valueOf(random.nextBoolean())))
                    .toString();
        }
        return tables.add(name, columns.formatted(prefix), texts);
    }

    String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String maybe(String value) {
        return random.nextInt(6) == 0 ? "" : value;
    }
}
