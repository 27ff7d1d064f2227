package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

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
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            true and null|null
            false and null|false
            null and false|false
            null and null|null
            true or null|true
            null or true|true
            false or null|null
            not null|null
            null = null|null
            null is null|true
            null is unknown|true
            declined is not true|true
            declined is false|false
            null is not distinct from null|true
            1 is distinct from null|true
            1 is distinct from 1.0|false
            3 in (1, null)|null
            1 in (1, null)|true
            3 not in (1, null)|null
            null in (1)|null
            items between 1 and 3|true
            items between 3 and 1|false
            items between symmetric 3 and 1|true
            items between null and 1|false
            items between 1 and null|null
            amount = '-12.496'|false
            amount = '-12.5'|true
            city like 'Z_rich'|true
            city like 'z%'|false
            city ilike 'z%'|true
            city not like '%x%'|true
            null like 'a'|null
            '50%' like '50!%' escape '!'|true
            city like city|true
            city not like concat(left(city, 1), '%')|false
            city ~ '^Z.*h$'|true
            city ~* 'RICH'|true
            city !~ 'rich'|false
            city !~* 'x'|true
            city ~ left(city, 2)|true
            city ~ null|null
            merchant = 'FUEL'|true
            merchant < 'TRAVEL'|true
            merchant::text < 'GO'|true
            at >= '2026-11-20'|true
            at = '2026-11-20 00:00:00Z'|true
            at < '2026-11-20T01:00:00+02'|false
            online|true
            online = false|false
            true > false|true
            """)
    void shouldKnowThreeTruths(String text, String truth) {
        assertThat(show(text)).isEqualTo("boolean " + truth);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            7 / 2¦integer 3
            -7 / 2¦integer -3
            -7 % 3¦integer -1
            7 / 2.0¦numeric 3.5000000000000000
            1 / 3.0¦numeric 0.33333333333333333333
            100000 / 3.0¦numeric 33333.333333333333
            2.0 / 30000¦numeric 0.000066666666666666666667
            0 / 3.0¦numeric 0.00000000000000000000
            12345678.9 / 7¦numeric 1763668.414285714286
            amount / items¦numeric -4.1666666666666667
            1.10 + 2¦numeric 3.10
            1.10 * 2.5¦numeric 2.750
            amount * items¦numeric -37.50
            7.5 % 2¦numeric 1.5
            amount + 0.005¦numeric -12.495
            items + account¦bigint 5000000003
            items + 1.5¦numeric 4.5
            ratio * 3¦double precision 1.5
            ratio + amount¦double precision -12.0
            -items¦integer -3
            -amount¦numeric(18,2) 12.50
            - -2147483648¦bigint 2147483648
            -9223372036854775808¦bigint -9223372036854775808
            9223372036854775808¦numeric 9223372036854775808
            1e3¦numeric 1000
            1.5e-3¦numeric 0.0015
            2.5::int¦integer 3
            -2.5::int¦integer -3
            (2.5::float8)::int¦integer 2
            (2.5::float)::int¦integer 2
            '12'::int + 1¦integer 13
            1.005::numeric(10, 2)¦numeric(10,2) 1.01
            true::int¦integer 1
            12::text || 'x'¦text 12x
            0.1::float8::numeric¦numeric 0.1
            1e15::float8::text¦text 1e+15
            3::float8::text¦text 3
            abs(-3)¦integer 3
            abs(amount)¦numeric 12.50
            round(2.345, 2)¦numeric 2.35
            round(-2.5)¦numeric -3
            round(2.5::float8)¦double precision 2.0
            trunc(-2.9)¦numeric -2
            round(1234, -2)¦numeric 1200
            ceil(2.1)¦numeric 3
            floor(-2.1)¦numeric -3
            sign(amount)¦numeric -1
            mod(7, 4)¦integer 3
            length(city)¦integer 6
            upper(city)¦text ZÜRICH
            lower(merchant)¦text fuel
            coalesce(delta, items)¦integer 3
            nullif(items, 3)¦integer null
            nullif(items, 4)¦integer 3
            nullif(items, 4000000000)¦integer 3
            nullif(4000000000, items)¦bigint 4000000000
            nullif(items, 3.0)¦numeric null
            greatest(1, delta, 2.5)¦numeric 2.5
            least(items, 1)¦integer 1
            case when declined then 1 when online then 2.5 end¦numeric 2.5
            case items when 3 then 'three' else 'more' end¦text three
            case when declined then 1 end¦integer null
            delta + 1¦integer null
            ' Infinity'::float8¦double precision Infinity
            '-inf'::float8¦double precision -Infinity
            'nan'::float8¦double precision NaN
            '1.5e1'::float8¦double precision 15.0
            null || 'x'¦text null
            sqrt(2)¦double precision 1.4142135623730951
            sqrt(2.0)¦numeric 1.414213562373095
            sqrt(0.0)¦numeric 0.000000000000000
            sqrt(15129.00)¦numeric 123.0000000000000
            sqrt(1000000.0)¦numeric 1000.0000000000000
            sqrt(0.0000000001)¦numeric 0.000010000000000000000
            2 ^ 10¦double precision 1024.0
            power(2, 0.5)¦double precision 1.4142135623730951
            0 ^ 0¦double precision 1.0
            (-8) ^ 3¦double precision -512.0
            exp(1)¦double precision 2.718281828459045
            ln(1)¦double precision 0.0
            log(1000)¦double precision 3.0
            power(delta, 2)¦double precision null
            concat('a', null, 1, true, 2.50)¦text a1t2.50
            left('größe', 3)¦text grö
            left('größe', -2)¦text grö
            concat('[', left('größe', -9), ']')¦text []
            right('größe', 2)¦text ße
            right('größe', -2)¦text öße
            right('größe', 9)¦text größe
            replace('banana', 'an', 'o')¦text booa
            replace('banana', '', 'o')¦text banana
            reverse('abc')¦text cba
            starts_with(city, 'Zü')¦boolean true
            starts_with(city, null)¦boolean null
            position('r' in city)¦integer 3
            strpos(city, 'x')¦integer 0
            substring(city from 2 for 3)¦text üri
            substring(city from 4)¦text ich
            substring(city from -1 for 3)¦text Z
            concat('[', substr(city, 2147483647, 2147483647), ']')¦text []
            substring(city for 2)¦text Zü
            substring(city from 'r.')¦text ri
            substring(city from 'r(.)(.)')¦text i
            substring(city, 'x')¦text null
            concat('[', trim('  a '), ']')¦text [a]
            trim(both 'xy' from 'xyaxy')¦text a
            concat(ltrim('  a '), ']')¦text a ]
            rtrim('aab', 'b')¦text aa
            cbrt(-27)¦double precision -3.0
            div(7, 2)¦numeric 3
            div(-7.5, 2)¦numeric -3
            log(2, 8)¦double precision 3.0
            lpad('größe', 7, 'xy')¦text xygröße
            lpad('größe', 3)¦text grö
            concat('[', lpad('a', 3), ']')¦text [  a]
            rpad('a', 4, 'xy')¦text axyx
            rpad('größe', -1) = ''¦boolean true
            rpad('a', 4, '')¦text a
            repeat('ab', 3)¦text ababab
            repeat('ab', -3) = ''¦boolean true
            concat_ws(', ', 'a', null, 1, true)¦text a, 1, t
            concat_ws(null, 'a')¦text null
            initcap('hELLO wORLD-of 2big züri')¦text Hello World-Of 2big Züri
            split_part('a,b,,c', ',', 2)¦text b
            split_part('a,b,,c', ',', -1)¦text c
            split_part('a,b,,c', ',', 3) = ''¦boolean true
            split_part('a,b', ',', 9) = ''¦boolean true
            split_part('a,b', '', 1)¦text a,b
            translate('12345', '143', 'ax')¦text a2x5
            ascii('ü')¦integer 252
            ascii('')¦integer 0
            chr(252)¦text ü
            at::text¦text 2026-11-20 00:00:00+00
            '2026-11-20T12:00:01.50Z'::timestamptz::text¦text 2026-11-20 12:00:01.5+00
            concat('2026-11-20T12:00:01.000250Z'::timestamptz)¦text 2026-11-20 12:00:01.00025+00
            '0001-01-01 00:00:00Z BC'::timestamptz::text¦text 0001-01-01 00:00:00+00 BC
            extract(year from at)¦numeric 2026
            extract(hour from at)¦numeric 0
            extract(hour from at at time zone 'Europe/Zurich')¦numeric 1
            extract(dow from at)¦numeric 5
            extract(isodow from '2026-11-22'::timestamptz)¦numeric 7
            extract(week from '2027-01-01'::timestamptz)¦numeric 53
            extract(isoyear from '2027-01-01'::timestamptz)¦numeric 2026
            extract(quarter from at)¦numeric 4
            extract(doy from at)¦numeric 324
            extract(epoch from at)¦numeric 1795132800.000000
            extract(second from '2026-11-20 00:00:01.5'::timestamptz)¦numeric 1.500000
            extract(milliseconds from '2026-11-20 00:00:01.5'::timestamptz)¦numeric 1500.000
            date_part('day', at)¦double precision 20.0
            date_trunc('month', at)¦timestamp with time zone 2026-11-01T00:00:00Z
            date_trunc('week', at)¦timestamp with time zone 2026-11-16T00:00:00Z
            date_trunc('quarter', at)¦timestamp with time zone 2026-10-01T00:00:00Z
            date_trunc('year', at)¦timestamp with time zone 2026-01-01T00:00:00Z
            date_trunc('day', at, 'Europe/Zurich')¦timestamp with time zone 2026-11-19T23:00:00Z
            date_trunc('hour', at)¦timestamp with time zone 2026-11-20T00:00:00Z
            """)
    void shouldCalculateAsPostgresDoes(String text, String typeAndValue) {
        assertThat(show(text)).isEqualTo(typeAndValue);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            2147483647 + 1|22003|The result is out of the range of integer.
            account * 5000000000|22003|The result is out of the range of bigint.
            (-2147483648)::int / -1|22003|The result is out of the range of integer.
            -9223372036854775808 / -1|22003|The result is out of the range of bigint.
            abs(-2147483648)|22003|The result is out of the range of integer.
            -((-2147483648)::int)|22003|The result is out of the range of integer.
            1e200::float8 * 1e200|22003|The result is out of the range of double precision.
            items / 0|22012|A number is divided by zero. Use NULLIF(divisor, 0).
            amount % 0|22012|A number is divided by zero. Use NULLIF(divisor, 0).
            city::int|22P02|"Zürich" is not a number. Write one like 12.50.
            '1.5d'::float8|22P02|'1.5d' is not a number.
            '1e999'::float8|22003|The result is out of the range of double precision.
            account::int|22003|The result is out of the range of integer.
            12345.6::numeric(4, 1)|22003|The result is out of the range of numeric(4,1).
            sqrt(-1)|2201F|A negative number has no square root. Leave such rows out with CASE or WHERE.
            sqrt(amount)|2201F|A negative number has no square root. Leave such rows out with CASE or WHERE.
            ln(0)|2201E|Zero has no logarithm. Leave such rows out with CASE or WHERE.
            log(-1)|2201E|A negative number has no logarithm. Leave such rows out with CASE or WHERE.
            0 ^ -1|2201F|Zero cannot be raised to a negative power. Leave such rows out with CASE or WHERE.
            (-8) ^ 0.5|2201F|A negative number cannot be raised to a power that is not a whole number. Leave such rows out with CASE or WHERE.
            exp(1000)|22003|The result is out of the range of double precision.
            10 ^ 400|22003|The result is out of the range of double precision.
            exp(-1000)|22003|The result is out of the range of double precision.
            split_part('a', ',', 0)|22023|There is no part 0. Parts are counted from 1, or from -1.
            chr(0)|54000|There is no character with the code 0. Give one from 1 to 1114111 that Unicode has.
            chr(55296)|54000|There is no character with the code 55296. Give one from 1 to 1114111 that Unicode has.
            div(1, 0)|22012|A number is divided by zero. Use NULLIF(divisor, 0).
            log(1, 2)|22012|A number is divided by zero. Use NULLIF(divisor, 0).
            log(0, 2)|2201E|Zero has no logarithm. Leave such rows out with CASE or WHERE.
            repeat('ab', 524289)|54000|A text that the statement makes would have 1048578 characters, more than 1048576. Make shorter texts, as with left(x, 1000).
            lpad('a', 1048577)|54000|A text that the statement makes would have 1048577 characters, more than 1048576. Make shorter texts, as with left(x, 1000).
            rpad('a', 2147483647, 'b')|54000|A text that the statement makes would have 2147483647 characters, more than 1048576. Make shorter texts, as with left(x, 1000).
            substring(city from 1 for -1)|22011|The length of a substring is negative: -1. Give zero or more.
            '2026-13-01'::timestamptz|22008|date/time field value out of range: "2026-13-01". Write one like 2026-01-31 13:00:00.
            '2026-02-30 10:00:00'::timestamptz|22008|date/time field value out of range: "2026-02-30 10:00:00". Write one like 2026-01-31 13:00:00.
            city::timestamptz|22007|invalid input syntax for type timestamp with time zone: "Zürich". Write a time like 2026-01-31 13:00:00.
            '4714-11-23 BC'::text::timestamptz|22008|timestamp with time zone out of range: "4714-11-23 BC". Write one from 4714-11-24 BC to the year 294276.
            '294277-01-01'::text::timestamptz|22008|timestamp with time zone out of range: "294277-01-01". Write one from 4714-11-24 BC to the year 294276.
            'infinity'::text::timestamptz|0A000|Times that never come are not supported here: 'infinity'. Write a time, or NULL.
            '294276-12-31'::text::date::timestamp + interval '1 day'|22008|timestamp out of range. Compute one from 4714-11-24 BC to the year 294276.
            """)
    void shouldReportWhatHasNoResult(String text, String code, String message) {
        assertRefused(code, message, () -> show(text));
    }

    @Test
    void shouldComputeWithTheFirstAndTheLastTime() {
        assertThat(show("date_trunc('year', '4714-11-24 BC'::text::timestamptz, 'America/New_York')"))
                .isEqualTo("timestamp with time zone -4713-01-01T04:56:02Z");
        assertThat(show("extract(year from '294276-12-31T23:59:59.999999Z'::text::timestamptz)"))
                .isEqualTo("numeric 294276");
    }

    private static void refuse(String text, String code, String message) {
        assertRefused(code, message, () -> show(text));
    }

    /** A text of so many thousand characters, which is not there before it is evaluated. */
    private static String thousands(int count) {
        return "replace('" + "a".repeat(count) + "', left(city, 0) || 'a', '" + "b".repeat(1_000) + "')";
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s || %s", "concat(%s, %s)", "replace(%s || 'z', 'z', %s)", "upper(%s || %s)"})
    void shouldLimitTheLengthOfTexts(String text) {
        String last = thousands(48) + " || '" + "c".repeat(576) + "'";
        assertThat(show("length(" + text.formatted(thousands(1_000), "(" + last + ")") + ")"))
                .isEqualTo("integer " + LongValues.MAX_CHARACTERS);
        refuse(
                "length(" + text.formatted(thousands(1_000), "(" + last + " || 'd')") + ")",
                "54000",
                "A text that the statement makes would have 1048577 characters, more than 1048576. Make shorter texts, as"
                        + " with left(x, 1000).");
    }

    @Test
    void shouldNotMakeATextThatWouldBeTooLong() {
        refuse(
                "length(replace(" + thousands(1_000) + ", 'b', '" + "c".repeat(40_000) + "'))",
                "54000",
                "A text that the statement makes would have 40000000000 characters, more than 1048576. Make shorter"
                        + " texts, as with left(x, 1000).");
    }

    @Test
    void shouldLimitTheLengthOfTextsThatBecomeLongerInUpperCase() {
        refuse(
                "length(upper(replace('" + "a".repeat(600) + "', 'a', '" + "ß".repeat(1_000) + "')))",
                "54000",
                "A text that the statement makes would have 1200000 characters, more than 1048576. Make shorter texts, as"
                        + " with left(x, 1000).");
    }

    /** Whose values may be one object in the memory, and many in a text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "array_fill(repeat(city, 1000), ARRAY[65536])",
                "array_append(ARRAY[repeat(city, 100000)], repeat(city, 100000))",
                "array_replace(string_to_array(repeat('a,', 1000), ','), 'a', repeat(city, 1000))"
            })
    void shouldLimitTheCharactersOfArrays(String array) {
        for (String text : List.of("cardinality(%s)", "length((%s)::text)", "length(concat(%s))", "%s = %s")) {
            assertFails(SqlException.class, () -> show(text.replace("%s", array)))
                    .hasMessageStartingWith("An array that the statement makes would have ")
                    .satisfies(error -> assertThat(error.state().code()).isEqualTo("53200"));
        }
    }

    @Test
    void shouldLimitTheTextsOfArrays() {
        String array = "array_fill(repeat(left(city, 1) || '\"', 5), ARRAY[60000])";
        refuse(
                "length(concat(%s, %s))".formatted(array, array),
                "54000",
                "A text that the statement makes would have 1080001 characters, more than 1048576. Make shorter texts, as"
                        + " with left(x, 1000).");
    }

    @Test
    void shouldLimitTheValuesOfTextsThatBecomeArrays() {
        refuse(
                "cardinality(('{' || repeat('a,', 70000) || left(city, 1) || '}')::text[])",
                "53200",
                "An array that the statement makes would have 70001 values, more than 65536. Make shorter ones.");
    }

    @Test
    void shouldNotReadNumbersThatAreTooLong() {
        String digits = "replace(" + thousands(1_000) + ", 'b', '1')";
        refuse("(" + digits + ")::numeric", "22003", "A number has more than 1000 digits. Write fewer.");
        refuse("(" + digits + ")::int", "22003", "A number has more than 1000 digits. Write fewer.");
    }

    @Test
    void shouldNotRepeatLongTextsInErrors() {
        for (String type : List.of("boolean", "float8", "timestamptz")) {
            assertFails(SqlException.class, () -> show("(" + thousands(1_000) + ")::" + type))
                    .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(300));
        }
    }

    private static BigDecimal number(String text) {
        return (BigDecimal) RowEvaluator.evaluate(Samples.bind(text), ROW.row());
    }

    /** Ten to the power of a multiple of 512. */
    private static String powerOfTen(int exponent) {
        return "(1e512" + " * 1e512".repeat(exponent / 512 - 1) + ")";
    }

    @Test
    void shouldLimitTheDigitsOfNumbersBeforeThePoint() {
        int most = LongValues.MAX_DIGITS_BEFORE_POINT;
        String digits = powerOfTen(most - 512) + " * 1e511";
        assertThat(number(digits).precision()).isEqualTo(most);
        assertThat(number("9 * (" + digits + ")").precision()).isEqualTo(most);
        String message = "The result is out of the range of numeric.";
        refuse("10 * (" + digits + ")", "22003", message);
        refuse("(" + digits + ") / 0.1", "22003", message);
        refuse("9 * (" + digits + ") + 1 * (" + digits + ")", "22003", message);
        refuse("-9 * (" + digits + ") - 1 * (" + digits + ")", "22003", message);
    }

    @Test
    void shouldRoundNumbersWithMoreDigitsBehindThePointThanTheyMayHave() {
        String small = "1e-512" + " * 1e-512".repeat(31);
        assertThat(number(small).scale()).isEqualTo(LongValues.MAX_DIGITS_BEHIND_POINT);
        assertThat(number(small).signum()).isZero();
        assertThat(number("6 * 1e-511" + " * 1e-512".repeat(31)).scale()).isEqualTo(LongValues.MAX_DIGITS_BEHIND_POINT);
        assertThat(number("6 * 1e-512" + " * 1e-512".repeat(31)))
                .isEqualTo(new BigDecimal(BigInteger.ONE, LongValues.MAX_DIGITS_BEHIND_POINT));
    }

    @Test
    void shouldMakeTextsUpToTheirLimit() {
        assertThat(show("length(repeat('ab', 524288))")).isEqualTo("integer 1048576");
        assertThat(show("length(lpad('a', 1048576))")).isEqualTo("integer 1048576");
    }

    @Test
    void shouldNotEvaluateWhatDoesNotMatter() {
        assertThat(show("items = 0 and 1 / 0 > 1")).isEqualTo("boolean false");
        assertThat(show("items = 3 or 1 / 0 > 1")).isEqualTo("boolean true");
        assertThat(show("case when items = 3 then 1 else 1 / 0 end")).isEqualTo("integer 1");
        assertThat(show("coalesce(items, 1 / 0)")).isEqualTo("integer 3");
    }
}
