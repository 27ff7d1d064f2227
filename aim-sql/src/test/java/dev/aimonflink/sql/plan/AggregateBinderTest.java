package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class AggregateBinderTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "select count(*), count(i), count(distinct s) from t¦project #0 count:bigint, #1 count:bigint, #2 count:bigint < aggregate count_rows():bigint, count(i#0):bigint, count(distinct s#4):bigint < scan t",
                "select sum(i), sum(b), sum(n), sum(d) from t¦project #0 sum:bigint, #1 sum:numeric, #2 sum:numeric, #3 sum:double precision < aggregate sum(i#0):bigint, sum(b#1):numeric, sum(n#2):numeric, sum(d#3):double precision < scan t",
                "select avg(i), avg(n), avg(d), stddev(i), stddev_pop(d), variance(n), var_samp(i), var_pop(b) from t¦project #0 avg:numeric, #1 avg:numeric, #2 avg:double precision, #3 stddev:numeric, #4 stddev_pop:double precision, #5 variance:numeric, #6 var_samp:numeric, #7 var_pop:numeric < aggregate avg(i#0):numeric, avg(n#2):numeric, avg(d#3):double precision, stddev_samp(i#0):numeric, stddev_pop(d#3):double precision, var_samp(n#2):numeric, var_samp(i#0):numeric, var_pop(b#1):numeric < scan t",
                "select min(s), max(at), max(e), min(n), bool_and(on_), every(on_), bool_or(i > 1) from t¦project #0 min:text, #1 max:timestamp with time zone, #2 max:enum, #3 min:numeric(18,2), #4 bool_and:boolean, #4 every:boolean, #5 bool_or:boolean < aggregate min(s#4):text, max(at#6):timestamp with time zone, max(e#7):enum, min(n#2):numeric(18,2), bool_and(on_#5):boolean, bool_or((i#0 > 1:integer)):boolean < scan t",
                "select arg_max(s, i), arg_min(i, n) from t¦project #0 arg_max:text, #1 arg_min:integer < aggregate arg_max(s#4, i#0):text, arg_min(i#0, n#2):integer < scan t",
                "select sum(distinct i) filter (where s = 'x') from t¦project #0 sum:bigint < aggregate sum(distinct i#0) filter (s#4 = 'x':text):bigint < scan t",
                "select percentile_disc(0.5) within group (order by n desc) from t¦project #0 percentile_disc:numeric(18,2) < aggregate percentile_disc(0.5:double precision) within n#2 desc:numeric(18,2) < scan t",
                "select count(null), max('x') from t¦project #0 count:bigint, #1 max:text < aggregate count(null:text):bigint, max('x':text):text < scan t"
            })
    void shouldGiveAggregatesTheTypesOfPostgres(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select s, count(*) from t group by s¦project #0 s:text, #1 count:bigint < aggregate by (s#4) count_rows():bigint < scan t
            select s, count(*) from t group by 1¦project #0 s:text, #1 count:bigint < aggregate by (s#4) count_rows():bigint < scan t
            select upper(s) as u, count(*) from t group by u¦project #0 u:text, #1 count:bigint < aggregate by (upper(s#4)) count_rows():bigint < scan t
            select s as i, count(*) from t group by i, s¦project #1 i:text, #2 count:bigint < aggregate by (i#0, s#4) count_rows():bigint < scan t
            select i + 1, (i+1) * 2, sum(n) from t group by i + 1¦project #0 ?column?:integer, (#0 * 2:integer) ?column?:integer, #1 sum:numeric < aggregate by ((i#0 + 1:integer)) sum(n#2):numeric < scan t
            select i from t group by i, t.i, items¦project #0 i:integer < aggregate by (i#0) < scan t
            select i, s from t group by (i, s)¦project #0 i:integer, #1 s:text < aggregate by (i#0, s#4) < scan t
            select 'x', count(*) from t group by 1¦project #0 ?column?:text, #1 count:bigint < aggregate by ('x':text) count_rows():bigint < scan t
            select sum(i) / count(*), sum(i) from t¦project (#0 / #1) ?column?:bigint, #0 sum:bigint < aggregate sum(i#0):bigint, count_rows():bigint < scan t
            select 1 from t having count(*) > 1¦project 1:integer ?column?:integer < filter (#0 > 1:bigint) < aggregate count_rows():bigint < scan t
            select s from t group by s having count(*) > 1 and s > 'a'¦project #0 s:text < filter ((#1 > 1:bigint) and (#0 > 'a':text)) < aggregate by (s#4) count_rows():bigint < scan t
            select s from t group by s order by count(*) desc, upper(s), s¦project s#0 s:text < sort #1 desc, #2, s#0 < project #0 s:text, #1 :bigint, upper(#0) :text < aggregate by (s#4) count_rows():bigint < scan t
            select s, sum(i) as total from t group by s order by total¦sort total#1 < project #0 s:text, #1 total:bigint < aggregate by (s#4) sum(i#0):bigint < scan t
            select distinct s from t group by s, i¦distinct < project #0 s:text < aggregate by (s#4, i#0) < scan t
            select count(*) from t order by count(*)¦sort count#0 < project #0 count:bigint < aggregate count_rows():bigint < scan t
            select count(*)¦project #0 count:bigint < aggregate count_rows():bigint < values()
            """)
    void shouldGroup(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select s, i from t group by s¦42803¦10¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select * from t group by s¦42803¦7¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select on_, count(*) from t¦42803¦7¦The column "on_" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write bool_or(on_).
            select s from t group by s having i > 1¦42803¦34¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select s from t group by s order by i¦42803¦36¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select i + 2 from t group by i + 1¦42803¦7¦The column "i" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write max(i).
            select i from t where sum(i) > 1¦42803¦22¦The aggregate sum cannot stand in WHERE. Write the condition behind HAVING.
            select i from t join u on sum(t.i) > 1¦42803¦26¦The aggregate sum cannot stand in the condition of a join. Join with a query in FROM that has the aggregate.
            select count(*) from t group by count(*)¦42803¦32¦The aggregate count cannot stand in GROUP BY. Compute it by a query in FROM, and group by its column.
            select count(*) as c from t group by c¦42803¦37¦The aggregate count cannot stand in GROUP BY. Compute it by a query in FROM, and group by its column.
            select sum(count(*)) from t¦42803¦11¦The aggregate count cannot stand inside of another one. Compute the inner one by a query in FROM.
            select sum(i) filter (where count(*) > 1) from t¦42803¦28¦The aggregate count cannot stand inside of another one. Compute the inner one by a query in FROM.
            values (sum(1))¦42803¦8¦The aggregate sum cannot stand in VALUES. Write SELECT with FROM.
            select i from t limit sum(1)¦42803¦22¦The aggregate sum cannot stand in LIMIT or OFFSET. Write a number.
            select i from t having i¦42804¦23¦What follows HAVING has to be a condition, not integer. Compare it with a value.
            """)
    void shouldSayWhatCannotBeGrouped(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "select sum(s) from t¦42883¦11¦The aggregate sum needs numbers, not text. Convert it with CAST.",
                "select max(on_) from t¦42883¦11¦The aggregate max needs numbers, texts or times to compare, not boolean. Use bool_and or bool_or.",
                "select bool_and(i) from t¦42883¦16¦The aggregate bool_and needs conditions, not integer. Compare it with a value.",
                "select sum(i, i) from t¦42883¦7¦The aggregate sum takes one argument, not 2.",
                "select count() from t¦42883¦7¦The aggregate count takes one argument, not 0. Write count(*).",
                "select sum(*) from t¦42883¦7¦The aggregate sum takes one argument, not *.",
                "select arg_max(i) from t¦42883¦7¦The aggregate arg_max takes two arguments: the value, and what is compared, not 1.",
                "select arg_max(s, on_) from t¦42883¦18¦The aggregate arg_max needs numbers, texts or times to compare, not boolean. Use bool_and or bool_or.",
                "select avg(i) within group (order by i) from t¦0A000¦7¦WITHIN GROUP belongs to percentile_disc, and avg needs no order. Leave it out.",
                "select percentile_disc(0.5) from t¦42883¦7¦The aggregate percentile_disc takes the values of one order. Write percentile_disc(0.5) WITHIN GROUP (ORDER BY x).",
                "select percentile_disc(0.5) within group (order by i, s) from t¦42883¦7¦The aggregate percentile_disc takes the values of one order. Write percentile_disc(0.5) WITHIN GROUP (ORDER BY x).",
                "select percentile_disc(1.5) within group (order by i) from t¦22003¦23¦A percentile is a fraction from 0 to 1, not 1.5. Write 0.5 for the median.",
                "select percentile_disc(d) within group (order by i) from t¦42803¦23¦The fraction of percentile_disc is the same for all rows. Write a number such as 0.5.",
                "select percentile_cont(0.5) within group (order by s) from t¦42883¦51¦The aggregate percentile_cont needs numbers, not text. Use percentile_disc.",
                "select mode(i) within group (order by i) from t¦42883¦7¦The aggregate mode takes no argument, not 1.",
                "select corr(i) from t¦42883¦7¦The aggregate corr takes two arguments: y, and x, not 1.",
                "select corr(distinct i, i) from t¦0A000¦7¦DISTINCT is not supported in corr. Write SELECT DISTINCT y, x in an inner query.",
                "select bit_or(s) from t¦42883¦14¦The aggregate bit_or needs whole numbers, not text. Convert it with CAST.",
                "select approx_count_distinct(i) from t¦0A000¦7¦The aggregate approx_count_distinct is not supported. Use count(DISTINCT x), which is exact.",
                "select summ(i) from t¦42883¦7¦There is no function \"summ\". Did you mean 'sum'?",
                "select lower(distinct s) from t¦42883¦7¦There is no aggregate \"lower\". Known are: any_value, arg_max, arg_min, array_agg, avg, bit_and, bit_or, bit_xor, bool_and, bool_or, corr, count, covar_pop, covar_samp, every, max, min, mode, percentile_cont, percentile_disc, regr_avgx, regr_avgy, regr_count, regr_intercept, regr_r2, regr_slope, regr_sxx, regr_sxy, regr_syy, stddev, stddev_pop, stddev_samp, string_agg, sum, var_pop, var_samp, variance.",
                "select count(distinct i) over () from t¦0A000¦7¦Over a window there is neither DISTINCT nor a percentile, nor ORDER BY in the call. Compute it by GROUP BY in a query, and join with that.",
                "select sum(i) filter (where i) from t¦42804¦28¦What follows FILTER has to be a condition, not integer. Compare it with a value."
            })
    void shouldSayWhatAggregatesTake(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
