package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SmallSchema;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ANY} and {@code ALL}, and several values at a time. */
class ComparisonsWithRowsTest {
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    private static Object value(String text) {
        PlannedQuery query = new SmallSchema().bind("select " + text);
        RowEngine.RowAnswer answer = RowEngine.run(query, new SmallTables(), SmallTables.LIMITS, StopCheck.NEVER);
        return answer.rows().get(0)[0];
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
}
