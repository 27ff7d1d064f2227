package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

/** Jobs behind one gateway: {@code shop} has cards, {@code calls} has subscribers, and {@code more} has subscribers, too. */
class SeveralJobsTest {
    private final FakeJob shop = FakeJob.of("payments");
    private final FakeJob calls = new FakeJob();
    private final FakeJob more = FakeJob.of("calls");
    private final Talk talk = talk(new User("ada", null));

    private Talk talk(User user) {
        Map<String, FakeJob> jobs = new LinkedHashMap<>();
        jobs.put("shop", shop);
        jobs.put("calls", calls);
        jobs.put("more", more);
        return Talk.of(user, jobs);
    }

    private static User bob(OptionalLong maxRows, Set<String> hidden) {
        return new User(
                "bob",
                null,
                OptionalInt.empty(),
                OptionalInt.empty(),
                maxRows,
                OptionalLong.empty(),
                hidden,
                false,
                Set.of(Permission.ASK));
    }

    private List<String> rows(String sql) {
        List<String> heard = talk.query(sql);
        assertThat(heard).noneMatch(line -> line.startsWith("E"));
        return heard.stream()
                .filter(line -> line.startsWith("D"))
                .map(line -> line.substring(1).strip())
                .toList();
    }

    private static Object textOf(FakeJob job, int question) {
        return job.asked.get(question).params().get("text");
    }

    /** As it is written, with the schema that the job does not know. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT count(*) FROM calls.subscribers|10",
                "SELECT count(*) FROM aim.calls.subscribers s|10",
                "SELECT calls.subscribers.subscriber_id FROM \"calls\".subscribers WHERE subscriber_id = 3|3",
                "SELECT count(*) FROM calls . subscribers calls WHERE calls.subscriber_id > 4 AND 'calls.subscribers' <> ''|6",
                "SELECT count(*) FROM calls.subscribers AS calls LEFT JOIN calls.category c ON c.id = calls.category AND calls.category <> 0|10",
                "SELECT calls.category IS DISTINCT FROM calls.category, (SELECT max(id) > 0 FROM calls.category)"
                        + " FROM calls.category k, calls.subscribers calls LIMIT 1|f;t",
                "SELECT count(*) FROM calls.subscribers WHERE NOT EXISTS (SELECT 1 FROM calls.category WHERE calls.subscribers.category = id)|10",
            })
    void shouldGiveAStatementOverOneJobToThatJob(String sql, String row) {
        assertThat(rows(sql)).containsExactly(row.replace(';', '|'));
        assertThat(rows(sql)).as("planned before").containsExactly(row.replace(';', '|'));
        assertThat(calls.asked).hasSize(2).allSatisfy(question -> assertThat(question.params())
                .containsEntry("text", sql)
                .containsEntry("schema", "calls"));
        assertThat(shop.asked).isEmpty();
        assertThat(more.asked).isEmpty();
    }

    @Test
    void shouldMeanTheFirstJobWithoutASchema() {
        for (String name : List.of("cards", "public.cards", "shop.cards", "aim.shop.cards", "analyticsmatrix")) {
            assertThat(rows("SELECT count(*) FROM " + name)).containsExactly("8");
        }
        assertThat(calls.asked).isEmpty();
        assertThat(talk.query("SELECT count(*) FROM subscribers"))
                .first()
                .asString()
                .startsWith("E 42P01 @22 There is no table \"subscribers\". Known are: cards, ");
    }

    @Test
    void shouldSearchThePathForNamesWithoutASchema() {
        assertThat(rows("SELECT count(*) FROM analyticsmatrix")).containsExactly("8");
        talk.query("SET search_path = calls, shop");
        assertThat(rows("SELECT count(*) FROM analyticsmatrix")).containsExactly("10");
        assertThat(rows("SELECT count(*) FROM subscribers")).containsExactly("10");
        assertThat(rows("SELECT count(*) FROM cards")).containsExactly("8");
        assertThat(rows("SELECT count(*) FROM public.analyticsmatrix")).containsExactly("8");
        assertThat(rows("SELECT 'subscribers'::regclass = 'calls.subscribers'::regclass"))
                .containsExactly("t");
        assertThat(talk.query("SELECT count(*) FROM public.subscribers"))
                .first()
                .asString()
                .startsWith("E 42P01");
        talk.query("SET search_path = more");
        assertThat(rows("SELECT count(*) FROM subscribers")).containsExactly("5");
        assertThat(talk.query("SELECT count(*) FROM cards")).first().asString().startsWith("E 42P01");
    }

    /** As in PostgreSQL. */
    @Test
    void shouldSearchTheJobThatIsCalledLikeTheUserFirst() {
        Talk ofCalls = talk(new User("calls", null));
        assertThat(ofCalls.query("SELECT count(*) FROM analyticsmatrix")).contains("D 10");
        assertThat(ofCalls.query("SELECT count(*) FROM cards")).contains("D 8");
    }

    @Test
    void shouldReachTheSamePluralOfTwoJobs() {
        assertThat(rows("SELECT count(*) FROM more.subscribers")).containsExactly("5");
        assertThat(rows("SELECT count(*) FROM calls.subscribers")).containsExactly("10");
        assertThat(rows("SELECT (SELECT count(*) FROM calls.subscribers) - (SELECT count(*) FROM more.subscribers)"))
                .containsExactly("5");
        assertThat(rows("SELECT count(*) FROM calls.subscribers a JOIN more.subscribers b USING (subscriber_id)"))
                .containsExactly("5");
    }

    @Test
    void shouldJoinJobsInTheGateway() {
        assertThat(rows("SELECT s.subscriber_id, s.number_of_calls_this_week, c.tier FROM calls.subscribers s"
                        + " JOIN shop.cards c ON c.card_id = s.subscriber_id WHERE s.subscriber_id < 3 ORDER BY 1"))
                .containsExactly("1|1|gold", "2|2|silver");
        assertThat(calls.asked).hasSize(1);
        assertThat(textOf(calls, 0))
                .isEqualTo("SELECT subscriber_id, number_of_calls_this_week FROM subscribers"
                        + " WHERE (subscriber_id < 3::bigint)");
        assertThat(shop.asked).hasSize(1);
        assertThat(textOf(shop, 0)).isEqualTo("SELECT card_id, tier FROM cards");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT count(*) FROM cards, calls.subscribers|80",
                "SELECT sum(n) FROM (SELECT count(*) AS n FROM cards UNION ALL SELECT count(*) FROM calls.subscribers) x|18",
                "SELECT count(*) FROM calls.subscribers s WHERE EXISTS (SELECT 1 FROM cards c WHERE c.card_id = s.subscriber_id)|8",
                "SELECT count(*) FROM calls.subscribers WHERE subscriber_id NOT IN (SELECT card_id FROM cards)|2",
                "SELECT count(c.card_id) FROM calls.subscribers s LEFT JOIN shop.cards c ON c.card_id = s.subscriber_id|8",
                "SELECT max(t.n) FROM (SELECT tier, count(*) AS n FROM cards GROUP BY tier) t, calls.subscribers|3",
                "WITH a AS (SELECT count(*) AS n FROM more.subscribers) SELECT a.n + count(*) FROM a, calls.subscribers GROUP BY a.n|15",
                "SELECT count(*) FROM calls.subscribers s JOIN pg_namespace n ON n.oid = 11 JOIN cards c ON c.card_id = s.subscriber_id|8",
            })
    void shouldAnswerOverSeveralJobs(String sql, String row) {
        assertThat(rows(sql)).containsExactly(row);
    }

    @Test
    void shouldExplainWhatEachJobIsAsked() {
        assertThat(String.join(
                        "\n",
                        rows("EXPLAIN SELECT c.tier, count(*) FROM calls.subscribers s JOIN cards c"
                                + " ON c.card_id = s.subscriber_id GROUP BY 1")))
                .contains("Ask the job calls: SELECT subscriber_id FROM subscribers")
                .contains("Ask the job shop: SELECT card_id, tier FROM cards");
    }

    @Test
    void shouldShowTheCharacterWhereAStatementForAJobIsWrong() {
        assertThat(talk.query("SELECT nothing FROM calls.subscribers"))
                .first()
                .asString()
                .startsWith("E 42703 @8 There is no column \"nothing\"");
        assertThat(talk.query("SELECT 1 / (subscriber_id - subscriber_id) FROM calls.subscribers"))
                .first()
                .asString()
                .startsWith("E 22012");
    }

    @Test
    void shouldHelpWithNames() {
        assertThat(talk.query("SELECT 1 FROM calls.subscribes").get(0)).endsWith("Did you mean 'calls.subscribers'?");
        assertThat(talk.query("SELECT 1 FROM call.subscribers").get(0)).contains("shop.*, calls.*, more.*");
    }

    @Test
    void shouldAskEachJobForItsStatementsOfOneQuery() {
        assertThat(
                        rows(
                                "SELECT count(*) FROM cards; SELECT 2 FROM cards LIMIT 1; SELECT count(*) FROM calls.subscribers"))
                .containsExactly("8", "2", "10");
        assertThat(shop.asked).hasSize(1);
        assertThat(calls.asked).hasSize(1);
    }

    @Test
    void shouldAskEachJobForItsStatementsOfAPipeline() {
        List<String> heard = talk.say(
                parse("", "BEGIN"),
                bind("", ""),
                execute("", 0),
                parse("a", "SELECT count(*) FROM cards"),
                bind("a", "a"),
                execute("a", 0),
                parse("b", "SELECT count(*) FROM calls.subscribers"),
                bind("b", "b"),
                execute("b", 0),
                sync());
        assertThat(heard.stream().filter(line -> line.startsWith("D"))).containsExactly("D 8", "D 10");
    }

    @Test
    void shouldSeeEachJobAtOneMomentInRepeatableRead() {
        talk.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
        assertThat(rows("SELECT count(*) FROM cards, calls.subscribers")).containsExactly("80");
        assertThat(talk.query("SELECT count(*) FROM calls.subscribers"))
                .first()
                .asString()
                .startsWith("E 0A000 This REPEATABLE READ transaction has seen the matrix");
    }

    @Test
    void shouldNeverGoBackInAnyJob() {
        calls.progress.add(50L);
        calls.progress.add(40L);
        calls.progress.add(50L);
        shop.progress.add(10L);
        rows("SELECT count(*) FROM calls.subscribers");
        rows("SELECT count(*) FROM cards");
        rows("SELECT count(*) FROM calls.subscribers");
        assertThat(calls.asked).as("asked again for what was missing").hasSize(3);
        assertThat(shop.asked).hasSize(1);
    }

    @Test
    void shouldCallTheQueriesOfAJob() {
        assertThat(rows("SELECT count(*) >= 0 FROM calls.q4()")).containsExactly("t");
        assertThat(calls.asked.get(0).query()).isEqualTo("q4");
        assertThat(talk.query("SELECT * FROM q4()"))
                .first()
                .asString()
                .startsWith("E 42883 @15 There is no function \"q4\".")
                .contains("calls.q4");
        String visible = "SELECT count(*) FROM pg_proc WHERE proname = 'q4' AND pg_function_is_visible(oid)";
        assertThat(rows(visible)).containsExactly("0");
        talk.query("SET search_path = calls");
        assertThat(rows("SELECT count(*) >= 0 FROM q4()")).containsExactly("t");
        assertThat(rows(visible)).containsExactly("1");
    }

    @Test
    void shouldHideColumnsOfEachJob() {
        Talk bob = talk(bob(OptionalLong.empty(), Set.of("tier", "total_cost_this_week")));
        for (String sql : List.of(
                "SELECT tier FROM cards",
                "SELECT c.tier FROM shop.cards c, calls.subscribers",
                "SELECT total_cost_this_week FROM calls.subscribers",
                "SELECT s.total_cost_this_week FROM calls.subscribers s JOIN cards c ON c.card_id = s.subscriber_id")) {
            assertThat(bob.query(sql)).first().asString().startsWith("E 42703");
        }
        assertThat(String.join("\n", bob.query("SELECT * FROM calls.subscribers s, cards c LIMIT 1")))
                .contains("card_id", "total_duration_this_week")
                .doesNotContain("tier", "total_cost_this_week");
        assertThat(String.join("\n", bob.query("SELECT * FROM information_schema.columns")))
                .contains("card_id", "total_duration_this_week")
                .doesNotContain("|tier|", "total_cost_this_week");
        assertThat(String.join("\n", bob.query("SELECT * FROM aim.columns")))
                .doesNotContain("|tier|", "total_cost_this_week");
    }

    /** The sum of all jobs, not so many of each. */
    @Test
    void shouldLimitTheRowsOfAllJobs() {
        String join = "SELECT count(*) FROM calls.subscribers s JOIN cards c ON c.card_id = s.subscriber_id";
        assertThat(talk(bob(OptionalLong.of(18), Set.of())).query(join)).contains("D 8");
        assertThat(talk(bob(OptionalLong.of(17), Set.of())).query(join))
                .first()
                .asString()
                .startsWith("E 54000");
    }

    @Test
    void shouldListEachJobInItsSchema() {
        assertThat(rows("SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information)' ORDER BY 1"))
                .containsExactly("aim", "calls", "more", "public", "shop");
        assertThat(rows("SELECT table_schema FROM information_schema.tables WHERE table_name = 'cards' ORDER BY 1"))
                .containsExactly("public", "shop");
        assertThat(
                        rows(
                                "SELECT table_schema FROM information_schema.tables WHERE table_name = 'subscribers' ORDER BY 1"))
                .containsExactly("calls", "more");
        assertThat(rows("SELECT count(*) FROM pg_attribute WHERE attrelid = 'calls.subscribers'::regclass"
                        + " AND attname = 'number_of_calls_this_week'"))
                .containsExactly("1");
        assertThat(
                        rows(
                                "SELECT DISTINCT table_name FROM aim.columns WHERE column_name IN ('card_id', 'subscriber_id') ORDER BY 1"))
                .containsExactly("calls.subscribers", "cards", "more.subscribers");
        assertThat(rows("SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'calls' AND pg_table_is_visible(c.oid)"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM cards",
                "SELECT count(*) FROM pg_class",
                "SELECT nspname FROM pg_namespace",
                "SELECT version()"
            })
    void shouldAnswerWhileAnotherJobIsDown(String sql) {
        calls.isSilent = true;
        assertThat(rows(sql)).isNotEmpty();
    }

    @Test
    void shouldAnswerWhileTheFirstJobIsDown() {
        shop.isSilent = true;
        assertThat(rows("SELECT count(*) FROM calls.subscribers")).containsExactly("10");
        assertThat(rows("SELECT count(*) FROM calls.subscribers s, more.subscribers m"))
                .containsExactly("50");
        assertThat(rows("SELECT count(*) > 0 FROM pg_type")).containsExactly("t");
        assertThat(rows("SELECT count(*) FROM generate_series(1, 3)")).containsExactly("3");
    }

    @Test
    void shouldNameTheJobThatIsDown() {
        calls.isSilent = true;
        // Less than the gateway waits for a model.
        talk.query("SET statement_timeout = '500ms'");
        assertThat(talk.query("SELECT count(*) FROM calls.subscribers"))
                .first()
                .asString()
                .startsWith("E 08006 The job calls does not answer.");
        talk.query("SET statement_timeout = '20s'");
        assertThat(rows("SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'calls'"))
                .containsExactly("a job that does not answer");
    }
}
