package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.type.SqlType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.rows.SmallTables.aggregate;
import static dev.aimonflink.sql.rows.SmallTables.call;
import static dev.aimonflink.sql.rows.SmallTables.filter;
import static dev.aimonflink.sql.rows.SmallTables.ordered;
import static dev.aimonflink.sql.rows.SmallTables.term;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What files of statements cannot ask of aggregates: places and words of errors, labels, and functions that PostgreSQL lacks. What they can
 * ask is in {@code aggregates.slt} and {@code aggregates-of-values.slt}.
 */
class AggregatesTest {
    private final SmallTables tables = new SmallTables();

    private String value(AggregateFunction function, String type, SqlType result, String values) {
        Plan table = table(type, values);
        return value(table, call(table, function, result, "v"));
    }

    private Plan table(String type, String values) {
        return tables.add("values", "v " + type, values.replace("_", "").split(" ", -1));
    }

    private String value(Plan table, AggregateCall call) {
        return assertThat(tables.run(aggregate(table, "", call)))
                .singleElement()
                .actual();
    }

    @ParameterizedTest
    @CsvSource({"SUM,1.7e308 1.7e308", "AVG,1.7e308 1.7e308", "VAR_POP,1e200 -1e200"})
    void shouldReportDoublesThatAreTooLarge(AggregateFunction function, String values) {
        assertFails(SqlException.class, () -> value(function, "double", SqlType.DOUBLE, values))
                .hasMessage("The result is out of the range of double precision.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @Test
    void shouldDivideASumOfMonthsWithoutLosingOne() {
        Plan table = table("text", "P1M" + " P1M".repeat(48));
        assertThat(value(table, call(table, AggregateFunction.AVG, SqlType.INTERVAL, "v::interval")))
                .isEqualTo("1 mon");
    }

    @Test
    void shouldFindTheLeastAndTheGreatestLabelByTheirPlaces() {
        String labels = "FOOD TRAVEL FUEL";
        assertThat(value(AggregateFunction.MIN, "merchant", SqlType.NUMERIC, labels))
                .isEqualTo("FUEL");
        assertThat(value(AggregateFunction.MAX, "merchant", SqlType.NUMERIC, labels))
                .isEqualTo("TRAVEL");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,1 b,3 c,2|b|a
            a,_ b,1 c,_|b|b
            z,3 b,3 y,1 c,1|b|c
            _,3 b,1|''|b
            _,3 b,3|b|b
            a,_ b,_|''|''
            """)
    void shouldFindTheValueWhereAnotherIsGreatestOrLeast(String pairs, String greatest, String least) {
        for (boolean isReversed : new boolean[] {false, true}) {
            List<String> rows =
                    Arrays.asList(pairs.replace("_", "").replace(',', '|').split(" "));
            if (isReversed) {
                Collections.reverse(rows);
            }
            Plan table = tables.add("pairs", "v text, n int", rows.toArray(String[]::new));
            assertThat(value(table, call(table, AggregateFunction.ARG_MAX, SqlType.TEXT, "v, n")))
                    .isEqualTo(greatest);
            assertThat(value(table, call(table, AggregateFunction.ARG_MIN, SqlType.TEXT, "v, n")))
                    .isEqualTo(least);
        }
    }

    @ParameterizedTest
    @CsvSource({"1.01,1.01", "-0.5,-0.5", "'NaN'::float8,NaN"})
    void shouldRejectAFractionThatIsNone(String fraction, String shown) {
        Plan table = table("int", "1");
        AggregateCall call = call(table, AggregateFunction.PERCENTILE_DISC, SqlType.INTEGER, fraction);
        assertFails(SqlException.class, () -> value(filter(table, "v > 1"), ordered(call, term(table, "v"))))
                .hasMessage("The fraction of percentile_disc is " + shown + ". Give one from 0 to 1.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @Test
    void shouldReportASumThatItsTypeDoesNotHold() {
        Plan table = table("bigint", "9223372036854775807 1");
        // PostgreSQL types such a sum as numeric; that of integers would need more rows than a test has.
        AggregateCall call = call(table, AggregateFunction.SUM, SqlType.BIGINT, "v");
        assertFails(SqlException.class, () -> value(table, call))
                .hasMessage("The result is out of the range of bigint.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }
}
