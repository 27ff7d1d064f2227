package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class ParametersTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t where i = $1¦project i#0 i:integer < filter (i#0 = $1:integer) < scan t; parameters [integer]
            select i from t where n > $1 and s like $2 limit $3 offset $4¦limit $3:bigint offset $4:bigint < project i#0 i:integer < filter ((n#2 > $1:numeric) and like(s#4, $2:text, '\\':text)) < scan t; parameters [numeric, text, bigint, bigint]
            select $1¦project $1:text ?column?:text < values(); parameters [text]
            select $1::int + $1¦project ($1:integer + $1:integer) ?column?:integer < values(); parameters [integer]
            select i from t where $1 is null or i = $1¦project i#0 i:integer < filter (isnull($1:integer) or (i#0 = $1:integer)) < scan t; parameters [integer]
            select i from t where i = $1 and n > $1¦project i#0 i:integer < filter ((i#0 = $1:integer) and (n#2 > $1:integer::numeric)) < scan t; parameters [integer]
            select i from t where e = $1¦project i#0 i:integer < filter (e#7 = $1:enum) < scan t; parameters [enum]
            select i from t where s like '%' || $1 || '%' and s ilike $2¦project i#0 i:integer < filter (like(s#4, concatenation(concatenation('%':text, $1:text), '%':text), '\\':text) and ilike(s#4, $2:text, '\\':text)) < scan t; parameters [text, text]
            select i from t where i in ($1, $2, 3)¦project i#0 i:integer < filter in(i#0, $1:integer, $2:integer, 3:integer) < scan t; parameters [integer, integer]
            select i from t where i between $1 and $2¦project i#0 i:integer < filter ((i#0 >= $1:integer) and (i#0 <= $2:integer)) < scan t; parameters [integer, integer]
            select i from t where at > now() and at < $1¦project i#0 i:integer < filter ((at#6 > $0:timestamp with time zone) and (at#6 < $1:timestamp with time zone)) < scan t; parameters [timestamp with time zone]
            select sum($1), count($2) from t¦project #0 sum:double precision, #1 count:bigint < aggregate sum($1:double precision):double precision, count($2:text):bigint < scan t; parameters [double precision, text]
            select i from t where i = $2¦project i#0 i:integer < filter (i#0 = $2:integer) < scan t; parameters [text, integer]
            select $1 union select 1¦union {project $1:integer ?column?:integer < values()} {project 1:integer ?column?:integer < values()}; parameters [integer]
            select $1 in (select i from u)¦project $1:integer in ?0 ?column?:boolean < values(); ?0 set: project i#0 i:integer < scan u; parameters [integer]
            select percentile_disc($1) within group (order by i) from t¦project #0 percentile_disc:integer < aggregate percentile_disc($1:double precision) within i#0:integer < scan t; parameters [double precision]
            select i from t where $1¦project i#0 i:integer < filter $1:boolean < scan t; parameters [boolean]
            with a as (select i from t where i = $1) select 1¦project 1:integer ?column?:integer < values(); parameters [integer]
            """)
    void shouldTakeTheTypeOfWhatAParameterMeetsFirst(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t where i = $1 and s = $1¦42P08¦37¦The parameter $1 is integer where it is used first, and text here. Convert it with CAST, or use another parameter.
            select case when $1 then $1 else 5 end¦42P08¦25¦The parameter $1 is boolean where it is used first, and integer here. Convert it with CAST, or use another parameter.
            select i from t where coalesce($1, $1, on_) and i = $1¦42P08¦52¦The parameter $1 is boolean where it is used first, and integer here. Convert it with CAST, or use another parameter.
            select $0¦42P02¦7¦There is no parameter $0. Parameters are numbered from $1 to $65535.
            select $70000¦42P02¦7¦There is no parameter $70000. Parameters are numbered from $1 to $65535.
            """)
    void shouldSayWhereTypesOfAParameterDiffer(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
