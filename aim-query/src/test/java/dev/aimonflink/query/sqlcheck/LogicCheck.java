package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Asks for the same in two ways that have to agree whatever the rows are, so that no judge is needed.
 *
 * <ul>
 *   <li>A condition is true, false or unknown: the rows of each case are together all rows. So are their counts, sums, extremes and
 *       groups.
 *   <li>As many rows are selected by a condition as have it in a list of its values.
 * </ul>
 *
 * <p>Both are known from the literature, as ternary logic partitioning and as non-optimizing reference engine construction.
 */
final class LogicCheck {
    static final String AGREED = "agreed";
    static final String REFUSED = "left out: a row fails, or the text is refused";

    private static final int CHECKS_OF_A_WORLD = 100;
    private static final int[] PARTITIONS = {1, 2, 7};

    private final long seed;
    private final Tally tally;

    private LogicCheck(long seed) {
        this.seed = seed;
        tally = new Tally(seed);
    }

    /**
     * Checks some conditions. The same seed draws the same worlds and texts.
     */
    static CheckReport run(int conditions, long seed) {
        LogicCheck check = new LogicCheck(seed);
        return check.tally.overWorlds(conditions, CHECKS_OF_A_WORLD, check::world);
    }

    private void world(int index, int count) {
        Random random = RandomWorld.random(seed, index);
        RandomWorld world = new RandomWorld(random);
        List<SqlMatrix> matrices = new ArrayList<>();
        for (Kernels kernels :
                List.of(new ScalarKernels(), KernelChoice.chosen().kernels())) {
            for (int partitions : PARTITIONS) {
                matrices.add(new SqlMatrix(world.tables(), partitions, kernels));
            }
        }
        world.draw(
                event -> matrices.forEach(matrix -> matrix.event(event)),
                (key, attributes) -> matrices.forEach(matrix -> matrix.profile(key, attributes)));
        long timeMs = RandomWorld.NOW_MS + random.nextInt(2) * RandomWorld.DAY_MS;
        matrices.forEach(matrix -> matrix.advanceTo(timeMs));
        SqlText sql = new SqlText(world.tables(), SqlCheck.WIDE);
        RandomTexts texts = new RandomTexts(world.tables().find("cards").orElseThrow(), random);
        for (int i = 0; i < count; i++) {
            AskedCondition asked =
                    new AskedCondition(matrices.get(random.nextInt(matrices.size())), sql, texts.condition(2));
            tally.count(Tally.QUERIES);
            String name = "seed=%d, world=%d, check=%d, partitions=%d: %s"
                    .formatted(seed, index, i, asked.matrix.partitions(), asked.condition);
            try {
                String difference =
                        switch (random.nextInt(4)) {
                            case 0 -> rows(asked, texts.value() + ", " + texts.value());
                            case 1 -> totals(asked, texts.numberColumn());
                            case 2 -> groups(asked, texts.value(), texts.numberColumn());
                            default -> selected(asked);
                        };
                if (difference == null) {
                    tally.count(AGREED);
                } else {
                    tally.differ(name, difference);
                }
            } catch (QueryFailure refused) {
                tally.count(REFUSED);
            } catch (NoScanException ofOneEntity) {
                tally.count("left out: asks for one entity");
            }
        }
    }

    /** A condition over the cards of a matrix. */
    private record AskedCondition(SqlMatrix matrix, SqlText sql, String condition) {
        /** The rows of a query, whose text ends where a condition may follow. */
        List<List<Object>> all(String select, String behind) {
            return rows(select + " from cards" + behind);
        }

        /** The rows of the same query for each of the three cases. */
        List<List<List<Object>>> cases(String select, String behind) {
            return Stream.of("(%s)", "not (%s)", "(%s) is null")
                    .map(each -> rows(select + " from cards where " + each.formatted(condition) + behind))
                    .toList();
        }

        List<List<Object>> rows(String text) {
            Query query = sql.query(text, List.of());
            if (!(query instanceof SqlQuery scan)) {
                throw new NoScanException();
            }
            QueryResult result = matrix.ask(scan);
            if (result.error() != null) {
                throw new QueryFailure(result.error());
            }
            return result.rows();
        }
    }

    /** A case asks for one entity by its key. */
    private static final class NoScanException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static String rows(AskedCondition asked, String values) {
        return same(
                "rows of " + values,
                sorted(asked.all("select " + values, "").stream()),
                sorted(asked.cases("select " + values, "").stream().flatMap(List::stream)));
    }

    private static List<String> sorted(Stream<List<Object>> rows) {
        return rows.map(row -> row.stream().map(LogicCheck::shown).toList().toString())
                .sorted()
                .toList();
    }

    /** The same for values that are equal: any of them may stand for the others. */
    private static String shown(Object value) {
        if (value instanceof BigDecimal exact) {
            return number(exact).toPlainString();
        }
        return value instanceof Double number && number == 0 ? "0.0" : String.valueOf(value);
    }

    private static String totals(AskedCondition asked, String number) {
        String select = "select count(*), sum(%s), min(%s), max(%s)".formatted(number, number, number);
        List<Object> all = asked.all(select, "").get(0);
        List<List<Object>> cases =
                asked.cases(select, "").stream().map(rows -> rows.get(0)).toList();
        return same(select, numbers(all), merged(cases));
    }

    private static List<BigDecimal> numbers(List<Object> row) {
        return row.stream().map(LogicCheck::number).toList();
    }

    private static BigDecimal number(Object value) {
        return value == null ? null : new BigDecimal(value.toString()).stripTrailingZeros();
    }

    /** Of a count, a sum, a minimum and a maximum. */
    private static List<BigDecimal> merged(List<List<Object>> rows) {
        List<BigDecimal> merged = new ArrayList<>();
        for (int column = 0; column < 4; column++) {
            final int index = column;
            Stream<BigDecimal> values =
                    rows.stream().map(row -> number(row.get(index))).filter(Objects::nonNull);
            BigDecimal value =
                    switch (column) {
                        case 2 -> values.min(BigDecimal::compareTo).orElse(null);
                        case 3 -> values.max(BigDecimal::compareTo).orElse(null);
                        default -> values.reduce(BigDecimal::add).orElse(null);
                    };
            merged.add(value == null ? null : value.stripTrailingZeros());
        }
        return merged;
    }

    private static String groups(AskedCondition asked, String key, String number) {
        String select = "select %s, count(*), sum(%s)".formatted(key, number);
        return same(
                select + " group by 1",
                byKey(List.of(asked.all(select, " group by 1"))),
                byKey(asked.cases(select, " group by 1")));
    }

    /** By key, the count and the sum, of which nulls are no part. */
    private static Map<String, List<BigDecimal>> byKey(List<List<List<Object>>> answers) {
        Map<String, List<BigDecimal>> byKey = new TreeMap<>();
        for (List<List<Object>> rows : answers) {
            for (List<Object> row : rows) {
                byKey.merge(
                        shown(row.get(0)),
                        Arrays.asList(number(row.get(1)), number(row.get(2))),
                        (a, b) -> Arrays.asList(added(a.get(0), b.get(0)), added(a.get(1), b.get(1))));
            }
        }
        return byKey;
    }

    private static BigDecimal added(BigDecimal a, BigDecimal b) {
        return a == null ? b : b == null ? a : a.add(b).stripTrailingZeros();
    }

    private static String selected(AskedCondition asked) {
        Object selected = asked.rows("select count(*) from cards where " + asked.condition)
                .get(0)
                .get(0);
        long listed = asked.rows("select (" + asked.condition + ") is true from cards").stream()
                .filter(row -> row.get(0).equals(true))
                .count();
        Object chosen = asked.rows("select count(case when " + asked.condition + " then 1 end) from cards")
                .get(0)
                .get(0);
        return same("rows that are selected, listed and chosen", List.of(selected, selected), List.of(listed, chosen));
    }

    private static String same(String of, Object expected, Object actual) {
        return expected.equals(actual) ? null : "%s: %s, but in cases %s".formatted(of, expected, actual);
    }
}
