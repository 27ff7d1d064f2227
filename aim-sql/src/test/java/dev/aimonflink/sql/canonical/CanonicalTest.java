package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.ShownPlan;
import dev.aimonflink.sql.plan.SmallSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CanonicalTest {
    private final SmallSchema schema = new SmallSchema();

    private PlannedQuery canonical(String text) {
        return Canonical.of(schema.bind(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t where i = 5¦SELECT   i FROM t WHERE 5 = i
            select i from t where i < 5 and s = 'a'¦select i from t where 'a' = s and 5 > i
            select i from t where i = 1 or (i = 2 or i = 3)¦select i from t where (i = 3 or i = 1) or i = 2
            select i from t where i in (3, 1, 2)¦select i from t where i in (2, 3, 3, 1)
            select i from t where i in (5)¦select i from t where i = 5
            select i from t where i = 2 + 3¦select i from t where i = 5
            select i from t where n > 1.50¦select i from t where n > 1.5
            select i from t where i > 1 and true¦select i from t where i > 1
            select i from t where i > 1 and i > 1¦select i from t where i > 1
            select i from t where 1 = 1¦select i from t
            select i from t where not (not on_)¦select i from t where on_
            select i from t where i between 1 and 2¦select i from t where i <= 2 and i >= 1
            select i from t join u using (i)¦select t.i from t join u on u.i = t.i
            select sum(i) filter (where i > 1 and on_) from t¦select sum(i)   filter (where on_ and 1 < i) from t
            select a.i from t a where a.i = (select max(x) from u)¦select i from t where (select max(x) from u) = i
            with a as (select i from t) select * from a¦select * from (select i from t) b
            select i from t where i = $1 and on_¦select i from t where on_ and $1 = i
            select i from t where b <> 0 and s = 'a' and i / b > 1¦select i from t where s = 'a' and b <> 0 and i / b > 1
            """)
    void shouldMakeTheSamePlanOfTheSameQuestion(String one, String other) {
        assertThat(canonical(one)).isEqualTo(canonical(other)).hasSameHashCodeAs(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', textBlock = """
            select i from t¦select i as x from t
            select i from t where i < 5¦select i from t where i > 5
            select i from t where i / b > 1 and b / i > 1¦select i from t where b / i > 1 and i / b > 1
            select i from t where s like 'a%'¦select i from t where s ilike 'a%'
            select i from t where i = $1 and b = $2¦select i from t where i = $2 and b = $1
            select count(i) from t¦select count(distinct i) from t
            """)
    void shouldKeepDifferentQuestionsApart(String one, String other) {
        assertThat(canonical(one)).isNotEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select 1 + 2 * 3¦project 7:integer ?column?:integer < values()
            select 1 / 0¦project (1:integer / 0:integer) ?column?:integer < values()
            select i from t where 1 / 0 = 1 and i > 0¦project i#0 i:integer < filter ((i#0 > 0:integer) and ((1:integer / 0:integer) = 1:integer)) < scan t
            select i from t where i > 0 and 1 > 2¦project i#0 i:integer < filter false:boolean < scan t
            select i from t where on_ and null¦project i#0 i:integer < filter (null:boolean and on_#5) < scan t
            select i from t where b in (3, null, 1, 3)¦project i#0 i:integer < filter in(b#1, 1:bigint, 3:bigint, null:bigint) < scan t
            select i from t where (i > 0 or b / i > 1) and on_¦project i#0 i:integer < filter (on_#5 and ((i#0 > 0:integer) or ((b#1 / i#0::bigint) > 1:bigint))) < scan t
            """)
    void shouldComputeWhatCannotFail(String text, String plan) {
        assertThat(ShownPlan.of(canonical(text))).isEqualTo(plan);
    }

    @Test
    void shouldHaveNoPositions() {
        PlannedQuery query = canonical(
                "select s, sum(i) filter (where i > 1) from t where s like 'a' and i in (1, 2) and n > -d group by s"
                        + " having count(*) > (select 1 from u limit 1) order by 2 limit 5");
        assertThat(query.toString()).contains("position=0").doesNotContainPattern("position=[1-9]");
    }

    /** Where an expression has a value, its canonical form has the same. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldNotChangeAnyTruth(long seed) {
        Random random = new Random(seed);
        int values = 0;
        int truths = 0;
        for (int i = 0; i < 2_000; i++) {
            String text = "select i from t where " + condition(random, 4);
            Bound written = filter(schema.bind(text).plan());
            Bound canonical = filter(canonical(text).plan());
            for (int row = 0; row < 5; row++) {
                Object[] columns = row(random);
                Row fields = index -> columns[index];
                Object expected;
                try {
                    expected = RowEvaluator.evaluate(written, fields);
                } catch (SqlException notThere) {
                    continue;
                }
                values++;
                truths += expected == Boolean.TRUE ? 1 : 0;
                Object actual = canonical == null || RowEvaluator.evaluate(canonical, fields) == Boolean.TRUE;
                assertThat(actual)
                        .as("seed %d: %s of %s", seed, text, Arrays.toString(columns))
                        .isEqualTo(expected == Boolean.TRUE);
            }
        }
        assertThat(values).as("seed %d", seed).isGreaterThan(5_000);
        assertThat(truths).as("seed %d", seed).isBetween(values / 20, values - values / 20);
    }

    /** Null if all rows pass. */
    private static Bound filter(Plan plan) {
        return ((Plan.Project) plan).input() instanceof Plan.Filter filter ? filter.condition() : null;
    }

    private static String condition(Random random, int depth) {
        return switch (depth == 0 ? 2 + random.nextInt(6) : random.nextInt(8)) {
            case 0 ->
                "(" + condition(random, depth - 1) + oneOf(random, " and ", " or ") + condition(random, depth - 1)
                        + ")";
            case 1 -> "not (" + condition(random, depth - 1) + ")";
            case 2 -> oneOf(random, "on_", "true", "null", "on_ is null", "s like 'a%'", "1 / i > 0");
            case 3 -> "i in (" + number(random) + ", " + random.nextInt(3) + ", 2)";
            case 4 -> number(random) + " is distinct from " + number(random);
            default -> number(random) + oneOf(random, " = ", " <> ", " < ", " <= ", " > ", " >= ") + number(random);
        };
    }

    private static String number(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> "i";
            case 1 -> "b";
            case 2 -> "n";
            case 3 -> String.valueOf(random.nextInt(3));
            default -> oneOf(random, "(i + b)", "(n * 2)", "(1 + 1)", "(b / i)", "1.0", "coalesce(i, 1)", "-n");
        };
    }

    private static String oneOf(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Object[] row(Random random) {
        return new Object[] {
            maybe(random, (long) random.nextInt(3)),
            maybe(random, (long) random.nextInt(3)),
            maybe(random, BigDecimal.valueOf(random.nextInt(5) * 50L, 2)),
            maybe(random, random.nextInt(3) / 2.0),
            maybe(random, oneOf(random, "a", "ab", "b")),
            maybe(random, random.nextBoolean()),
            Instant.EPOCH,
            "LOW"
        };
    }

    private static Object maybe(Random random, Object value) {
        return random.nextInt(5) == 0 ? null : value;
    }
}
