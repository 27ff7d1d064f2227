package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.type.PgType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.describePortal;
import static dev.aimonflink.gateway.session.Talk.describeStatement;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

class ExtendedQueriesTest {
    private static final String OF_ONE = "SELECT count(*) FROM subscribers WHERE subscriber_id > $1";

    private final Talk talk = new Talk();

    @Test
    void shouldDescribeBeforeItBinds() {
        assertThat(talk.say(parse("s", OF_ONE), describeStatement("s"), sync()))
                .containsExactly("1", "t 20", "T count:20", "Z I");
        assertThat(talk.job.asked).isEmpty();
        assertThat(talk.say(bind("", "s", "3"), describePortal(""), execute("", 0), sync()))
                .containsExactly("2", "T count:20", "D 7", "C SELECT 1", "Z I");
    }

    @Test
    void shouldConvertParametersAsTheTextDemands() {
        String sql = "SELECT $1::text AS converted, coalesce($1, 'none') AS given";
        assertThat(talk.say(parse("s", sql, PgType.VARCHAR.oid()), describeStatement("s"), sync()))
                .containsExactly("1", "t 1043", "T converted:25 given:1043", "Z I");
        assertThat(talk.say(bind("", "s", "it"), execute("", 0), sync()))
                .containsExactly("2", "D it|it", "C SELECT 1", "Z I");
    }

    @Test
    void shouldTakeAndSendBytes() {
        byte[] three = ByteBuffer.allocate(8).putLong(3).array();
        List<String> heard = talk.say(parse("", OF_ONE), Talk.bindBinary("", three), execute("", 0), sync());
        assertThat(heard).containsExactly("1", "2", "D \0\0\0\0\0\0\0\u0007", "C SELECT 1", "Z I");
    }

    @Test
    void shouldAnswerWhatIsSentTogether() {
        assertThat(talk.say(
                        parse("", OF_ONE),
                        bind("a", "", "3"),
                        execute("a", 0),
                        parse("", "SELECT $1::text"),
                        bind("b", "", new String[] {null}),
                        execute("b", 0),
                        sync()))
                .containsExactly("1", "2", "D 7", "C SELECT 1", "1", "2", "D null", "C SELECT 1", "Z I");
    }

    @Test
    void shouldSendSomeRowsAndThenMore() {
        assertThat(talk.say(
                        parse("", "BEGIN"),
                        bind("", ""),
                        execute("", 0),
                        parse("", "SELECT g FROM generate_series(1, 3) g"),
                        bind("p", ""),
                        execute("p", 2),
                        sync()))
                .containsExactly("1", "2", "C BEGIN", "1", "2", "D 1", "D 2", "s", "Z T");
        assertThat(talk.say(execute("p", 2), sync())).containsExactly("D 3", "C SELECT 1", "Z T");
    }

    /** As for PostgreSQL, which does not look for a row behind the last one that is wanted. */
    @Test
    void shouldSuspendBehindTheLastRow() {
        talk.query("BEGIN");
        assertThat(talk.say(parse("", "VALUES (1), (2)"), bind("p", ""), execute("p", 2), execute("p", 2), sync()))
                .containsExactly("1", "2", "D 1", "D 2", "s", "C SELECT 0", "Z T");
    }

    @Test
    void shouldRunACommandOnce() {
        assertThat(talk.say(parse("", "BEGIN"), bind("p", ""), execute("p", 0), execute("p", 0), sync()))
                .containsExactly("1", "2", "C BEGIN", "E 55000 portal \"p\" cannot be run", "Z E");
    }

    @Test
    void shouldForgetTheStatementWithoutAName() {
        talk.say(parse("", "SELECT 1"), sync());
        assertThat(talk.say(parse("", "SELECT nothing"), sync())).endsWith("Z I");
        assertThat(talk.say(bind("", ""), sync())).first().asString().startsWith("E 26000");
        talk.say(parse("", "SELECT 1"), sync());
        talk.query("SELECT 2");
        assertThat(talk.say(bind("", ""), sync())).first().asString().startsWith("E 26000");
        assertThat(talk.say(parse("", "DEALLOCATE ALL"), bind("", ""), execute("", 0), bind("", ""), sync()))
                .containsExactly("1", "2", "C DEALLOCATE ALL", "2", "Z I");
    }

    /** Portals and cursors have one space of names. */
    @Test
    void shouldFetchFromAPortal() {
        talk.query("BEGIN");
        talk.say(parse("", "VALUES (1), (2)"), bind("p", ""), parse("", "SET DateStyle = ISO"), bind("q", ""), sync());
        assertThat(talk.query("FETCH p; MOVE p")).contains("D 1", "C FETCH 1", "C MOVE 1");
        assertThat(talk.query("FETCH q")).containsExactly("E 55000 portal \"q\" cannot be run", "Z E");
    }

    @Test
    void shouldExecuteNothingAndNotItself() {
        talk.say(parse("empty", ""), parse("loop", "EXECUTE loop"), sync());
        assertThat(talk.query("EXECUTE empty")).containsExactly("C EXECUTE", "Z I");
        assertThat(talk.query("EXECUTE loop"))
                .containsExactly("E 54001 The prepared statement \"loop\" executes itself. Prepare a query.", "Z I");
    }

    @Test
    void shouldEndPortalsWithTheirTransaction() {
        talk.say(parse("", "SELECT 1"), bind("p", ""), sync());
        assertThat(talk.say(execute("p", 0), sync())).containsExactly("E 34000 portal \"p\" does not exist", "Z I");
    }

    @Test
    void shouldSkipWhatComesBehindAnErrorUntilSync() {
        assertThat(talk.say(
                        parse("", "SELECT nothing"),
                        bind("", ""),
                        execute("", 0),
                        parse("later", "SELECT 1"),
                        new Frontend.Query("SELECT 2"),
                        sync()))
                .hasSize(2)
                .endsWith("Z I")
                .first()
                .asString()
                .startsWith("E 42703");
        assertThat(talk.say(describeStatement("later"), sync()))
                .containsExactly("E 26000 prepared statement \"later\" does not exist", "Z I");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThat(talk.say(parse("s", OF_ONE), bind("", "s"), sync()))
                .contains("E 08P01 bind message supplies 0 parameters, but prepared statement \"s\" requires 1");
        assertThat(talk.say(bind("", "s", "x"), sync())).first().asString().startsWith("E 22P02");
        assertThat(talk.say(parse("s", "SELECT 1"), sync()))
                .containsExactly("E 42P05 prepared statement \"s\" already exists", "Z I");
        assertThat(talk.say(parse("t", "SELECT $1", 4711), sync()))
                .first()
                .asString()
                .startsWith("E 42704");
        assertThat(talk.say(new Frontend.FunctionCall(), sync()))
                .first()
                .asString()
                .startsWith("E 0A000");
    }

    @Test
    void shouldCloseWhatIsNotThere() {
        assertThat(talk.say(new Frontend.Close(Frontend.Target.STATEMENT, "none"), sync()))
                .containsExactly("3", "Z I");
    }

    /** An answer of a job that was upgraded between Describe and Execute. */
    @Test
    void shouldRefuseAnAnswerWithOtherColumnsThanDescribed() {
        talk.say(parse("s", OF_ONE), describeStatement("s"), sync());
        QueryResult.Table other = new QueryResult.Table(List.of("count"), List.of("integer"), List.of(List.of(7L)));
        talk.job.instead = new QueryResult(
                new QueryResult.Origin("r", "c", "sql"),
                QueryResult.Status.OK,
                other,
                QueryResult.AsOf.NO_EVENT,
                QueryResult.Work.NONE,
                null);
        assertThat(talk.say(bind("", "s", "3"), execute("", 0), sync()))
                .containsExactly("2", "E 0A000 cached plan must not change result type", "Z I");
        assertThat(talk.say(bind("", "s", "3"), execute("", 0), sync())).contains("D 7");
    }

    /** One has another type, and those of a day are gone. */
    @Test
    void shouldRefuseStatementsWhoseColumnsAnUpgradeHasChanged() {
        String ofGone = "SELECT sum(number_of_calls_this_day) FROM subscribers";
        String ofChanged = "SELECT longest_duration_this_week FROM subscribers WHERE subscriber_id = 3";
        talk.say(
                parse("same", "SELECT count(*), sum(number_of_calls_this_week) FROM subscribers"),
                parse("gone", ofGone),
                parse("changed", ofChanged),
                parse("all", "SELECT * FROM subscribers WHERE subscriber_id = 3"),
                sync());
        assertThat(run("gone")).contains("D 55");
        assertThat(run("changed")).contains("D 60");
        assertThat(run("all")).contains("C SELECT 1");
        assertThat(talk.say(describeStatement("changed"), sync())).contains("T longest_duration_this_week:23");

        String weeks = ModelFile.text(OtherCalls.model("[1 week]", "{events: [count], durationSeconds: [max]}"));
        talk.job.upgrade(
                ModelFile.parse(weeks.replace("\"int\", min", "\"long\", min").replace(", sum: int", ""), "weeks"));

        assertThat(run("same")).containsExactly("2", "D 10|55", "C SELECT 1", "Z I");
        assertThat(run("gone")).element(1).asString().startsWith("E 42703").contains("number_of_calls_this_day");
        assertThat(talk.say(parse("", ofGone), sync())).first().asString().startsWith("E 42703");
        for (String each : List.of("changed", "all")) {
            assertThat(run(each)).containsExactly("2", "E 0A000 cached plan must not change result type", "Z I");
        }
        assertThat(talk.say(parse("", ofChanged), describeStatement(""), bind("", ""), execute("", 0), sync()))
                .contains("T longest_duration_this_week:20", "D 60");
        assertThat(run("same")).contains("D 10|55");
    }

    private List<String> run(String statement) {
        return talk.say(bind("", statement), execute("", 0), sync());
    }

    @Test
    void shouldEndATransactionThatHasFailed() {
        talk.query("BEGIN");
        talk.query("SELECT nothing");
        assertThat(talk.say(parse("", "SELECT 1"), sync())).first().asString().startsWith("E 25P02");
        assertThat(talk.say(parse("", "ROLLBACK"), bind("", ""), execute("", 0), sync()))
                .containsExactly("1", "2", "C ROLLBACK", "Z I");
    }

    @Test
    void shouldSayWhatAnEmptyStatementIs() {
        assertThat(talk.say(parse("", ""), bind("", ""), describePortal(""), execute("", 0), sync()))
                .containsExactly("1", "2", "n", "I", "Z I");
    }

    @Test
    void shouldReadNamesOfRowsOfCatalogsFromParameters() {
        for (int type : new int[] {0, 25, 1043}) {
            assertThat(talk.say(
                            parse("", "SELECT relname FROM pg_class WHERE oid = $1::regclass", type),
                            bind("", "", "pg_type"),
                            execute("", 0),
                            sync()))
                    .as("type %d", type)
                    .contains("D pg_type");
        }
    }

    /** No text says which of the many sums this is. */
    @Test
    void shouldAddParametersWhoseTypesTheClientSays() {
        assertThat(talk.say(
                        parse("s", "SELECT $1 + $2, ARRAY[0.1::real]", 701, 701),
                        describeStatement("s"),
                        bind("", "s", "1.5", "2"),
                        execute("", 0),
                        sync()))
                .containsExactly(
                        "1", "t 701 701", "T ?column?:701 array:1021", "2", "D 3.5|{0.1}", "C SELECT 1", "Z I");
    }

    @Test
    void shouldHaveTheTypesThatAClientSays() {
        assertThat(talk.say(parse("s", "SELECT $1, $2 + 1", 1043, 0), describeStatement("s"), sync()))
                .containsExactly("1", "t 1043 23", "T ?column?:1043 ?column?:23", "Z I");
        assertThat(talk.begin(Map.of("user", "ada"))).endsWith("Z I");
    }
}
