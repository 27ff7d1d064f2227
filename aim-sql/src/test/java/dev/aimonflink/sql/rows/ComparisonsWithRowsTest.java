package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SmallSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ANY} and {@code ALL}, and several values at a time. */
class ComparisonsWithRowsTest {
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    private static Object value(String text) {
        PlannedQuery query = new SmallSchema().bind("select " + text);
        RowAnswer answer = RowEngine.run(query, new SmallTables(), SmallTables.LIMITS, StopCheck.NEVER);
        return answer.rows().get(0)[0];
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "2 > any (values (1), (3))¦true",
                "2 > all (values (1), (3))¦false",
                "2 > any (select 1 where false)¦false",
                "2 > all (select 1 where false)¦true",
                "null > any (select 1 where false)¦false",
                "null > any (values (1))¦null",
                "2 > any (values (1), (null))¦true",
                "1 > any (values (1), (null))¦null",
                "2 < all (values (1), (null))¦false",
                "0 < all (values (1), (null))¦null",
                "true > any (values (false))¦true",
                "'b' >= some (values ('b'))¦true",
                "1.5 < any (values (1), (2))¦true",
                "2 > any (array[3, 1])¦true",
                "2 > all (array[3, 1])¦false",
                "2 = any (array[3, 2])¦true",
                "2 <> all (array[3, 2])¦false",
                "(1, 2) = (1, 2)¦true",
                "(1, 2) = (1, null)¦null",
                "(1, 2) = (2, null)¦false",
                "(1, 2) <> (2, null)¦true",
                "(1, 2) < (1, 3)¦true",
                "(1, 2) < (0, 3)¦false",
                "(1, 2) <= (1, 2)¦true",
                "(1, null) < (2, 1)¦true",
                "(1, null) < (1, 1)¦null",
                "(null, 1) < (1, 2)¦null",
                "(2, 'a') >= (1, 'b')¦true",
                "row(1, 2, 3) > row(1, 2, 2)¦true",
                "(1, 'a') in ((2, 'a'), (1, 'a'))¦true",
                "(1, 'a') not in ((2, 'a'), (1, null))¦null"
            })
    void shouldKnowThreeResults(String text, String result) {
        assertThat(String.valueOf(value(text))).isEqualTo(result);
    }

    @Test
    void shouldCompareWithEachRowOfAQuery() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            List<String> values = random.ints(random.nextInt(4), 0, 4)
                    .mapToObj(number -> number == 0 ? "null" : "" + number)
                    .toList();
            String operand = random.nextInt(5) == 0 ? "null::int" : "" + (1 + random.nextInt(3));
            String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
            boolean isAll = random.nextBoolean();
            String rows = values.isEmpty()
                    ? "select 1 where false"
                    : values.stream()
                            .map(value -> "(" + value + "::int)")
                            .collect(Collectors.joining(", ", "values ", ""));
            String text = operand + " " + operator + (isAll ? " all " : " any ") + "(" + rows + ")";
            String conditions = values.stream()
                    .map(value -> operand + " " + operator + " " + value)
                    .collect(Collectors.joining(isAll ? " and " : " or "));
            Object expected = values.isEmpty() ? (Object) isAll : value(conditions);
            assertThat(value(text)).as("seed %d: %s", seed, text).isEqualTo(expected);
            if (!values.isEmpty()) {
                String array = operand + " " + operator + (isAll ? " all " : " any ") + "(array" + values + ")";
                assertThat(value(array)).as("seed %d: %s", seed, array).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldJoinNaturallyByTheColumnsOfBothSides() {
        assertThat(rows("select * from (values (1, 2), (3, 4)) as l (a, b) natural join (values (3, 5)) as r (a, c)"))
                .containsExactly("[3, 4, 5]");
        assertThat(
                        rows(
                                "select * from (values (1, 2), (3, 4)) as l (a, b) natural left join (values (5, 3)) as r (c, a)"))
                .containsExactly("[1, 2, null]", "[3, 4, 5]");
        assertThat(rows("select * from (values (1), (2)) as l (a) natural join (values (3)) as r (b)"))
                .containsExactly("[1, 3]", "[2, 3]");
    }

    private static List<String> rows(String text) {
        return RowEngine.run(new SmallSchema().bind(text), new SmallTables(), SmallTables.LIMITS, StopCheck.NEVER)
                .rows()
                .stream()
                .map(Arrays::toString)
                .toList();
    }
}
