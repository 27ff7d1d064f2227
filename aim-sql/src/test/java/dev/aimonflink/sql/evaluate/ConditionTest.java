package dev.aimonflink.sql.evaluate;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.bind.NeverTrue;
import dev.aimonflink.sql.rows.InitialValues;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A compiled condition gives what the evaluator gives. */
class ConditionTest {
    private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};
    private static final String[] CITIES = {"Bern", "Zürich", "", "a'b", "\uD83D\uDE00", "\uFFFD"};

    private Random random;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldGiveWhatTheEvaluatorGives(long seed) {
        random = new Random(seed);
        int[] results = new int[3];
        int neverTrue = 0;
        for (int i = 0; i < 4_000; i++) {
            String text = condition(4);
            Bound bound = Samples.condition(text);
            Condition compiled = Condition.of(bound);
            Condition withSets = Condition.of(new InitialValues().in(bound));
            boolean isNeverTrue = NeverTrue.is(bound, column -> true);
            neverTrue += isNeverTrue ? 1 : 0;
            for (int row = 0; row < 5; row++) {
                Samples.Values values = row();
                String expected = outcome(() -> {
                    Object truth = RowEvaluator.evaluate(bound, values.row());
                    return truth == null ? Condition.UNKNOWN : (Boolean) truth ? Condition.TRUE : Condition.FALSE;
                });
                String actual = outcome(() -> {
                    int truth = compiled.test(values);
                    assertThat(isNeverTrue && truth == Condition.TRUE)
                            .as("seed %d: %s is never true, but is of %s", seed, text, values)
                            .isFalse();
                    results[truth]++;
                    return truth;
                });
                assertThat(actual).as("seed %d: %s of %s", seed, text, values).isEqualTo(expected);
                assertThat(outcome(() -> withSets.test(values)))
                        .as("seed %d: %s of %s, lists as sets", seed, text, values)
                        .isEqualTo(expected);
            }
        }
        assertThat(Arrays.stream(results).min().getAsInt()).isGreaterThan(100);
        assertThat(neverTrue).isPositive();
    }

    @Test
    void shouldCompareAProductOfMoreDigitsBehindThePointThanALongHas() {
        Column rate = new Column("rate", SqlType.numeric(18, 18), 0, -3, 3);
        Bound bound = new Binder(new NamedColumns(List.of(rate), Map.of()))
                .condition(ExpressionParser.parse("rate * rate > 0"));
        Condition compiled = Condition.of(bound);
        assertThat(compiled.test(new Samples.Values(2L))).isEqualTo(Condition.TRUE);
        assertThat(compiled.test(new Samples.Values(0L))).isEqualTo(Condition.FALSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vibration > 20",
                "vibration <= 20.5",
                "20 < vibration",
                "vibration = 21 or amount * amount > 200"
            })
    void shouldNotAllocateForAnEvent(String text) {
        Column vibration = Column.of("vibration", SqlType.DOUBLE, 0);
        Column amount = new Column("amount", SqlType.numeric(6, 2), 1, 0, 999_999);
        Condition condition = Condition.of(new Binder(new NamedColumns(List.of(vibration, amount), Map.of()))
                .condition(ExpressionParser.parse(text)));
        Samples.Values values = new Samples.Values(Double.doubleToLongBits(20.25), 2_000L);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int truth = condition.test(values);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            truth += condition.test(values);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
        assertThat(truth).isEqualTo(1_001 * Condition.TRUE);
    }

    private interface Trial {
        int run();
    }

    private static String outcome(Trial trial) {
        try {
            return String.valueOf(trial.run());
        } catch (SqlException error) {
            return error.state() + " at " + error.position();
        }
    }

    private String condition(int depth) {
        int kind = depth == 0 ? 2 + random.nextInt(9) : random.nextInt(11);
        return switch (kind) {
            case 0 ->
                "(" + condition(depth - 1) + (random.nextBoolean() ? " and " : " or ") + condition(depth - 1) + ")";
            case 1 -> "not " + "(" + condition(depth - 1) + ")";
            case 2 -> random.nextBoolean() ? "online" : "declined";
            case 3 ->
                (random.nextBoolean() ? "online" : "declined") + " is " + maybeNot()
                        + oneOf("null", "true", "false", "unknown");
            case 4 -> "merchant " + oneOf(COMPARISONS) + " '" + oneOf(Samples.LABELS.toArray(String[]::new)) + "'";
            case 5 -> "city " + oneOf(COMPARISONS) + " '" + oneOf(CITIES).replace("'", "''") + "'";
            case 6 -> "city " + maybeNot() + "like '" + oneOf("B%", "%r%", "_", "", "%") + "'";
            case 7 -> oneOf("items", "merchant", "city", "delta") + " is " + maybeNot() + "null";
            case 8 ->
                oneOf(
                        "items in (1, 2, 5)",
                        "items not in (1, 2)",
                        "merchant in ('FOOD', 'TRAVEL')",
                        "merchant not in ('FOOD', 'FUEL')",
                        "city in ('Bern', '')",
                        "account in (3, 9000000000, items)",
                        "at >= '2026-11-20T00:00:00.001Z'",
                        "at < '2026-11-20T00:00:00.0005Z'");
            default -> number(2) + " " + oneOf(COMPARISONS) + " " + number(2);
        };
    }

    private String maybeNot() {
        return random.nextBoolean() ? "not " : "";
    }

    private String number(int depth) {
        int kind = depth == 0 ? random.nextInt(6) : random.nextInt(8);
        return switch (kind) {
            case 0 -> "items";
            case 1 -> "amount";
            case 2 -> oneOf("account", "delta", "ratio");
            case 3 -> String.valueOf(random.nextInt(12));
            case 4 -> oneOf("0.5", "1.005", "-3.25", "2147483647", "4.0", "10000000000000000000.5");
            case 5 -> oneOf("abs(amount)", "nullif(items, 3)", "-items");
            default -> "(" + number(depth - 1) + " " + oneOf("+", "-", "*", "/") + " " + number(depth - 1) + ")";
        };
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Samples.Values row() {
        return new Samples.Values(
                maybe(random.nextInt(2)),
                maybe(random.nextInt(6)),
                maybe(random.nextBoolean() ? random.nextInt(5) : 9_000_000_000L),
                maybe(random.nextInt(20) * 25 - 325),
                maybe(Double.doubleToRawLongBits(random.nextInt(5) / 2.0)),
                maybe(random.nextInt(3)),
                random.nextInt(5) == 0 ? null : oneOf(CITIES),
                maybe(1_795_132_800_000L + random.nextInt(3)),
                maybe(random.nextInt(2)),
                maybe(random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(3) - 1));
    }

    private Long maybe(long value) {
        return random.nextInt(5) == 0 ? null : value;
    }

    @Test
    void shouldKnowThatNothingIsAmongNoValues() {
        Bound items = Samples.bind("items");
        Condition amongNone = Condition.of(new Bound.InSet(items, new ConstantSet(List.of()), 0));
        assertThat(amongNone.test(new Samples.Values(null, null))).isEqualTo(Condition.FALSE);
        Condition amongNulls = Condition.of(new Bound.InSet(items, new ConstantSet(Arrays.asList(2L, null)), 0));
        assertThat(amongNulls.test(new Samples.Values(null, 1L))).isEqualTo(Condition.UNKNOWN);
        assertThat(amongNulls.test(new Samples.Values(null, 2L))).isEqualTo(Condition.TRUE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAllocateNothingForWhatIsCompiled(boolean withSets) {
        Bound bound = Samples.condition(
                "merchant = 'TRAVEL' and amount >= 50.00 and items * 2 + 1 < 7 and city in ('Bern', 'Basel')"
                        + " and (online or declined is null) and at > '2026-01-01' and items in (2, 3)");
        Condition condition = Condition.of(withSets ? new InitialValues().in(bound) : bound);
        Samples.Values row = new Samples.Values(1L, 2L, 3L, 5000L, 0L, 2L, "Bern", 1_795_132_800_000L, null, 1L);
        assertThat(condition.holds(row)).isTrue();
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int held = 0;
        for (int i = 0; i < 100_000; i++) {
            held += condition.holds(row) ? 1 : 0;
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
        assertThat(held).isEqualTo(100_000);
    }
}
