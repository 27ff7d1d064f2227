package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.text.SqlLimits;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class QueryLimitsTest {
    /** Half of what a thread has by default. */
    private static final int STACK_BYTES = 512 * 1024;

    private static final String TOO_MANY_PARTS =
            "The statement has more than 100000 parts. Columns of tables are parts,"
                    + " and what is used several times counts each time. Make it shorter.";

    private final SmallSchema schema = new SmallSchema();

    private void refuse(String text, String message) {
        assertRefused(SqlState.TOO_COMPLEX.code(), message, () -> schema.bind(text));
    }

    /** Each query names the one before twice. */
    private static String doubling(int times) {
        return "with q0 as (select i from u)"
                + IntStream.rangeClosed(1, times)
                        .mapToObj(k -> ", q%d as (select a.i from q%d a, q%d b)".formatted(k, k - 1, k - 1))
                        .collect(Collectors.joining())
                + " select * from q" + times;
    }

    @Test
    void shouldLimitQueriesOfWithThatNameEachOtherTwice() {
        assertThat(schema.bind(doubling(12)).initials()).isEmpty();
        refuse(doubling(20), TOO_MANY_PARTS);
        refuse(doubling(100), TOO_MANY_PARTS);
    }

    /** BETWEEN compares its operand twice. */
    private static String betweens(int times) {
        return "select " + "(".repeat(times) + "i" + " between 1 and 2)::int".repeat(times) + " from t";
    }

    @Test
    void shouldLimitOperandsThatAreUsedTwice() {
        assertThat(schema.bind(betweens(10)).initials()).isEmpty();
        refuse(betweens(40), TOO_MANY_PARTS);
    }

    /** Each query names the one before. */
    private static String chain(int length) {
        return "with q0 as (select i from u)"
                + IntStream.rangeClosed(1, length)
                        .mapToObj(k -> ", q%d as (select i from q%d where i > 1)".formatted(k, k - 1))
                        .collect(Collectors.joining())
                + " select * from q" + length;
    }

    private static final int LONGEST_CHAIN = (QueryBinder.MAX_HEIGHT - 3) / 2;

    @Test
    void shouldLimitTheHeightOfPlans() {
        assertThat(schema.bind(chain(LONGEST_CHAIN)).initials()).isEmpty();
        String message =
                "The query has more than 300 steps that follow each other. Nest fewer queries, or use fewer joins in each.";
        refuse(chain(LONGEST_CHAIN + 1), message);
    }

    @Test
    void shouldLimitTheTablesOfFrom() {
        String most = IntStream.range(0, FromBinder.MAX_TABLES)
                .mapToObj(k -> "u u" + k)
                .collect(Collectors.joining(", "));
        assertThat(schema.bind("select 1 from " + most).initials()).isEmpty();
        refuse("select 1 from " + most + ", u", "FROM lists more than 250 tables. List fewer.");
    }

    @Test
    void shouldBindTenThousandValuesOfIn() {
        String values = "1" + ",1".repeat(SqlLimits.MAX_LIST_VALUES - 1);
        assertThat(ShownPlan.of(Canonical.of(schema.bind("select i from t where b in (" + values + ")"))))
                .isEqualTo("project i#0 i:integer < filter (b#1 = 1:bigint) < scan t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select i| + i| from t",
                "select 1 from t where i = 1| and i = 1|",
                "select 1 from t where on_| = on_ and on_|",
                "select sum(i)| + sum(i)| from t group by b order by sum(i)",
                "select i from u| union select x from u|",
                "select i from u| intersect all select i from u|",
                "select 1 from u| cross join (select 1) q|",
                "select u.i from u| right join (select 1) q on true|",
                "select i| + b| from t group by i, b order by i"
            })
    void shouldNotOverflowTheStackWithTheHighestQueries(String parts) throws InterruptedException {
        String[] part = parts.split("\\|");
        String text = part[0] + part[1].repeat(SqlLimits.MAX_HEIGHT - 10) + (part.length > 2 ? part[2] : "");
        assertThat(boundOnASmallStack(unambiguous(text))).isInstanceOf(Integer.class);
    }

    /** Tables in a row need names of their own. */
    private static String unambiguous(String text) {
        StringBuilder named = new StringBuilder();
        int number = 0;
        for (String each : text.split(" q(?= |$)", -1)) {
            named.append(number == 0 ? "" : " q" + number).append(each);
            number++;
        }
        return named.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from (|select i from u|) q",
                "select (|select 1|)",
                "select i from u where i in (|select 1|)",
                "select coalesce((|select 1|), 1)"
            })
    void shouldNotOverflowTheStackWithTheDeepestQueries(String parts) throws InterruptedException {
        String[] part = parts.split("\\|");
        long levels = 1 + part[0].chars().filter(c -> c == '(').count();
        int depth = (int) ((SqlLimits.MAX_DEPTH - 4) / levels);
        String text = part[0].repeat(depth) + part[1] + part[2].repeat(depth);
        assertThat(boundOnASmallStack(text)).isInstanceOf(Integer.class);
    }

    @Test
    void shouldNotOverflowTheStackWithTheHighestPlan() throws InterruptedException {
        assertThat(boundOnASmallStack(chain(LONGEST_CHAIN))).isInstanceOf(Integer.class);
    }

    /** A number if it is bound, the message if it is refused, or the error that must not be. */
    private Object boundOnASmallStack(String text) throws InterruptedException {
        AtomicReference<Object> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(bound(text)), "highest query", STACK_BYTES);
        thread.start();
        thread.join();
        return result.get();
    }

    private Object bound(String text) {
        try {
            return Canonical.of(schema.bind(text)).hashCode();
        } catch (SqlException refused) {
            return refused.getMessage();
        } catch (RuntimeException | StackOverflowError wrong) {
            return wrong;
        }
    }
}
