package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

/** In REPEATABLE READ a statement that would see the matrix at a later moment than the first one is refused, or answered with a warning. */
class RepeatableReadTest {
    private static final String BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    private static final String COUNT = "SELECT count(*) FROM subscribers";
    private static final String CALLS = "SELECT sum(number_of_calls_this_week) FROM subscribers";
    private static final String REFUSED =
            "E 0A000 This REPEATABLE READ transaction has seen the matrix at one moment, and another statement would see a"
                    + " later one. Use READ COMMITTED; or send the statements together, in one simple query or before one"
                    + " Sync; or SET aim.isolation = accept.";
    private static final String WARNED =
            "N 0A000 each statement of this REPEATABLE READ transaction sees the matrix at a moment of its own, because"
                    + " aim.isolation is accept";

    private final Talk talk = new Talk();

    private void assertSeesOneMoment() {
        assertThat(talk.query("SHOW TRANSACTION ISOLATION LEVEL")).contains("D repeatable read");
        assertThat(talk.query(COUNT)).contains("D 10").endsWith("Z T");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
        assertThat(talk.query("ROLLBACK")).containsExactly("C ROLLBACK", "Z I");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BEGIN,
                "START TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                "BEGIN READ ONLY, ISOLATION LEVEL REPEATABLE READ",
                "BEGIN; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                "BEGIN; SET transaction_isolation = 'repeatable read'",
                "BEGIN; SET LOCAL transaction_isolation TO 'REPEATABLE READ'",
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ; COMMIT; BEGIN",
                "SET default_transaction_isolation = 'repeatable read'; COMMIT; BEGIN",
            })
    void shouldAcceptItInEachSpelling(String begin) {
        assertThat(talk.query(begin)).noneMatch(line -> line.startsWith("E ")).endsWith("Z T");
        assertSeesOneMoment();
    }

    @Test
    void shouldAcceptItAsAStartupOption() {
        talk.begin(Map.of("options", "-c default_transaction_isolation=repeatable\\ read"));
        assertThat(talk.query("SHOW transaction_isolation")).contains("D repeatable read");
        talk.query("BEGIN");
        assertSeesOneMoment();
    }

    @Test
    void shouldEndWithItsTransaction() {
        talk.query(BEGIN);
        talk.query("COMMIT");
        assertThat(talk.query("SHOW transaction_isolation")).contains("D read committed");
        assertThat(talk.query("SET transaction_isolation = 'repeatable read'")).contains("C SET");
        assertThat(talk.query("SHOW transaction_isolation")).contains("D read committed");
        talk.query("BEGIN");
        talk.query("SET default_transaction_isolation = 'repeatable read'");
        assertThat(talk.query("SHOW transaction_isolation")).contains("D read committed");
    }

    @Test
    void shouldShowCatalogsFreely() {
        talk.query(BEGIN);
        for (String sql : List.of(
                "SELECT relname FROM pg_class WHERE relname = 'subscribers'",
                "SELECT count(*) > 0 FROM information_schema.tables",
                COUNT,
                "SELECT relname FROM pg_class WHERE relname = 'subscribers'",
                "SELECT count(*) > 0 FROM information_schema.columns",
                "SELECT count(*) > 0 FROM aim.columns",
                "SELECT count(*) > 0 FROM aim.queries",
                "SELECT current_setting('transaction_isolation')",
                "SHOW TimeZone",
                "SET jit = off")) {
            assertThat(talk.query(sql)).as(sql).endsWith("Z T");
        }
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT region FROM regioninfo",
                "COPY subscribers TO STDOUT",
                "EXPLAIN ANALYZE " + COUNT,
                "SELECT current_user, count(*) FROM subscribers",
                "SELECT * FROM q1(alpha => 1)",
                "DECLARE c CURSOR FOR " + COUNT,
                "EXECUTE p",
            })
    void shouldRefuseASecondStatement(String sql) {
        talk.query("PREPARE p AS " + COUNT);
        talk.query(BEGIN);
        assertThat(talk.query(sql)).noneMatch(line -> line.startsWith("E ")).endsWith("Z T");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
        talk.query("ROLLBACK");
        talk.query(BEGIN);
        talk.query(COUNT);
        assertThat(talk.query(sql)).contains(REFUSED).endsWith("Z E");
    }

    @Test
    void shouldCountNoPlan() {
        talk.query(BEGIN);
        talk.query("EXPLAIN " + COUNT);
        talk.query("PREPARE p AS " + COUNT);
        assertThat(talk.query("EXECUTE p")).contains("D 10");
        assertThat(talk.query("EXPLAIN " + COUNT)).endsWith("C EXPLAIN", "Z T");
        assertThat(talk.query("EXECUTE p")).containsExactly(REFUSED, "Z E");
    }

    @Test
    void shouldAskTogetherTheStatementsOfASimpleQuery() {
        talk.job.writesBeforeEachAnswer = true;
        List<String> heard = talk.query(BEGIN + "; " + CALLS + "; " + CALLS + " WHERE subscriber_id > 0; COMMIT");
        assertThat(heard).endsWith("C COMMIT", "Z I").noneMatch(line -> line.startsWith("E "));
        assertThat(heard.get(2)).startsWith("D ").isEqualTo(heard.get(5));
        assertThat(talk.query(BEGIN + "; " + COUNT + "; SHOW jit; " + COUNT)).contains("D 10", REFUSED);
    }

    @Test
    void shouldAskTogetherWhatComesBeforeOneSync() {
        talk.query(BEGIN);
        Frontend[] twice = {parse("", COUNT), bind("", ""), execute("", 0), bind("", ""), execute("", 0), sync()};
        assertThat(talk.say(twice)).containsExactly("1", "2", "D 10", "C SELECT 1", "2", "D 10", "C SELECT 1", "Z T");
        assertThat(talk.say(twice)).containsExactly("1", "2", REFUSED, "Z E");
    }

    @Test
    void shouldRefuseAPreparedStatementThatRunsAgain() {
        talk.query(BEGIN);
        assertThat(talk.say(parse("p", COUNT), bind("", "p"), execute("", 0), sync()))
                .containsExactly("1", "2", "D 10", "C SELECT 1", "Z T");
        assertThat(talk.say(bind("", "p"), execute("", 0), sync())).containsExactly("2", REFUSED, "Z E");
    }

    /** Statements that are sent together without a block are one transaction, and the job is asked for each. */
    @Test
    void shouldRefuseASecondStatementWithoutABlock() {
        talk.query("SET default_transaction_isolation = 'repeatable read'");
        assertThat(talk.query(COUNT)).contains("D 10");
        assertThat(talk.query(COUNT)).contains("D 10");
        assertThat(talk.say(parse("", COUNT), bind("", ""), execute("", 0), bind("", ""), execute("", 0), sync()))
                .containsExactly("1", "2", "D 10", "C SELECT 1", "2", REFUSED, "Z I");
    }

    @Test
    void shouldFetchFromOneCursorInPieces() {
        talk.query(BEGIN);
        assertThat(talk.query("DECLARE c CURSOR FOR SELECT subscriber_id FROM subscribers ORDER BY 1"))
                .containsExactly("C DECLARE CURSOR", "Z T");
        assertThat(talk.query("FETCH 1 FROM c")).contains("D 1");
        assertThat(talk.query("FETCH 1 FROM c")).contains("D 2");
        assertThat(talk.query("MOVE BACKWARD ALL IN c; FETCH ALL FROM c; CLOSE c"))
                .contains("C FETCH 10");
        assertThat(talk.query("DECLARE d CURSOR FOR " + COUNT)).containsExactly(REFUSED, "Z E");
    }

    @Test
    void shouldFetchFromOnePortalInPieces() {
        talk.query(BEGIN);
        assertThat(talk.say(
                        parse("", "SELECT subscriber_id FROM subscribers ORDER BY 1"),
                        bind("a", ""),
                        execute("a", 1),
                        sync()))
                .containsExactly("1", "2", "D 1", "s", "Z T");
        assertThat(talk.say(execute("a", 1), sync())).containsExactly("D 2", "s", "Z T");
        assertThat(talk.query("FETCH 1 FROM a")).contains("D 3");
        assertThat(talk.say(parse("", COUNT), bind("b", ""), execute("b", 1), sync()))
                .containsExactly("1", "2", REFUSED, "Z E");
    }

    @Test
    void shouldBeginAnewAfterTheEndOfTheTransaction() {
        for (String end : List.of("COMMIT; " + BEGIN, "ROLLBACK; " + BEGIN, "COMMIT AND CHAIN", "ROLLBACK AND CHAIN")) {
            talk.query(BEGIN);
            talk.query(COUNT);
            talk.query(end);
            assertSeesOneMoment();
        }
        talk.query(BEGIN);
        talk.query("SELECT nothing");
        talk.query("ROLLBACK AND CHAIN");
        assertSeesOneMoment();
    }

    @Test
    void shouldKnowWhatItHasSeenBehindASavepoint() {
        talk.query(BEGIN);
        talk.query("SAVEPOINT a");
        assertThat(talk.query(COUNT)).contains("D 10");
        talk.query("ROLLBACK TO a");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
        talk.query("ROLLBACK TO a");
        assertThat(talk.query("SHOW transaction_isolation")).contains("D repeatable read");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
        talk.query("ROLLBACK");
        talk.query(BEGIN + "; SAVEPOINT a");
        assertThat(talk.query(COUNT + "; SELECT nothing FROM subscribers"))
                .contains("D 10")
                .endsWith("Z E");
        talk.query("ROLLBACK TO a");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT nothing FROM subscribers",
                "SELECT 1 / (subscriber_id - subscriber_id) FROM subscribers",
                "SELECT 1 / (count(*) - 10), current_user FROM subscribers",
                "SELECT 1 / (subscriber_id - 3) FROM subscribers; " + COUNT,
            })
    void shouldCountNoStatementThatFails(String failing) {
        talk.query(BEGIN);
        talk.query("SAVEPOINT a");
        assertThat(talk.query(failing)).endsWith("Z E");
        talk.query("ROLLBACK TO a");
        assertThat(talk.query(COUNT)).contains("D 10");
        assertThat(talk.query(COUNT)).containsExactly(REFUSED, "Z E");
    }

    /** Each by itself would be at a moment of its own. */
    @Test
    void shouldSayWhyStatementsCannotBeAskedTogether() {
        assertThat(talk.query(COUNT)).contains("D 10");
        talk.query(BEGIN);
        talk.job.instead =
                QueryResult.refusal("r", "c", "sql", QueryError.ofSql(SqlState.TOO_COMPLEX, "too many rows"));
        assertThat(talk.query(COUNT + "; " + COUNT)).containsExactly("E 54001 too many rows", "Z E");
    }

    /** What a query of the catalogue and a table of the job have is of two moments. */
    @Test
    void shouldRefuseAStatementThatAsksTwice() {
        talk.query(BEGIN);
        assertThat(talk.query("SELECT count(*), min(current_user) FROM subscribers, q1(alpha => 1)"))
                .containsExactly(REFUSED, "Z E");
    }

    @Test
    void shouldNotChangeOnceTheMatrixIsSeen() {
        String refused = "E 25001 SET TRANSACTION ISOLATION LEVEL must be called before any query";
        talk.query("BEGIN");
        talk.query(COUNT);
        assertThat(talk.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
                .containsExactly(refused, "Z E");
        talk.query("ROLLBACK");
        for (String change : List.of(
                "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
                "SET transaction_isolation = 'read committed'",
                "SELECT set_config('transaction_isolation', 'read committed', true)")) {
            talk.query(BEGIN);
            talk.query(COUNT);
            assertThat(talk.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
                    .contains("C SET");
            assertThat(talk.query(change)).as(change).containsExactly(refused, "Z E");
            talk.query("ROLLBACK");
        }
        talk.query(BEGIN);
        talk.query("RESET ALL");
        assertSeesOneMoment();
        talk.query(BEGIN);
        assertThat(talk.query("RESET transaction_isolation"))
                .containsExactly("E 0A000 parameter \"transaction_isolation\" cannot be reset", "Z E");
    }

    @Test
    void shouldWarnOnceATransactionWhereItIsAccepted() {
        talk.query("SET aim.isolation = ACCEPT");
        assertThat(talk.query("SHOW aim.isolation")).contains("D accept");
        for (int i = 0; i < 2; i++) {
            talk.query(BEGIN);
            assertThat(talk.query(COUNT)).containsExactly("T count:20", "D 10", "C SELECT 1", "Z T");
            assertThat(talk.query(COUNT)).containsExactly(WARNED, "T count:20", "D 10", "C SELECT 1", "Z T");
            assertThat(talk.query(COUNT)).containsExactly("T count:20", "D 10", "C SELECT 1", "Z T");
            talk.query("COMMIT");
        }
        talk.query("BEGIN");
        talk.query(COUNT);
        assertThat(talk.query(COUNT)).doesNotContain(WARNED);
    }

    @Test
    void shouldWarnBeforeTheRowsOfAPipeline() {
        talk.query("SET aim.isolation = accept");
        talk.query(BEGIN);
        talk.query(COUNT);
        assertThat(talk.say(parse("", COUNT), bind("", ""), execute("", 0), bind("", ""), execute("", 0), sync()))
                .containsExactly("1", "2", WARNED, "D 10", "C SELECT 1", "2", "D 10", "C SELECT 1", "Z T");
    }

    @Test
    void shouldBeAcceptedByAGatewayThatIsToldTo() {
        FakeJob job = new FakeJob();
        Gateway.Limits usual = Gateway.Limits.USUAL;
        Gateway.Limits limits = new Gateway.Limits(
                usual.statementTime(),
                usual.queriesOfUser(),
                usual.queries(),
                usual.memoryBytes(),
                Gateway.Isolation.ACCEPT);
        RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
        Talk accepted = new Talk(new User("ada", null), Gateway.of(job, new ModelWatch(job), queries, limits, "aim"));
        accepted.query(BEGIN);
        accepted.query(COUNT);
        assertThat(accepted.query(COUNT)).contains(WARNED, "D 10");
        accepted.query("COMMIT; SET aim.isolation = strict; " + BEGIN);
        accepted.query(COUNT);
        assertThat(accepted.query(COUNT)).containsExactly(REFUSED, "Z E");
    }
}
