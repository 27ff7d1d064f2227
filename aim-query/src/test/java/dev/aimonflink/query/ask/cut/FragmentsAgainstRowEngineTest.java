package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.statement.From;
import dev.aimonflink.query.ask.statement.Payments;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** Partitions and merger give the answers of one engine over plain rows, for random plans. */
class FragmentsAgainstRowEngineTest {
    private static final int PLANS = 40;
    private static final List<String> NUMBERS = List.of(
            "count_events_this_day",
            "count_events_of_online_this_week",
            "sum_amount_this_week",
            "min_amount_this_day",
            "max_amount_of_online_this_day",
            "avg_amount_this_week",
            "sum_items_this_week",
            "max_items_this_day",
            "sum_amount_this_day * count_events_this_day",
            "sum_items_this_week / 3",
            "max_items_this_day + 1",
            "coalesce(max_amount_this_day, 0)",
            "\"limit\"",
            "\"limit\" - sum_amount_this_day",
            "points",
            "coalesce(points, 3) / 2",
            "case when vip then sum_amount_this_week else 0 end");
    private static final List<String> DOUBLES = List.of("sum_rate_this_day", "max_rate_of_online_this_week", "score");
    private static final List<String> OTHERS = List.of(
            "zip",
            "zip_city",
            "tier",
            "home_bank",
            "home_bank_bank",
            "note",
            "vip",
            "max_booked_at_this_day",
            "since",
            "vip and zip = 'CH-8000'");
    private static final List<String> CONDITIONS = List.of(
            "count_events_this_day > 1",
            "max_amount_this_day is null",
            "min_amount_this_week < 0 or vip",
            "zip = 'CH-8000'",
            "zip_country <> 'Germany'",
            "tier > 'silver'",
            "note like '%b%' or note = 'Zürich'",
            "not vip",
            "home_bank in (1, 20)",
            "home_bank = 39 or zip >= 'XX'",
            "\"limit\" > 1.5",
            "points < 7 or points is null",
            "score >= 0",
            "since > '2026-11-18T12:00:00Z'",
            "avg_amount_this_week > 2.5",
            "sum_rate_this_day between -1 and 3",
            "card_id % 3 <> 0",
            "max_booked_at_this_day > '2026-11-18T12:00:00.5Z'");

    private Random random;
    private long seed;

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private String anyValue() {
        int kind = random.nextInt(6);
        return kind < 3 ? any(NUMBERS) : kind == 3 ? any(DOUBLES) : any(OTHERS);
    }

    private String anyCall() {
        String number = random.nextInt(4) == 0 ? any(DOUBLES) : any(NUMBERS);
        return switch (random.nextInt(12)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + anyValue() + ")";
            case 2 -> "sum(" + number + ")";
            case 3 -> "avg(" + number + ")";
            case 4 -> "min(" + anySorted() + ")";
            case 5 -> "max(" + anySorted() + ")";
            case 6 -> any(List.of("stddev_pop", "stddev_samp", "var_pop", "var_samp")) + "(" + number + ")";
            case 7 -> any(List.of("bool_and", "bool_or")) + "(vip)";
            case 8 -> any(List.of("arg_max", "arg_min")) + "(" + anyValue() + "; " + anySorted() + ")";
            case 9 -> any(List.of("count", "sum", "avg")) + " distinct(" + number + ")";
            case 10 -> "count distinct(" + anyValue() + ")";
            default -> "percentile_disc(" + any(List.of("0", "0.5", "0.9", "1")) + "; " + anySorted() + ")";
        };
    }

    /** What has a least and a greatest value. */
    private String anySorted() {
        return Stream.generate(this::anyValue)
                .filter(value -> !value.startsWith("vip"))
                .findFirst()
                .orElseThrow();
    }

    private List<String> some(int most, Supplier<String> draw) {
        List<String> drawn = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            drawn.add(draw.get());
        }
        return drawn;
    }

    private From rows() {
        From rows = From.table(Payments.TABLES, random.nextBoolean() ? "cards" : "analyticsmatrix");
        if (random.nextInt(3) == 0) {
            Plan.Join.Kind kind = random.nextBoolean() ? Plan.Join.Kind.INNER : Plan.Join.Kind.LEFT;
            rows = rows.join(kind, From.table(Payments.TABLES, "regions").as("r"), "zip = r_zip")
                    .where("r_people is null or r_people < '5'");
        } else if (random.nextInt(4) == 0) {
            rows = rows.join(From.table(Payments.TABLES, "banks").as("b"), null).where("b_id = home_bank");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            rows = rows.where(any(CONDITIONS));
        }
        return rows;
    }

    private From plan() {
        return switch (random.nextInt(8)) {
            case 0 -> rows().all(some(4, this::anyCall).toArray(String[]::new));
            case 1, 2 ->
                rows().group(some(3, this::anyValue), some(4, this::anyCall).toArray(String[]::new));
            case 3 ->
                rows().select(some(3, this::anyValue).toArray(String[]::new)).distinct();
            case 4 -> {
                From selected = rows().select("card_id", anyValue(), anyValue());
                yield selected.orderBy("c1" + direction(), "c2" + direction(), "c0")
                        .limit(random.nextInt(9), random.nextInt(3));
            }
            case 5 ->
                rows().group(List.of(anyValue()), anyCall())
                        .orderBy("c0" + direction())
                        .limit(1 + random.nextInt(3), random.nextInt(2));
            case 6 -> joined();
            default -> {
                From one = rows().select("card_id", "zip_city");
                yield one.unionAll(
                        rows().group(List.of("home_bank_bank"), "count(*)").select("c1", "c0"));
            }
        };
    }

    /** What partitions cannot join. */
    private From joined() {
        From one = rows().select("card_id", "zip_city");
        From other = rows().group(List.of("zip_city"), "count(*)")
                .select("c0", "c1 + 0")
                .as("o");
        From both = one.join(
                any(List.of("a", "b")).equals("a") ? Plan.Join.Kind.INNER : Plan.Join.Kind.FULL, other, "c1 = o_c0");
        return both.where("o_c1 > 1").select("c0", "o_c1");
    }

    private String direction() {
        return random.nextBoolean() ? " desc" : "";
    }

    @RepeatedTest(8)
    void shouldGiveTheAnswersOfOneEngineOverPlainRows(RepetitionInfo repetition) {
        seed = repetition.getCurrentRepetition();
        random = new Random(seed);
        List<SqlMatrix> matrices = Stream.of(1, 2, 7)
                .map(count -> new SqlMatrix(Payments.TABLES, count))
                .toList();
        Payments payments = new Payments(random, matrices.toArray(SqlMatrix[]::new));
        for (int i = 0; i < PLANS; i++) {
            PlannedQuery query = plan().query();
            List<List<Object>> expected = new ArrayList<>();
            for (Object[] row : RowEngine.run(query, payments, AnswerLimits.USUAL.ofMerger(), StopCheck.NEVER)
                    .rows()) {
                expected.add(Arrays.stream(row)
                        .map(FragmentsAgainstRowEngineTest::shown)
                        .toList());
            }
            boolean isSorted = query.plan() instanceof Plan.Limit || query.plan() instanceof Plan.Aggregate;
            for (SqlMatrix matrix : matrices) {
                QueryResult result = matrix.ask(query);
                String plan = "plan " + i;
                Supplier<String> what = () -> "seed=%d, %s: %s".formatted(seed, plan, query);
                assertThat(result.error()).as(what).isNull();
                assertSame(what, sorted(expected, isSorted), sorted(result.rows(), isSorted));
            }
        }
    }

    private static Object shown(Object value) {
        return value instanceof Instant ? value.toString() : value;
    }

    private static List<List<Object>> sorted(List<List<Object>> rows, boolean isSorted) {
        return isSorted
                ? rows
                : rows.stream()
                        .sorted((a, b) -> a.toString().compareTo(b.toString()))
                        .toList();
    }

    /** Sums and moments of doubles may differ in their last digits. */
    private static void assertSame(Supplier<String> what, List<List<Object>> expected, List<List<Object>> actual) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.get(row).size(); column++) {
                Object value = expected.get(row).get(column);
                Object other = actual.get(row).get(column);
                boolean isClose = value instanceof Double a
                        && other instanceof Double b
                        && Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a));
                if (!isClose) {
                    String place = ", row " + row + ", column " + column;
                    assertThat(other).as(() -> what.get() + place).isEqualTo(value);
                }
            }
        }
    }
}
