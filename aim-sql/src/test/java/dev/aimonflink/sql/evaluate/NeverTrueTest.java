package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.NeverTrue;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The other half, that no condition is found that a row makes true, is tested by {@link ConditionTest}. */
class NeverTrueTest {
    private static final String[] COMPARISONS = {"=", "<", "<=", ">", ">="};
    private static final String[] NUMBERS = {"-1", "0", "0.5", "1", "2", "2.5", "3", "9999", "9999.5", "10000", "10001"
    };

    /** All that lie between those numbers and in the range of the column. */
    private static final List<Long> ITEMS = List.of(0L, 1L, 2L, 3L, 4L, 9998L, 9999L, 10_000L);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFindWhatNoNumberOfARangeMakesTrue(long seed) {
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < 2_000; i++) {
            String condition = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(each -> (random.nextBoolean() ? "items " : "not items ")
                            + COMPARISONS[1 + random.nextInt(COMPARISONS.length - 1)] + " "
                            + NUMBERS[random.nextInt(NUMBERS.length)])
                    .collect(Collectors.joining(" and "));
            condition += random.nextBoolean() ? "" : " and items = " + NUMBERS[random.nextInt(NUMBERS.length)];
            Condition compiled = Condition.of(Samples.condition(condition));
            boolean isNever = ITEMS.stream().noneMatch(items -> compiled.holds(new Samples.Values(null, items)));
            assertThat(NeverTrue.is(Samples.condition(condition), column -> true))
                    .as("seed %d: %s", seed, condition)
                    .isEqualTo(isNever);
            found += isNever ? 1 : 0;
        }
        assertThat(found).isBetween(500, 1_900);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "false",
                "null",
                "items > 10000",
                "items < 0",
                "0 > items",
                "items = 2.5",
                "items in (-1, 10001, null)",
                "amount > 100000.00",
                "amount > 10 and amount < 5",
                "amount > 10 and online and not (amount >= 5)",
                "amount between 6 and 5",
                "items = 1 and items = 2",
                "merchant = 'FOOD' and merchant = 'FUEL'",
                "city = 'Bern' and (online and city = 'Basel')",
                "online and not online",
                "items = null",
                "items > 10000 or amount > 1000000",
                "items in (1, 2) and items is null",
                "items is null and items > 5",
                "online is null and online",
                "items in (1, 2.5, 4) and items > 4",
                "items > 4 and items in (1, 2.5, 4)",
                "amount in (1.005, 2.005)",
                "items not in (1, null)",
                "items <> null",
                "merchant not in ('FOOD', 'FUEL', 'TRAVEL')",
                "merchant <> 'FOOD' and merchant <> 'FUEL' and merchant <> 'TRAVEL'",
                "merchant in ('FOOD', 'FUEL') and merchant = 'TRAVEL'",
                "merchant in ('FOOD', 'FUEL') and merchant not in ('FUEL', 'FOOD')",
                "city in ('Bern', 'Basel') and city not in ('Basel', 'Bern', 'Chur')",
                "items in (null)",
                "cast(items as numeric(9,2)) > 10000"
            })
    void shouldFindWhatNoRowMakesTrue(String condition) {
        assertThat(NeverTrue.is(Samples.condition(condition), column -> true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "cast(amount as integer) = 5 and amount > 5.2",
                "cast(amount as integer) in (5) and amount > 5.2",
                "cast(amount as integer) = 100000",
                "items >= 10000",
                "items <> 2.5",
                "amount > 99999.99",
                "amount > 5 and amount < 5.02",
                "not (amount > 10 and amount < 5)",
                "merchant = 'FOOD' or merchant = 'FUEL'",
                "merchant <> 'FOOD'",
                "items > 10000 or online",
                "items > 5 or items < 3",
                "ratio > 1 and ratio < 1",
                "items in (1, 2) and delta is null",
                "items in (1, 2.5, 4) and items >= 4",
                "items in (1, delta) and items > 5",
                "items is null and (items > 5 or online)",
                "items is null or items is not null",
                "items + 1 is null and items > 5",
                "merchant not in ('FOOD', 'FUEL')",
                "merchant in ('FOOD', 'FUEL') and merchant <> 'FUEL'",
                "city in ('Bern', 'Basel') and city <> 'Basel'",
                "city <> 'Bern' and city <> 'Basel'",
                "ratio in (1.5) and ratio in (2.5)",
                "at in ('2026-11-20T00:00:00Z', null)"
            })
    void shouldFindNothingWhereARowCouldMakeItTrueOrNobodyCanTell(String condition) {
        assertThat(NeverTrue.is(Samples.condition(condition), column -> true)).isFalse();
    }

    @Test
    void shouldFindThatAColumnIsNeverMissing() {
        Bound condition = Samples.condition("items is null or not (items is not null)");
        assertThat(NeverTrue.is(condition, column -> !column.name().equals("items")))
                .isTrue();
        assertThat(NeverTrue.is(condition, column -> column.name().equals("items")))
                .isFalse();
    }
}
