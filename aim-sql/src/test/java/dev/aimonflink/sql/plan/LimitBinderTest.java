package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class LimitBinderTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t limit 5 offset 2¦limit 5:bigint offset 2:bigint < project i#0 i:integer < scan t
            select i from t limit 2.5¦limit 3:bigint < project i#0 i:integer < scan t
            select i from t limit '3'¦limit 3:bigint < project i#0 i:integer < scan t
            select i from t limit null offset $1¦limit all offset $1:bigint < project i#0 i:integer < scan t; parameters [bigint]
            select i from t offset 1¦limit all offset 1:bigint < project i#0 i:integer < scan t
            """)
    void shouldTakeANumberOrAParameter(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t limit -1¦2201W¦23¦LIMIT is negative: -1. Write zero or more, or leave it out.
            select i from t offset -1¦2201X¦24¦OFFSET is negative: -1. Write zero or more.
            select i from t limit 'x'¦22P02¦22¦"x" is not a number. Write one like 12.50.
            select i from t limit length($1)¦0A000¦22¦LIMIT needs a number or a parameter. Write how many rows.
            select i from t limit true¦42804¦22¦LIMIT needs a number, not boolean. Write how many rows.
            """)
    void shouldRefuseOtherLimits(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
