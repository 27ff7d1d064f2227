package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.testing.Scale;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of queries when some of their words are lost, misplaced or exchanged. */
class AnyQueryTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);
    private static final int MUTATIONS = Scale.times(2_500);

    private static final List<String> TEXTS = List.of(
            "select s , count ( * ) , sum ( n ) filter ( where i > 1 ) from t where s like 'a%' group by s having count ( * ) > 2 order by 2 desc , s limit 10",
            "select t . i , u . x from t join u on t . i = u . i where t . s in ( 'a' , 'b' ) order by t . n limit 5 offset 1",
            "select * from t left join u using ( i ) where x is null or b between 1 and 5",
            "with a as ( select i , s from t ) , c as ( select i from a ) select * from a , c where a . i = c . i",
            "select i from t union all select x from u union select 1 order by i",
            "select i , case when n > 1.5 then 'x' else s end as c from t where i = ( select max ( i ) from u ) or s in ( select s from u )",
            "select distinct upper ( s ) , d / 2 , b % 3 , - i from t where exists ( select 1 from u where x > $1 ) and s = $2 limit $3",
            "select a , b + 1 from ( values ( 1 , 2 ) , ( 3 , null ) ) v ( a , b ) where a <> $1",
            "select percentile_disc ( 0.5 ) within group ( order by i ) , arg_max ( s , i ) , avg ( distinct d ) from t",
            "select extract ( hour from at ) , date_trunc ( 'day' , at ) , e::text from t where at < now ( ) and e = 'LOW'",
            "select city , avg ( number_of_calls_this_week ) from analyticsmatrix a , regioninfo r where a . zip = r . zip group by city");

    private static final String[] WORDS = {
        "select",
        "from",
        "where",
        "group by",
        "having",
        "order by",
        "limit 1",
        "union",
        "intersect",
        "distinct",
        "join u",
        "on",
        "using (i)",
        "full join",
        "right join",
        "exists (",
        "in (select i from u)",
        "= any (select x from u)",
        "not",
        "null",
        "'x'",
        "1",
        "1.5",
        "-1",
        "i",
        "b",
        "n",
        "d",
        "s",
        "on_",
        "at",
        "e",
        "x",
        "t",
        "u",
        "t.*",
        "*",
        "count(*)",
        "sum(i)",
        "max(n)",
        "(",
        ")",
        ",",
        ".",
        "=",
        "<",
        "+",
        "/",
        "||",
        "and",
        "or",
        "$1",
        "$2",
        "$3",
        "$0",
        "::int",
        "::numeric(5,2)",
        "as i",
        "1, 2",
        "case when on_ then",
        "end",
        "like",
        "is null",
        "filter (where on_)",
        "^",
        "now()",
        "values (1)"
    };

    private final SmallSchema schema = new SmallSchema();

    @Test
    void shouldGiveAPlanOrAnErrorForEachText() {
        Random random = new Random(SEED);
        int bound = 0;
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String text = mutated(TEXTS.get(random.nextInt(TEXTS.size())), random);
            try {
                for (Statement statement : StatementParser.parse(text)) {
                    if (statement instanceof Statement.Ask ask) {
                        PlannedQuery query = QueryBinder.bind(ask.query(), schema);
                        bound++;
                        // Whatever was bound has a form, which is its own form.
                        PlannedQuery canonical = Canonical.of(query);
                        assertThat(Canonical.of(canonical))
                                .as("seed %d: %s", SEED, text)
                                .isEqualTo(canonical);
                    }
                }
            } catch (SqlException expected) {
                refused++;
                assertThat(expected.position()).as("seed %d: %s", SEED, text).isBetween(0, text.length());
                assertThat(expected.getMessage()).as("seed %d: %s", SEED, text).matches("(?s).*[.?]");
            } catch (RuntimeException | StackOverflowError wrong) {
                throw new AssertionError("seed " + SEED + ": " + text, wrong);
            }
        }
        assertThat(bound).as("bound, seed %d", SEED).isGreaterThan(MUTATIONS / 100);
        assertThat(refused).as("refused, seed %d", SEED).isGreaterThan(MUTATIONS / 5);
    }

    private static String mutated(String text, Random random) {
        String[] words = text.split(" ");
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(words.length);
            switch (random.nextInt(4)) {
                case 0 -> words[at] = "";
                case 1 -> words[at] = WORDS[random.nextInt(WORDS.length)];
                case 2 -> words[at] += " " + WORDS[random.nextInt(WORDS.length)];
                default -> words[at] = words[random.nextInt(words.length)];
            }
        }
        return String.join(" ", words);
    }
}
