package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.rows.SmallTables.aggregate;
import static dev.aimonflink.sql.rows.SmallTables.call;
import static dev.aimonflink.sql.rows.SmallTables.distinct;
import static dev.aimonflink.sql.rows.SmallTables.filter;
import static dev.aimonflink.sql.rows.SmallTables.ordered;
import static dev.aimonflink.sql.rows.SmallTables.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The results that a PostgreSQL gave for the same values. */
class AggregatesTest {
    /** From the tests of PostgreSQL. */
    private static final String MEASURED = "7.8 99.097 0.09561 324.78";

    private final SmallTables tables = new SmallTables();

    /** A value of one column of numbers. */
    private String value(AggregateFunction function, String type, String values) {
        Plan table = table(type, values);
        return value(table, call(table, function, resultType(function, type), "v"));
    }

    private Plan table(String type, String values) {
        return tables.add("values", "v " + type, values.replace("_", "").split(" ", -1));
    }

    private String value(Plan table, AggregateCall call) {
        List<String> rows = tables.run(aggregate(table, "", call));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static SqlType resultType(AggregateFunction function, String type) {
        if (type.equals("double")) {
            return SqlType.DOUBLE;
        }
        return function == AggregateFunction.SUM && type.equals("int") ? SqlType.BIGINT : SqlType.NUMERIC;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COUNT|int|1 _ 1 _|2",
                "SUM|int|2147483647 2147483647 _|4294967294",
                "SUM|bigint|9223372036854775807 9223372036854775807|18446744073709551614",
                "SUM|numeric|1.5 2.25 -3.7500|0.0000",
                "SUM|numeric|_ _|",
                "AVG|int|56 0 42|32.6666666666666667",
                "AVG|int|1 2 3|2.0000000000000000",
                "AVG|int|0 0|0.00000000000000000000",
                "AVG|bigint|9223372036854775807 9223372036854775806|9223372036854775807",
                "AVG|numeric|0.10 0.20|0.15000000000000000000",
                "AVG|numeric|7.8 99.097 0.09561 324.78|107.9431525000000000",
                "AVG|numeric|0.00001 0.00002|0.000015000000000000000000",
                "AVG|numeric|_|",
                "VAR_POP|int|1 2 3 4|1.2500000000000000",
                "VAR_SAMP|int|1 2 3 4|1.6666666666666667",
                "STDDEV_POP|int|1 2 3 4|1.1180339887498948",
                "STDDEV_SAMP|int|1 2 3 4|1.2909944487358056",
                "VAR_SAMP|bigint|9000000000000000000 -9000000000000000000|162000000000000000000000000000000000000",
                "STDDEV_SAMP|numeric|0.0001 0.0003|0.000141421356237309504880",
                "VAR_POP|numeric|3.00|0",
                "STDDEV_POP|numeric|3.00 3.0|0",
                "STDDEV_SAMP|numeric|3.00 3.0|0",
                "VAR_SAMP|numeric|3.00 _|",
                "STDDEV_SAMP|int|_|",
                "VAR_POP|int|_|"
            })
    void shouldGiveTheDigitsOfPostgresForExactNumbers(
            AggregateFunction function, String type, String values, String expected) {
        String value = value(function, type, values);
        assertThat(value).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource({
        "VAR_POP,17189.054065929769",
        "VAR_SAMP,22918.738754573025",
        "STDDEV_POP,131.107032862199",
        "STDDEV_SAMP,151.389361431288"
    })
    void shouldGiveTheDeviationsThatPostgresTestsItselfWith(AggregateFunction function, String expected) {
        assertThat(value(function, "numeric", MEASURED)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SUM|0.1 0.2 0.3|0.6000000000000001",
                "SUM|-0 _|-0.0",
                "SUM|1 Infinity|Infinity",
                "SUM|-Infinity Infinity|NaN",
                "AVG|1 2 4|2.3333333333333335",
                "AVG|-Infinity 1|-Infinity",
                "AVG|_|",
                "AVG|100000003 100000004 100000006 100000007|1.00000005E8",
                "VAR_POP|100000003 100000004 100000006 100000007|2.5",
                "VAR_POP|7000000000005 7000000000007|1.0",
                "VAR_POP|1|0.0",
                "VAR_SAMP|1|",
                "VAR_SAMP|_|",
                "STDDEV_SAMP|1 2 3 4|1.2909944487358056",
                "STDDEV_POP|1 2 3 4|1.118033988749895",
                "VAR_POP|Infinity|NaN",
                "VAR_SAMP|Infinity|",
                "VAR_POP|1 Infinity|NaN",
                "VAR_POP|Infinity 1|NaN",
                "STDDEV_POP|NaN 1|NaN"
            })
    void shouldComputeWithDoublesAsPostgresDoes(AggregateFunction function, String values, String expected) {
        assertThat(value(function, "double", values)).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource({"SUM,1.7e308 1.7e308", "AVG,1.7e308 1.7e308", "VAR_POP,1e200 -1e200"})
    void shouldReportDoublesThatAreTooLarge(AggregateFunction function, String values) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> value(function, "double", values))
                .withMessage("The result is out of the range of double precision.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int|3 _ 1 2|1|3",
                "numeric|1.0 1.00 0.5 0.50|0.50|1.00",
                "double|1 NaN -Infinity|-Infinity|NaN",
                "double|0 -0|-0.0|-0.0",
                "text|b a B \uFFFD \uD83D\uDE00|B|\uD83D\uDE00",
                "merchant|FOOD TRAVEL FUEL|FUEL|TRAVEL",
                "boolean|true false _|false|true",
                "timestamp|2026-01-02 2026-01-01 _|2026-01-01T00:00:00Z|2026-01-02T00:00:00Z",
                "int|_|''|''"
            })
    void shouldFindTheLeastAndTheGreatestValueOfEachType(String type, String values, String least, String greatest) {
        assertThat(value(AggregateFunction.MIN, type, values)).isEqualTo(least);
        assertThat(value(AggregateFunction.MAX, type, values)).isEqualTo(greatest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"true _ true|true|true", "true false|false|true", "false _|false|false", "_ _|''|''"})
    void shouldKnowWhetherAllAreTrueOrOneIs(String values, String all, String one) {
        assertThat(value(AggregateFunction.BOOL_AND, "boolean", values)).isEqualTo(all);
        assertThat(value(AggregateFunction.BOOL_OR, "boolean", values)).isEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,1 b,3 c,2|b|a",
                "a,_ b,1 c,_|b|b",
                "z,3 b,3 y,1 c,1|b|c",
                "_,3 b,1|''|b",
                "_,3 b,3|b|b",
                "a,_ b,_|''|''"
            })
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
    @CsvSource(
            delimiter = '|',
            value = {
                "0|v|1",
                "0.25|v|1",
                "0.26|v|2",
                "0.5|v|2",
                "0.75|v|3",
                "1|v|4",
                "0.5|v desc|3",
                "0|v desc|4",
                "null::double precision|v|''"
            })
    void shouldFindTheValueThatAFractionOfAllDoesNotExceed(String fraction, String order, String expected) {
        Plan table = table("int", "3 _ 1 4 _ 2");
        AggregateCall call = call(table, AggregateFunction.PERCENTILE_DISC, SqlType.INTEGER, fraction);
        assertThat(value(table, ordered(call, term(table, order)))).isEqualTo(expected);
    }

    @Test
    void shouldFindNoPercentileOfNoValues() {
        Plan table = table("int", "_ _");
        AggregateCall call = call(table, AggregateFunction.PERCENTILE_DISC, SqlType.INTEGER, "0.5");
        assertThat(value(table, ordered(call, term(table, "v")))).isEmpty();
        assertThat(value(filter(table, "v > 0"), ordered(call, term(table, "v"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1.01,1.01", "-0.5,-0.5", "'NaN'::float8,NaN"})
    void shouldRejectAFractionThatIsNone(String fraction, String shown) {
        Plan table = table("int", "1");
        AggregateCall call = call(table, AggregateFunction.PERCENTILE_DISC, SqlType.INTEGER, fraction);
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> value(filter(table, "v > 1"), ordered(call, term(table, "v"))))
                .withMessage("The fraction of percentile_disc is " + shown + ". Give one from 0 to 1.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COUNT|int|1 _ 1 2|2",
                "COUNT|numeric|1 1.0 1.00 2|2",
                "COUNT|double|0 -0 NaN NaN|2",
                "COUNT|text|a b a|2",
                "SUM|int|1 _ 1 2|3",
                "SUM|numeric|2.50 2.5 1|3.50",
                "SUM|double|0.3 0.2 0.1 0.3|0.6000000000000001",
                "AVG|int|1 1 2|1.5000000000000000",
                "VAR_SAMP|int|1 1 2 3 3 4|1.6666666666666667",
                "STDDEV_POP|double|4 3 3 2 1|1.118033988749895",
                "MAX|int|1 1 2 2|2"
            })
    void shouldTakeEqualValuesOnceAndInTheirOrder(
            AggregateFunction function, String type, String values, String expected) {
        Plan table = table(type, values);
        AggregateCall call = call(table, function, resultType(function, type), "v");
        assertThat(value(table, distinct(call))).isEqualTo(expected);
    }

    @Test
    void shouldTakeOnlyRowsForWhichTheFilterIsTrue() {
        Plan table = table("int", "1 2 _ 3");
        AggregateCall sum = call(table, AggregateFunction.SUM, SqlType.BIGINT, "v");
        assertThat(value(table, SmallTables.filtered(table, sum, "v <> 2"))).isEqualTo("4");
        AggregateCall rows = call(table, AggregateFunction.COUNT_ROWS, SqlType.BIGINT, "");
        assertThat(value(table, SmallTables.filtered(table, rows, "v <> 2"))).isEqualTo("2");
        assertThat(value(table, SmallTables.filtered(table, sum, "v > 7"))).isEmpty();
    }

    @Test
    void shouldReportASumThatItsTypeDoesNotHold() {
        Plan table = table("bigint", "9223372036854775807 1");
        // PostgreSQL types such a sum as numeric; that of integers would need more rows than a test has.
        AggregateCall call = call(table, AggregateFunction.SUM, SqlType.BIGINT, "v");
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> value(table, call))
                .withMessage("The result is out of the range of bigint.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("22003"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }
}
