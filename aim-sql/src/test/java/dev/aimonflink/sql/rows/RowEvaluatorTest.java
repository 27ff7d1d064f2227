package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RowEvaluatorTest {
    private static final Samples.Values ROW = new Samples.Values(
            1L,
            3L,
            5_000_000_000L,
            -1250L,
            Double.doubleToRawLongBits(0.5),
            1L,
            "Zürich",
            1_795_132_800_000L,
            null,
            null);

    private static String show(String text) {
        Bound bound = Samples.bind(text);
        Object value = RowEvaluator.evaluate(bound, ROW.row());
        return bound.type() + " " + (value instanceof BigDecimal number ? number.toPlainString() : value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true and null|null",
                "false and null|false",
                "null and false|false",
                "null and null|null",
                "true or null|true",
                "null or true|true",
                "false or null|null",
                "not null|null",
                "null = null|null",
                "null is null|true",
                "null is unknown|true",
                "declined is not true|true",
                "declined is false|false",
                "null is not distinct from null|true",
                "1 is distinct from null|true",
                "1 is distinct from 1.0|false",
                "3 in (1, null)|null",
                "1 in (1, null)|true",
                "3 not in (1, null)|null",
                "null in (1)|null",
                "items between 1 and 3|true",
                "items between 3 and 1|false",
                "items between symmetric 3 and 1|true",
                "items between null and 1|false",
                "items between 1 and null|null",
                "amount = '-12.496'|false",
                "amount = '-12.5'|true",
                "city like 'Z_rich'|true",
                "city like 'z%'|false",
                "city ilike 'z%'|true",
                "city not like '%x%'|true",
                "null like 'a'|null",
                "'50%' like '50!%' escape '!'|true",
                "merchant = 'FUEL'|true",
                "merchant < 'TRAVEL'|true",
                "merchant::text < 'GO'|true",
                "at >= '2026-11-20'|true",
                "at = '2026-11-20 00:00:00Z'|true",
                "at < '2026-11-20T01:00:00+02'|false",
                "online|true",
                "online = false|false",
                "true > false|true"
            })
    void shouldKnowThreeTruths(String text, String truth) {
        assertThat(show(text)).isEqualTo("boolean " + truth);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "7 / 2¦integer 3",
                "-7 / 2¦integer -3",
                "-7 % 3¦integer -1",
                "7 / 2.0¦numeric 3.5000000000000000",
                "1 / 3.0¦numeric 0.33333333333333333333",
                "100000 / 3.0¦numeric 33333.333333333333",
                "2.0 / 30000¦numeric 0.000066666666666666666667",
                "0 / 3.0¦numeric 0.00000000000000000000",
                "12345678.9 / 7¦numeric 1763668.414285714286",
                "amount / items¦numeric -4.1666666666666667",
                "1.10 + 2¦numeric 3.10",
                "1.10 * 2.5¦numeric 2.750",
                "amount * items¦numeric -37.50",
                "7.5 % 2¦numeric 1.5",
                "amount + 0.005¦numeric -12.495",
                "items + account¦bigint 5000000003",
                "items + 1.5¦numeric 4.5",
                "ratio * 3¦double precision 1.5",
                "ratio + amount¦double precision -12.0",
                "-items¦integer -3",
                "-amount¦numeric(18,2) 12.50",
                "- -2147483648¦bigint 2147483648",
                "-9223372036854775808¦bigint -9223372036854775808",
                "9223372036854775808¦numeric 9223372036854775808",
                "1e3¦numeric 1000",
                "1.5e-3¦numeric 0.0015",
                "2.5::int¦integer 3",
                "-2.5::int¦integer -3",
                "(2.5::float8)::int¦integer 2",
                "'12'::int + 1¦integer 13",
                "1.005::numeric(10, 2)¦numeric(10,2) 1.01",
                "true::int¦integer 1",
                "12::text || 'x'¦text 12x",
                "0.1::float8::numeric¦numeric 0.1",
                "1e15::float8::text¦text 1e15",
                "3::float8::text¦text 3",
                "abs(-3)¦integer 3",
                "abs(amount)¦numeric 12.50",
                "round(2.345, 2)¦numeric 2.35",
                "round(-2.5)¦numeric -3",
                "round(2.5::float8)¦double precision 2.0",
                "trunc(-2.9)¦numeric -2",
                "round(1234, -2)¦numeric 1200",
                "ceil(2.1)¦numeric 3",
                "floor(-2.1)¦numeric -3",
                "sign(amount)¦numeric -1",
                "mod(7, 4)¦integer 3",
                "length(city)¦integer 6",
                "upper(city)¦text ZÜRICH",
                "lower(merchant)¦text fuel",
                "coalesce(delta, items)¦integer 3",
                "nullif(items, 3)¦integer null",
                "nullif(items, 4)¦integer 3",
                "greatest(1, delta, 2.5)¦numeric 2.5",
                "least(items, 1)¦integer 1",
                "case when declined then 1 when online then 2.5 end¦numeric 2.5",
                "case items when 3 then 'three' else 'more' end¦text three",
                "case when declined then 1 end¦integer null",
                "delta + 1¦integer null",
                "' Infinity'::float8¦double precision Infinity",
                "'-inf'::float8¦double precision -Infinity",
                "'nan'::float8¦double precision NaN",
                "'1.5e1'::float8¦double precision 15.0",
                "null || 'x'¦text null"
            })
    void shouldCalculateAsPostgresDoes(String text, String typeAndValue) {
        assertThat(show(text)).isEqualTo(typeAndValue);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2147483647 + 1|22003|The result is out of the range of integer.",
                "account * 5000000000|22003|The result is out of the range of bigint.",
                "(-2147483648)::int / -1|22003|The result is out of the range of integer.",
                "-9223372036854775808 / -1|22003|The result is out of the range of bigint.",
                "abs(-2147483648)|22003|The result is out of the range of integer.",
                "1e200::float8 * 1e200|22003|The result is out of the range of double precision.",
                "items / 0|22012|A number is divided by zero. Use NULLIF(divisor, 0).",
                "amount % 0|22012|A number is divided by zero. Use NULLIF(divisor, 0).",
                "city::int|22P02|\"Zürich\" is not a number. Write one like 12.50.",
                "'1.5d'::float8|22P02|'1.5d' is not a number.",
                "'1e999'::float8|22003|The result is out of the range of double precision.",
                "account::int|22003|The result is out of the range of integer.",
                "12345.6::numeric(4, 1)|22003|The result is out of the range of numeric(4,1)."
            })
    void shouldReportWhatHasNoResult(String text, String code, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> show(text))
                .withMessage(message)
                .satisfies(error -> assertThat(error.state().code()).isEqualTo(code));
    }

    @Test
    void shouldNotEvaluateWhatDoesNotMatter() {
        assertThat(show("items = 0 and 1 / 0 > 1")).isEqualTo("boolean false");
        assertThat(show("items = 3 or 1 / 0 > 1")).isEqualTo("boolean true");
        assertThat(show("case when items = 3 then 1 else 1 / 0 end")).isEqualTo("integer 1");
        assertThat(show("coalesce(items, 1 / 0)")).isEqualTo("integer 3");
    }
}
