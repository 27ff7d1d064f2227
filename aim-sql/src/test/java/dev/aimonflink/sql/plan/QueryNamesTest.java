package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class QueryNamesTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t¦project i#0 i:integer < scan t
            select s, i + 1, n as m from public.t¦project s#4 s:text, (i#0 + 1:integer) ?column?:integer, n#2 m:numeric(18,2) < scan t
            select * from u¦project i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u
            select u.* from t, u¦project i#8 i:integer, s#9 s:text, x#10 x:bigint < inner join {scan t} {scan u}
            select x.i, y.x from t as x, u y where x.i = y.i¦project i#0 i:integer, x#10 x:bigint < filter (i#0 = i#8) < inner join {scan t} {scan u}
            select a.i, a.q from t a(i, q)¦project i#0 i:integer, q#1 q:bigint < scan t
            select items, t.items from t¦project i#0 items:integer, i#0 items:integer < scan t
            select public.t.i from t¦project i#0 i:integer < scan t
            select T.I from "t"¦project i#0 i:integer < scan t
            select q.y from (select i + 1 as y from t) q where q.y > 2¦project y#0 y:integer < filter (y#0 > 2:integer) < project (i#0 + 1:integer) y:integer < scan t
            select * from (select i, count(*) from t group by i) as q(a, b)¦project a#0 a:integer, b#1 b:bigint < project #0 i:integer, #1 count:bigint < aggregate by (i#0) count_rows():bigint < scan t
            select y from (select i as y from t)¦project y#0 y:integer < project i#0 y:integer < scan t
            select 1¦project 1:integer ?column?:integer < values()
            """)
    void shouldFindColumns(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select 'a', null, true, -1, i, t.b, now(), i as z from t¦project 'a':text ?column?:text, null:text ?column?:text, true:boolean ?column?:boolean, -1:integer ?column?:integer, i#0 i:integer, b#1 b:bigint, $0:timestamp with time zone now:timestamp with time zone, i#0 z:integer < scan t
            select i::text, 1::int, '1'::float8, upper(s), case when on_ then 1 else b end, case when on_ then 1 end from t¦project i#0::text i:text, 1:integer int4:integer, 1.0:double precision float8:double precision, upper(s#4) upper:text, case(on_#5, 1:bigint, b#1) b:bigint, case(on_#5, 1:integer, null:integer) case:integer < scan t
            select (select s from u), exists (select 1), (select 1 as one), (values (1)) from t¦project ?0:text s:text, ?1:boolean exists:boolean, ?2:integer one:integer, ?3:integer column1:integer < scan t; ?0 value: project s#1 s:text < scan u; ?1 exists: project 1:integer ?column?:integer < values(); ?2 value: project 1:integer one:integer < values(); ?3 value: values(1:integer) column1:integer
            select count(*), sum(i) filter (where on_) from t¦project #0 count:bigint, #1 sum:bigint < aggregate count_rows():bigint, sum(i#0) filter on_#5:bigint < scan t
            """)
    void shouldNameColumnsAsPostgresDoes(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            with a as (select i from t) select * from a, a b¦project i#0 i:integer, i#1 i:integer < inner join {project i#0 i:integer < scan t} {project i#0 i:integer < scan t}
            with a(q) as (select i from t), b as (select q + 1 as r from a) select r from b¦project r#0 r:integer < project (q#0 + 1:integer) r:integer < project i#0 i:integer < scan t
            with t as (select 2 as two) select * from t¦project two#0 two:integer < project 2:integer two:integer < values()
            with t as (select 2 as two) select i from aim.public.t¦project i#0 i:integer < scan t
            with t as (select 2 as two) select i from public.t¦project i#0 i:integer < scan t
            with a as (select 1 as x) select (with a as (select 2 as y) select y from a), x from a¦project ?0:integer y:integer, x#0 x:integer < project 1:integer x:integer < values(); ?0 value: project y#0 y:integer < project 2:integer y:integer < values()
            with a as (select (select 1)) select (select 2)¦project ?0:integer ?column?:integer < values(); ?0 value: project 2:integer ?column?:integer < values()
            """)
    void shouldFindQueriesOfWith(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t order by s¦project i#0 i:integer < sort #1 < project i#0 i:integer, s#4 :text < scan t
            select i, s from t order by 2 desc, i nulls first¦sort s#1 desc, i#0 nulls first < project i#0 i:integer, s#4 s:text < scan t
            select i as x from t order by x¦sort x#0 < project i#0 x:integer < scan t
            select i as s from t order by s¦sort s#0 < project i#0 s:integer < scan t
            select -i as i from t order by i¦sort i#0 < project negation(i#0) i:integer < scan t
            select -i as i from t order by i + 1¦project i#0 i:integer < sort #1 < project negation(i#0) i:integer, (i#0 + 1:integer) :integer < scan t
            select i as a, i as a from t order by a¦sort a#0 < project i#0 a:integer, i#0 a:integer < scan t
            select i from t order by i + 1, -i desc, s¦project i#0 i:integer < sort #1, #2 desc, #3 < project i#0 i:integer, (i#0 + 1:integer) :integer, negation(i#0) :integer, s#4 :text < scan t
            select distinct i, s from t order by s desc¦sort s#1 desc < distinct < project i#0 i:integer, s#4 s:text < scan t
            select i, s from t except all select i, s from u order by 2, i¦sort s#1, i#0 < except all {project i#0 i:integer, s#4 s:text < scan t} {project i#0 i:integer, s#1 s:text < scan u}
            values (1), (2) order by column1 desc limit 1¦limit 1:bigint < sort column1#0 desc < values(1:integer)(2:integer) column1:integer
            """)
    void shouldSortByWhatNamesMean(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select x from t¦42703¦7¦There is no column "x". Did you mean 'i'?
            select itens from t¦42703¦7¦There is no column "itens". Did you mean 'items'?
            select foo from analyticsmatrix, regioninfo, t¦42703¦7¦There is no column "foo". Columns are listed by SELECT column_name FROM information_schema.columns WHERE table_name IN ('analyticsmatrix', 'regioninfo', 't').
            select max(duratoin) from analyticsmatrix, t¦42703¦11¦There is no column "duratoin". Columns with names alike are total_duration_this_week, longest_duration_this_week, total_duration_of_local_calls_this_week.
            select "Foo" from t¦42703¦7¦There is no column "Foo". Put text between single quotes: 'Foo'.
            select i¦42703¦7¦There is no column "i", because there is no FROM. Name a table behind FROM.
            select a.i from t¦42P01¦7¦There is no table "a" in this FROM. Did you mean 't'?
            select t.i from t a¦42P01¦7¦The table "t" has another name here. Write a.i.
            select t.j from t a, u t¦42703¦7¦The table "t" has no column "j". Did you mean 'i'?
            select i from t, u¦42702¦7¦There are several columns "i" here. Write t.i or u.i.
            select q.i from (select i, i from t) q¦42702¦7¦There are several columns "i" here. Give each a name of its own with AS.
            select * from tt¦42P01¦14¦There is no table "tt". Did you mean 't'?
            select * from other.t¦42P01¦14¦There is no table "other.t". Known are: analyticsmatrix, regioninfo, subscriptiontype, category, t, u.
            select * from other.public.t¦42P01¦14¦There is no table "other.public.t". Known are: analyticsmatrix, regioninfo, subscriptiontype, category, t, u.
            select *¦42601¦7¦There is no FROM, so * shows nothing. Name a table behind FROM.
            select tt.* from t¦42P01¦7¦There is no table "tt" in this FROM. Did you mean 't'?
            select t from t¦42703¦7¦The name "t" is that of a table, which is no value. Write t.* or name a column.
            select i from t, t¦42712¦14¦Two tables are called "t" in this FROM. Give one another name with AS.
            select i from t join u t on true¦42712¦16¦Two tables are called "t" in this FROM. Give one another name with AS.
            select t.i from t, u join category on t.i = category.id¦42P01¦38¦There is no table "t" in this FROM. Did you mean 'u'?
            select * from t, (select t.i) q¦42P01¦25¦There is no table "t" here. Name it behind FROM.
            select * from t a(a,b,c,d,e,f,g,h,i)¦42P10¦14¦The table "a" has columns=8, but there are names=9. List no more names than columns.
            with a(x, y) as (select 1) select * from a¦42P10¦5¦The query "a" has columns=1, but there are names=2. List no more names than columns.
            with a as (select 1), a as (select 2) select 1¦42712¦22¦WITH has two queries "a". Give one another name.
            with a as (select bad from t) select 1¦42703¦18¦There is no column "bad". Known are: i, b, n, d, s, on_, at, e, items.
            with a as (select 1 from b), b as (select 2) select 1 from a¦42P01¦25¦There is no table "b". Did you mean 't'?
            select i from t order by 2¦42P10¦25¦There is no column 2 for ORDER BY. Write a number from 1 to 1.
            select i from t order by 0¦42P10¦25¦There is no column 0 for ORDER BY. Write a number from 1 to 1.
            select i from t order by -1¦42P10¦25¦There is no column -1 for ORDER BY. Write a number from 1 to 1.
            select i from t order by 99999999999¦42P10¦25¦There is no column 99999999999 for ORDER BY. Write a number from 1 to 1.
            select i from t order by 'x'¦42601¦25¦A constant in ORDER BY is the same for all rows. Write a column, or the number of one.
            select i from t group by null¦42601¦25¦A constant in GROUP BY is the same for all rows. Write a column, or the number of one.
            select i from t group by 1.5¦42601¦25¦A constant in GROUP BY is the same for all rows. Write a column, or the number of one.
            select i from t group by 3¦42P10¦25¦There is no column 3 for GROUP BY. Write a number from 1 to 1.
            select i as a, b as a from t order by a¦42702¦38¦Several columns of the result are called "a". Write the number of one in ORDER BY.
            select distinct i from t order by s¦42P10¦34¦With DISTINCT, rows are sorted by what SELECT lists. Add this expression there.
            select i from t union select i from u order by zz¦42703¦47¦There is no column "zz". Known are: i.
            select i from t limit i¦42P10¦22¦LIMIT is one number for all rows, so it cannot use a column. Write a number.
            """)
    void shouldSayWhichNameIsMissingOrAmbiguous(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
