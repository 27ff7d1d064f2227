package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BinderTest {
    private final Binder binder = new Binder(new NamedColumns(
            List.of(
                    Column.of("online", SqlType.BOOLEAN, 0),
                    Column.of("items", SqlType.INTEGER, 1),
                    Column.of("amount", SqlType.numeric(18, 2), 2),
                    Column.of("merchant", SqlType.enumeration(List.of("FOOD", "TRAVEL")), 3),
                    Column.of("city", SqlType.TEXT, 4),
                    Column.of("at", SqlType.TIMESTAMP, 5)),
            Map.of()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            amuont > 3|42703|0|There is no field "amuont". Did you mean 'amount'?
            merchant = food|42703|11|There is no field "food". 'FOOD' is a value of merchant: write it between single quotes.
            x > 3|42703|0|There is no field "x". Known are: online, items, amount, merchant, city, at.
            t.items > 3|42703|0|There is no table here, so "t.items" means nothing. Write "items" alone.
            merchant = 'TRAVLE'|22P02|11|There is no value 'TRAVLE'. Did you mean 'TRAVEL'?
            merchant in ('FOOD', 'SHOES')|22P02|21|There is no value 'SHOES'. Known are: FOOD, TRAVEL.
            items = 'x'|22P02|8|"x" is not a number. Write one like 12.50.
            items = city|42883|6|The operands of = are integer and text, which do not fit together. Convert one of them with CAST.
            online > 1|42883|7|The operands of > are boolean and integer, which do not fit together. Convert one of them with CAST.
            at > 'soon'|22007|5|invalid input syntax for type timestamp with time zone: "soon". Write a time like 2026-01-31 13:00:00.
            items|42804|0|A filter has to be a condition, not integer. Compare it with a value.
            items and online|42804|0|The left side of AND has to be a condition, not integer. Compare it with a value.
            not amount|42804|4|What NOT negates has to be a condition, not numeric(18,2). Compare it with a value.
            online + 1 > 2|42883|7|The operands of + are boolean and integer, which do not fit together. Convert one of them with CAST.
            city - 'x' = 'y'|42883|5|The operator - needs numbers, not text.
            city like 'x' escape 'ab'|22025|21|ESCAPE needs a string of one character.
            items::money > 1|0A000|7|The type money is not supported. Write numeric(18,2).
            items::monet > 1|42704|7|There is no type "monet". Known are: bigint, bool, boolean, character varying, date, decimal, double precision, float, float4, float8, int, int2, int4, int8, integer, interval, numeric, real, smallint, text, timestamp, timestamp with time zone, timestamp without time zone, timestamptz, varchar.
            items::int(3) > 1|22023|7|The type int cannot have these numbers behind it. Only numeric(p,s) can, with p up to 1000 and s up to p.
            online::timestamptz > at|42846|6|A value of boolean cannot be converted to timestamp with time zone. Use a column of that type.
            lenght(city) > 1|42883|0|There is no function "lenght". Did you mean 'length'?
            length(city, city) > 1|42883|0|The function length does not take 2 arguments.
            sum(amount) > 3|42803|0|The aggregate sum is over many rows, but this expression is over one. Use a field instead.
            items > count(*)|42803|8|The aggregate count is over many rows, but this expression is over one. Use a field instead.
            max(items) filter (where online) > 3|42803|0|The aggregate max is over many rows, but this expression is over one. Use a field instead.
            items > (select max(items) from t)|0A000|9|A query cannot stand here, because this expression is over one row. Write the value.
            exists (select 1)|0A000|0|A query cannot stand here, because this expression is over one row. Write the value.
            items in (select 1)|0A000|6|A query cannot stand here, because this expression is over one row. Write the value.
            items = any (select 1)|0A000|6|A query cannot stand here, because this expression is over one row. Write the value.
            (items, city) = (1, 'x', 2)|42601|14|There are values=2 on the left and values=3 on the right. Compare as many.
            (items, city) = items|0A000|14|Several values in parentheses are compared with as many in parentheses, as in (a, b) = (1, 2). Compare with a query value by value, or join it.
            (items, city) is null|0A000|0|Several values in parentheses can only be compared with as many in parentheses, as in (a, b) = (1, 2). Compare one value at a time, or join the query that has the others.
            (items, city) < (1, 2)|42883|14|The operands of < are text and integer, which do not fit together. Convert one of them with CAST.
            city ~ '('|2201B|7|The regular expression is not valid: An opening parenthesis has no closing one. Write \\( for the character.
            round(items::float8, 2) > 1|42883|0|The function round with two arguments takes no double precision. Write x::numeric.
            div(items::float8, 2) > 1|42883|0|The function div with two arguments takes no double precision. Write x::numeric.
            to_char(city, 'YYYY') = '2026'|42883|8|The function to_char needs a time, an interval or a number, not text. Convert it with CAST.
            to_hex(amount) = 'a'|42883|7|The function to_hex needs a whole number, not numeric(18,2). Convert it with CAST.
            at > current_date|0A000|5|The time at which a row is read is no part of the row. Compare with a field or a fixed time.
            regexp_matches(city, 'a') is null|0A000|0|The function regexp_matches is not supported. Write regexp_match of the first one, or regexp_split_to_array.
            regexp_count(city, 'a', amount) > 1|42883|24|The function regexp_count needs a whole number, not numeric(18,2). Convert it with CAST.
            at > interval '1 day'|42883|3|The operands of > are timestamp with time zone and interval, which do not fit together. Convert one of them with CAST.
            at * 2 > at|42883|3|There is no operator * of timestamp with time zone and integer. Add intervals to times, as in x + interval '1 day'.
            at + 1 > at|42883|3|There is no operator + of timestamp with time zone and integer. Add intervals to times, as in x + interval '1 day'.
            extract(dow from at - at) > 1|0A000|8|A time has no field "dow" for extract. Known are: millennium, century, decade, year, quarter, month, week, day, hour, minute, second, milliseconds, microseconds, epoch.
            at > time '10:00'|0A000|5|The type time is not supported. Write extract(hour FROM x) of a timestamp with time zone.
            city = "Lausanne"|42703|7|There is no field "Lausanne". Put text between single quotes: 'Lausanne'.
            "City" = 'x'|42703|0|There is no field "City". Did you mean 'city'?
            $1 > 1|42P02|0|There is no parameter $1 here. Write the value.
            extract(foo from at) > 1|22023|8|A time has no field "foo" for extract. Known are: millennium, century, decade, year, isoyear, quarter, month, week, day, dow, isodow, doy, hour, minute, second, milliseconds, microseconds, epoch, julian, timezone, timezone_hour, timezone_minute.
            date_trunc('epoch', at) > at|0A000|11|A time has no field "epoch" for date_trunc. Known are: millennium, century, decade, year, quarter, month, week, day, hour, minute, second, milliseconds, microseconds.
            date_trunc(city, at) > at|0A000|11|The field of a time has to be a string. Write it between quotes.
            extract(hour from at at time zone 'Mars') > 1|22023|34|There is no time zone 'Mars'. Write one like Europe/Zurich.
            at > now()|0A000|5|The time at which a row is read is no part of the row. Compare with a field or a fixed time.
            city like $1|42P02|10|There is no parameter $1 here. Write the value.
            amount > 1e2000|22003|9|A number has more than 1000 digits. Write fewer.
            """)
    void shouldSayWhatDoesNotFitAndHowToFixIt(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> binder.condition(ExpressionParser.parse(text)));
    }

    @Test
    void shouldHintAtNoAggregateWhereThereIsOneRow() {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> binder.bind(ExpressionParser.parse("summ(amount) > 1")))
                .withMessageStartingWith("There is no function \"summ\". Known are: abs, ")
                .withMessageNotContaining(" sum,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            items + 1¦integer
            items + 5000000000¦bigint
            items * 1.5¦numeric
            amount + 1¦numeric
            amount¦numeric(18,2)
            items > '3'¦boolean
            merchant¦enum
            merchant || 'x'¦text
            case when online then merchant else city end¦text
            coalesce(items, 1.5)¦numeric
            null + 1¦integer
            'a'¦unknown
            """)
    void shouldGiveEachExpressionItsType(String text, String type) {
        assertThat(binder.bind(ExpressionParser.parse(text)).type()).hasToString(type);
    }
}
