package dev.aimonflink.sql.plan;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class PlannedQueryTest {
    private final SmallSchema schema = new SmallSchema();

    private String given(String text, Object... values) {
        return ShownPlan.of(schema.bind(text).withValues(Arrays.asList(values)));
    }

    private void refuse(String text, String code, String message, Object... values) {
        assertRefused(code, message, () -> given(text, values));
    }

    @Test
    void shouldPutValuesInThePlaceOfParameters() {
        String text = "select i from t where i = $1 and n > $2 and at < $3 and e = $4 and on_ = $5 and d < $6";
        String plan = "project i#0 i:integer < filter ((((((i#0 = 5:integer) and (n#2 > 1.005:numeric)) and (at#6 <"
                + " 1970-01-01T00:00:00Z:timestamp with time zone)) and (e#7 = 'LOW':enum)) and (on_#5 ="
                + " true:boolean)) and (d#3 < 0.5:double precision)) < scan t";
        assertThat(given(text, 5L, new BigDecimal("1.005"), Instant.EPOCH, "LOW", true, 0.5))
                .isEqualTo(plan);
        assertThat(given(text, "5", "1.005", "1970-01-01", "LOW", "t", "0.5"))
                .as("values as texts")
                .isEqualTo(plan);
        assertThat(given("select $1::int, (select $1 + 1)", 5))
                .isEqualTo("project 5:integer int4:integer, ?0:integer ?column?:integer < values(); ?0 value: project"
                        + " (5:integer + 1:integer) ?column?:integer < values()");
    }

    @Test
    void shouldMakeOneQueryOfATextWithValuesAndOneWithout() {
        String text = "select i from t where s like $1 || '%' and i in (select x from u where s ilike $2) limit $3";
        assertThat(schema.bind(text)
                        .withValues(List.of("a", "B_", 3L))
                        .toString()
                        .replaceAll("position=[0-9]+", ""))
                .isEqualTo(schema.bind(
                                "select i from t where s like 'a%' and i in (select x from u where s ilike 'B_') limit 3")
                        .toString()
                        .replaceAll("position=[0-9]+", ""));
    }

    @Test
    void shouldTakeNullForNothing() {
        assertThat(given("select i from t where i = $1 and s like $2 limit $3 offset $4", null, null, null, null))
                .isEqualTo(
                        "limit all < project i#0 i:integer < filter ((i#0 = null:integer) and null:boolean) < scan t");
    }

    @Test
    void shouldFailOnlyWhereARowNeedsAValueThatCannotBeConverted() {
        assertThat(given("select case when on_ then $1::text::int end from t", "x"))
                .isEqualTo("project case(on_#5, 'x':text::integer, null:integer) case:integer < scan t");
    }

    @Test
    void shouldSayWhichValueDoesNotFit() {
        refuse(
                "select i from t where i = $1",
                "42P02",
                "The query has parameters=1, but there are values=0. Give one value for each parameter.");
        refuse(
                "select i from t where i = $1",
                "42P02",
                "The query has parameters=1, but there are values=2. Give one value for each parameter.",
                1L,
                2L);
        refuse(
                "select i from t where s = $1 and i = $2",
                "22P02",
                "The parameter $2 has no fitting value: \"x\" is not a number. Write one like 12.50.",
                "x",
                "x");
        refuse(
                "select i from t where i = $1",
                "22003",
                "The parameter $1 has no fitting value: The result is out of the range of integer.",
                3_000_000_000L);
        refuse(
                "select i from t where e = $1",
                "22P02",
                "The parameter $1 has no fitting value: There is no value 'MID'. Known are: LOW, HIGH.",
                "MID");
        refuse(
                "select i from t where at = $1",
                "42846",
                "The parameter $1 is timestamp with time zone, but its value is boolean. Give a value of that type, or"
                        + " its text.",
                true);
        refuse(
                "select i from t where s like $1",
                "22025",
                "The pattern ends with its escape character. Write the character twice.",
                "a\\");
        refuse("select i from t limit $1", "2201W", "LIMIT is negative: -1. Write zero or more, or leave it out.", -1L);
        refuse(
                "select i from t where i in (select i from u offset $1)",
                "2201X",
                "OFFSET is negative: -2. Write zero or more.",
                -2L);
    }

    @Test
    void shouldGiveTheTimeOnce() {
        PlannedQuery query = schema.bind("select now(), current_timestamp from t where at < now()");
        assertThat(query.parameters()).isEmpty();
        assertThat(ShownPlan.of(query))
                .isEqualTo("project $0:timestamp with time zone now:timestamp with time zone,"
                        + " $0:timestamp with time zone now:timestamp with time zone < filter (at#6 <"
                        + " $0:timestamp with time zone) < scan t");
    }
}
