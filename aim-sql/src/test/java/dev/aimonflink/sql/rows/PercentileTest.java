package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.SmallSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PercentileTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.5|(3), (1), (4), (2)|x|2.5
            0|(3), (1), (4), (2)|x|1.0
            1|(3), (1), (4), (2)|x|4.0
            0.25|(3), (1), (4), (2)|x|1.75
            0.25|(3), (1), (4), (2)|x desc|3.25
            0.5|(3), (null), (1)|x|2.0
            0.5|(1.5), (2)|x|1.75
            0.5|(null::int)|x|null
            null|(1)|x|null
            """)
    void shouldFindTheNumberAtAFractionOfTheWay(String fraction, String values, String order, String expected) {
        String text = "select percentile_cont(%s) within group (order by %s) from (values %s) as v (x)"
                .formatted(fraction, order, values);
        RowEngine.RowAnswer answer =
                RowEngine.run(new SmallSchema().bind(text), new SmallTables(), SmallTables.LIMITS, StopCheck.NEVER);
        assertThat(String.valueOf(answer.rows().get(0)[0])).isEqualTo(expected);
    }
}
