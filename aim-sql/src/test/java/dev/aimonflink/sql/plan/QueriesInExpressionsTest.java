package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.canonical.Canonical;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class QueriesInExpressionsTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t where i = (select max(i) from t)¦project i#0 i:integer < filter (i#0 = ?0:integer) < scan t; ?0 value: project #0 max:integer < aggregate max(i#0):integer < scan t
            select i from t where i in (select x from u) and s not in (select s from u)¦project i#0 i:integer < filter (i#0::bigint in ?0 and not(s#4 in ?1)) < scan t; ?0 set: project x#2 x:bigint < scan u; ?1 set: project s#1 s:text < scan u
            select i from t where i = any (select i from u) or i <> all (select i from u)¦project i#0 i:integer < filter (i#0 in ?0 or not(i#0 in ?1)) < scan t; ?0 set: project i#0 i:integer < scan u; ?1 set: project i#0 i:integer < scan u
            select i from t where i > all (select i from u)¦project i#0 i:integer < filter not((not(isnull(?0:boolean)) and ((i#0 <= ?1:integer) or (?0:boolean and null:boolean)))) < scan t; ?0 value: project bool_or#0 bool_or:boolean < aggregate bool_or(isnull(value#0)):boolean < project i#0 i:integer < scan u; ?1 value: project max#0 max:integer < aggregate max(value#0):integer < project i#0 i:integer < scan u
            select i from t where exists (select 1 from u where x > (select min(x) from u))¦project i#0 i:integer < filter ?1:boolean < scan t; ?0 value: project #0 min:bigint < aggregate min(x#2):bigint < scan u; ?1 exists: project 1:integer ?column?:integer < filter (x#2 > ?0:bigint) < scan u
            select i from t where (select max(i) from u) between 1 and 2¦project i#0 i:integer < filter ((?0:integer >= 1:integer) and (?0:integer <= 2:integer)) < scan t; ?0 value: project #0 max:integer < aggregate max(i#0):integer < scan u
            select (select s from u limit 1) || 'x' from t¦project concatenation(?0:text, 'x':text) ?column?:text < scan t; ?0 value: limit 1:bigint < project s#1 s:text < scan u
            select i from t where 'x' in (select s from u)¦project i#0 i:integer < filter 'x':text in ?0 < scan t; ?0 set: project s#1 s:text < scan u
            select i from t where n in (select i from u) and i in (select n from t)¦project i#0 i:integer < filter (n#2 in ?0 and i#0::numeric in ?1) < scan t; ?0 set: project i#0::numeric i:numeric < scan u; ?1 set: project n#2 n:numeric(18,2) < scan t
            select s, count(*) from t group by s having count(*) > (select 1)¦project #0 s:text, #1 count:bigint < filter (#1 > ?0:integer::bigint) < aggregate by (s#4) count_rows():bigint < scan t; ?0 value: project 1:integer ?column?:integer < values()
            select i from t where s = (select 'x')¦project i#0 i:integer < filter (s#4 = ?0:text) < scan t; ?0 value: project 'x':text ?column?:text < values()
            select i from t where exists (select n from u where x = b and s > 'a' order by s limit 2)¦project i#0 i:integer < filter istruth(b#1 in ?0) < scan t; ?0 set: project x#2 :bigint < filter (s#1 > 'a':text) < scan u
            select i from t where not exists (select 1 from u where t.s = u.s)¦project i#0 i:integer < filter not(istruth(s#4 in ?0)) < scan t; ?0 set: project s#1 :text < scan u
            """)
    void shouldRunEachQueryOnceBeforeTheRows(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "select i from t where i = (select x from u where u.s = t.s)¦project i#0 i:integer < filter (i#0::bigint = value(s#4) {project x#2 x:bigint < filter (s#1 = outer0:text) < scan u}) < scan t",
                "select i from t where exists (select 1 from u where x > b)¦project i#0 i:integer < filter exists(b#1) {project 1:integer ?column?:integer < filter (x#2 > outer0:bigint) < scan u} < scan t",
                "select i from t where not exists (select 1 from u where u.s = t.s or x = 1)¦project i#0 i:integer < filter not(exists(s#4) {project 1:integer ?column?:integer < filter ((s#1 = outer0:text) or (x#2 = 1:bigint)) < scan u}) < scan t",
                "select i from t where i in (select i from u where n > 1)¦project i#0 i:integer < filter set(n#2, i#0) {project i#0 i:integer < filter (outer0:numeric(18,2) > 1:numeric) < scan u} < scan t",
                "select (select max(u.x) from u where u.i = t.i) from t¦project ?0(i#0, null:bigint) max:bigint < scan t; ?0 value_by_key: project #0 :integer, #1 max:bigint < aggregate by (#0) max(x#3):bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select (select max(x) from u where exists (select 1 from category where b = 1)) from t¦project value(b#1) {project #0 max:bigint < aggregate max(x#2):bigint < filter istruth(outer0:bigint in ?0) < scan u} max:bigint < scan t; ?0 set: project 1:bigint :bigint < scan category",
                "select (select b) from t¦project value(b#1) {project outer0:bigint b:bigint < values()} b:bigint < scan t",
                "select i from t where i not in (select i from u where n > 1)¦project i#0 i:integer < filter not(set(n#2, i#0) {project i#0 i:integer < filter (outer0:numeric(18,2) > 1:numeric) < scan u}) < scan t",
                "select i from t where b > any (select x from u where u.i = t.i)¦project i#0 i:integer < filter (not(isnull(?0(i#0, null:boolean))) and ((b#1 > ?1(i#0, null:bigint)) or (?0(i#0, null:boolean) and null:boolean))) < scan t; ?0 value_by_key: project #0 :integer, bool_or#1 bool_or:boolean < aggregate by (#0) bool_or(isnull(value#1)):boolean < project #0 :integer, x#3 x:bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u; ?1 value_by_key: project #0 :integer, min#1 min:bigint < aggregate by (#0) min(value#1):bigint < project #0 :integer, x#3 x:bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select s, count(*) from t group by s having count(*) > (select max(i) from u where u.s = t.s)¦project #0 s:text, #1 count:bigint < filter (#1 > ?0(#0, null:integer)::bigint) < aggregate by (s#4) count_rows():bigint < scan t; ?0 value_by_key: project #0 :text, #1 max:integer < aggregate by (#0) max(i#1):integer < project s#1 :text, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select i, q.x from t, lateral (select x from u where u.i = t.i) q¦project i#0 i:integer, x#8 x:bigint < project i#0 i:integer, b#1 b:bigint, n#2 n:numeric(18,2), d#3 d:double precision, s#4 s:text, on_#5 on_:boolean, at#6 at:timestamp with time zone, e#7 e:enum, x#9 x:bigint < inner join on (i#0 = #8) {scan t} {project #0 :integer, x#3 x:bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u}",
                "select i, q.m from t left join lateral (select max(x) as m from u where u.i = t.i) q on q.m > t.b¦project i#0 i:integer, m#8 m:bigint < left lateral(i#0) on (m#8 > b#1) {scan t} {project #0 m:bigint < aggregate max(x#2):bigint < filter (i#0 = outer0:integer) < scan u}",
                "select i, (select max(x) from u where exists (select 1 from category c where t.b + u.x = 1)) from t¦project i#0 i:integer, value(b#1) {project #0 max:bigint < aggregate max(x#2):bigint < filter istruth((outer0:bigint + x#2) in ?0) < scan u} max:bigint < scan t; ?0 set: project 1:bigint :bigint < scan category",
                "select t.i from t, lateral (select x from u) q¦project i#0 i:integer < inner join {scan t} {project x#2 x:bigint < scan u}",
                "with w as (select i from u) select (select max(w.i) from w where w.i < t.i) from t¦project value(i#0) {project #0 max:integer < aggregate max(i#0):integer < filter (i#0 < outer0:integer) < project i#0 i:integer < scan u} max:integer < scan t",
                "select (with w as (select t.i as k) select max((select max(w.k) from w where w.k > u.i)) from u) from t¦project value(i#0) {project #0 max:integer < aggregate max(value(outer0:integer, i#0) {project #0 max:integer < aggregate max(k#0):integer < filter (k#0 > outer1:integer) < project outer0:integer k:integer < values()}):integer < scan u} max:integer < scan t",
                "select i from t where exists (select 1 from u where u.i = t.i and u.s = t.s and x > 1)¦project i#0 i:integer < filter ?0(i#0, s#4, false:boolean) < scan t; ?0 value_by_key: distinct < project i#0 :integer, s#1 :text, true:boolean :boolean < filter (x#2 > 1:bigint) < scan u",
                "select i, (select count(*) + 1 from u where u.i = t.i + 1) from t¦project i#0 i:integer, ?0((i#0 + 1:integer), 1:bigint) ?column?:bigint < scan t; ?0 value_by_key: project #0 :integer, (#1 + 1:bigint) ?column?:bigint < aggregate by (#0) count_rows():bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select i from t where b not in (select x from u where u.i = t.i)¦project i#0 i:integer < filter not(?0(i#0, b#1)) < scan t; ?0 set_by_key: project #0 :integer, x#3 x:bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select i from t where i in (select i from u where u.s = t.s group by i having max(x) > 1)¦project i#0 i:integer < filter ?0(s#4, i#0) < scan t; ?0 set_by_key: project #0 :text, #1 i:integer < filter (#2 > 1:bigint) < aggregate by (#0, i#1) max(x#3):bigint < project s#1 :text, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u",
                "select i, (select 1 / count(*) from u where u.i = t.i) from t¦project i#0 i:integer, value(i#0) {project (1:bigint / #0) ?column?:bigint < aggregate count_rows():bigint < filter (i#0 = outer0:integer) < scan u} ?column?:bigint < scan t",
                "select i from t where exists (select count(*) from u where u.i = t.i)¦project i#0 i:integer < filter exists(i#0) {project #0 count:bigint < aggregate count_rows():bigint < filter (i#0 = outer0:integer) < scan u} < scan t",
                "select i, (select max(x) from u where u.i = t.i and u.x > t.b) from t¦project i#0 i:integer, value(i#0, b#1) {project #0 max:bigint < aggregate max(x#2):bigint < filter ((i#0 = outer0:integer) and (x#2 > outer1:bigint)) < scan u} max:bigint < scan t",
                "select i, q.x from t left join lateral (select x from u where u.i = t.i order by x) q on q.x > b¦project i#0 i:integer, x#8 x:bigint < project i#0 i:integer, b#1 b:bigint, n#2 n:numeric(18,2), d#3 d:double precision, s#4 s:text, on_#5 on_:boolean, at#6 at:timestamp with time zone, e#7 e:enum, x#9 x:bigint < left join on ((i#0 = #8) and (x#9 > b#1)) {scan t} {sort x#1 < project #0 :integer, x#3 x:bigint < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u}",
                "select i, q.n, q.m from t, lateral (select count(*) as n, max(x) as m from u where u.i = t.i and u.s = t.s) q where q.n > 0¦project i#0 i:integer, n#8 n:bigint, m#9 m:bigint < filter (n#8 > 0:bigint) < project i#0 i:integer, b#1 b:bigint, n#2 n:numeric(18,2), d#3 d:double precision, s#4 s:text, on_#5 on_:boolean, at#6 at:timestamp with time zone, e#7 e:enum, case(isnull(#12), 0:bigint, n#10) n:bigint, m#11 m:bigint < left join on ((i#0 = #8) and (s#4 = #9)) {scan t} {project #0 :integer, #1 :text, n#2 n:bigint, m#3 m:bigint, true:boolean :boolean < project #0 :integer, #1 :text, #2 n:bigint, #3 m:bigint < aggregate by (#0, #1) count_rows():bigint, max(x#4):bigint < project i#0 :integer, s#1 :text, i#0 i:integer, s#1 s:text, x#2 x:bigint < scan u}",
                "select i, q.x from t, lateral (select x from u where u.i < t.i limit 2) q¦project i#0 i:integer, x#8 x:bigint < inner lateral(i#0) {scan t} {limit 2:bigint < project x#2 x:bigint < filter (i#0 < outer0:integer) < scan u}",
                "select i, (select max(10 / x) from u where u.i = t.i) from t¦project i#0 i:integer, value(i#0) {project #0 max:bigint < aggregate max((10:bigint / x#2)):bigint < filter (i#0 = outer0:integer) < scan u} max:bigint < scan t",
                "select i, (select round(avg(x), 1) from u where u.i = t.i and x + 1 > 2) from t¦project i#0 i:integer, ?0(i#0, null:numeric) round:numeric < scan t; ?0 value_by_key: project #0 :integer, round(#1, 1:integer) round:numeric < aggregate by (#0) avg(x#3):numeric < project i#0 :integer, i#0 i:integer, s#1 s:text, x#2 x:bigint < filter ((x#2 + 1:bigint) > 2:bigint) < scan u"
            })
    void shouldRunForEachRowWhatUsesIt(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    /** A walk that reads each of them twice would read the last one 2^24 times. */
    @Test
    void shouldPlanQueriesThatNestDeep() {
        String inner = "1";
        for (int depth = 24; depth > 0; depth--) {
            inner = "(select max(t%d.b) from t t%d where t%d.i > t%d.i and t%d.b > %s)"
                    .formatted(depth, depth, depth, depth - 1, depth, inner);
        }
        String text = "select i, " + inner + " from t t0 order by ";
        PlannedQuery planned = schema.bind(text + "2, 1");
        assertThat(Canonical.of(schema.bind(text + "  2, 1"))).isEqualTo(Canonical.of(planned));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from t where i = (select i, x from u)¦42601¦27¦A query in an expression stands for one column, but has columns=2. Select one.
            select i from t where i in (select i, x from u)¦42601¦28¦A query in an expression stands for one column, but has columns=2. Select one.
            select i from t where s in (select i from u)¦42883¦24¦The operands of IN are text and integer, which do not fit together. Convert one of them with CAST.
            select i from t where s ~ any (select s from u)¦0A000¦24¦ANY and ALL are not supported with ~, but with comparisons. Write conditions with OR or AND.
            select i from t where (i, s) in (select i, s from u)¦0A000¦22¦Several values in parentheses can only be compared with as many in parentheses, as in (a, b) = (1, 2). Compare one value at a time, or join the query that has the others.
            select (select sum(t.i) from u) from t¦0A000¦15¦The aggregate sum takes only columns of the query around this one, so it is one of that query. Compute it there, by a query in FROM, and use its column.
            select i from t right join lateral (select x from u where u.i = t.i) q on true¦42P10¦64¦LATERAL uses a table that the join may show no row of. Write JOIN or LEFT JOIN.
            select i from t where exists (select 1 from u where t.nothing = 1)¦42703¦52¦The table "t" has no column "nothing". Known are: i, b, n, d, s, on_, at, e, items.
            select i from t, (select x from u where u.i = t.i) q¦42P01¦46¦There is no table "t" in this FROM. Did you mean 'u'?
            select b, (select max(x) from u where u.i = t.i) from t group by b¦42803¦44¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select i from t limit (select 1)¦0A000¦23¦LIMIT needs a number or a parameter. Write how many rows.
            """)
    void shouldSayWhatCannotStandInAnExpression(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
