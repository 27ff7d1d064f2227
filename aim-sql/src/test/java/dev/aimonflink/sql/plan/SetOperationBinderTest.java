package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class SetOperationBinderTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t union select x from u¦union {project i#0::bigint i:bigint < scan t} {project x#2 x:bigint < scan u}
            select i from t union all select i from u order by i limit 3¦limit 3:bigint < sort i#0 < union all {project i#0 i:integer < scan t} {project i#0 i:integer < scan u}
            select 'a' union select null union all select s from u¦union all {union {project 'a':text ?column?:text < values()} {project null:text ?column?:text < values()}} {project s#1 s:text < scan u}
            select null union select 1¦union {project null:integer ?column?:integer < values()} {project 1:integer ?column?:integer < values()}
            select 1 union select null intersect select 2.5¦union {project 1:numeric ?column?:numeric < values()} {intersect {project null:numeric ?column?:numeric < values()} {project 2.5:numeric ?column?:numeric < values()}}
            select n from t union select 1¦union {project n#2::numeric n:numeric < scan t} {project 1:numeric ?column?:numeric < values()}
            select n from t union select null¦union {project n#2::numeric n:numeric < scan t} {project null:numeric ?column?:numeric < values()}
            select distinct 'x' union select s from u¦union {distinct < project 'x':text ?column?:text < values()} {project s#1 s:text < scan u}
            (select i from t order by i limit 1) union all (select x from u limit 2)¦union all {project i#0::bigint i:bigint < limit 1:bigint < sort i#0 < project i#0 i:integer < scan t} {limit 2:bigint < project x#2 x:bigint < scan u}
            values (1, 'a'), (2.5, null)¦values(1:numeric, 'a':text)(2.5:numeric, null:text) column1:numeric, column2:text
            select * from (values (1, 'a'), (2, 'b')) v(n, s) order by 2¦sort s#1 < project n#0 n:integer, s#1 s:text < values(1:integer, 'a':text)(2:integer, 'b':text) column1:integer, column2:text
            """)
    void shouldGiveBothSidesOneType(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i, s from t union select i from u¦42601¦19¦One side of UNION has another number of columns: 2 and 1. Select as many on both.
            select i from t intersect select s from u¦42804¦16¦Column 1 of INTERSECT is integer on the left and text on the right, which do not fit together. Convert one of them with CAST.
            select i from t except select 'x'¦22P02¦30¦"x" is not a number. Write one like 12.50.
            select i from t union select i from u order by i + x¦42703¦51¦There is no column "x". Did you mean 'i'?
            values (1), (2, 3)¦42601¦13¦The rows of VALUES differ in length: 1 and 2. Write as many in each.
            values (1), ('x')¦22P02¦13¦"x" is not a number. Write one like 12.50.
            select i from t union (select 1, 2)¦42601¦16¦One side of UNION has another number of columns: 1 and 2. Select as many on both.
            """)
    void shouldSayWhatDoesNotFit(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
