package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.query.ask.answer.SqlBatch;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.describePortal;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

class PipelineTest {
    private static final String COUNT = "SELECT count(*) FROM subscribers";
    private static final String ABOVE = COUNT + " WHERE subscriber_id > $1";
    private static final String FAILING = "SELECT 1 / (subscriber_id - subscriber_id) FROM subscribers";

    private final Talk talk = new Talk();

    @BeforeEach
    void begin() {
        assertThat(talk.query("BEGIN READ ONLY")).containsExactly("C BEGIN", "Z T");
    }

    @Test
    void shouldAskTogetherWhatComesBeforeOneSync() {
        assertThat(talk.say(
                        parse("", ABOVE + " -- above"),
                        bind("", "", "3"),
                        execute("", 0),
                        bind("", "", "4"),
                        describePortal(""),
                        execute("", 0),
                        parse("two", "SELECT $2::text, max(subscriber_id) FROM subscribers WHERE subscriber_id < $1;"),
                        bind("", "two", "8", "x"),
                        execute("", 0),
                        sync()))
                .containsExactly(
                        "1",
                        "2",
                        "D 7",
                        "C SELECT 1",
                        "2",
                        "T count:20",
                        "D 6",
                        "C SELECT 1",
                        "1",
                        "2",
                        "D x|7",
                        "C SELECT 1",
                        "Z T");
        assertThat(talk.job.asked).hasSize(1);
        assertThat(talk.job.asked.get(0).params())
                .containsEntry("1", 3L)
                .containsEntry("2", 4L)
                .containsEntry("3", 8L)
                .containsEntry("4", "x");
    }

    /** Its writer is quick enough to write between any two questions. */
    @Test
    void shouldSeeOneMomentBesideAWriter() {
        talk.job.writesBeforeEachAnswer = true;
        String calls = "SELECT sum(number_of_calls_this_week) FROM subscribers";
        for (int i = 0; i < 20; i++) {
            List<String> heard = talk.say(
                    parse("", calls),
                    bind("", ""),
                    execute("", 0),
                    parse("", calls + " WHERE subscriber_id > 0"),
                    bind("", ""),
                    execute("", 0),
                    sync());
            assertThat(heard.get(2)).startsWith("D ").isEqualTo(heard.get(6));
        }
        assertThat(talk.job.asked).hasSize(20);
    }

    @Test
    void shouldAskEachWithoutABlock() {
        assertThat(talk.query("COMMIT")).containsExactly("C COMMIT", "Z I");
        assertThat(talk.say(parse("", COUNT), bind("", ""), execute("", 0), bind("", ""), execute("", 0), sync()))
                .containsExactly("1", "2", "D 10", "C SELECT 1", "2", "D 10", "C SELECT 1", "Z I");
        assertThat(talk.job.asked).hasSize(2);
    }

    @Test
    void shouldSendAtFlushAndBeforeWhatIsNotForTheJob() {
        assertThat(talk.say(parse("", COUNT), bind("", ""), execute("", 0), new Frontend.Flush()))
                .containsExactly("1", "2", "D 10", "C SELECT 1");
        assertThat(talk.say(
                        bind("", ""),
                        execute("", 0),
                        parse("", "SHOW jit"),
                        bind("", ""),
                        execute("", 0),
                        parse("", "COMMIT"),
                        bind("", ""),
                        execute("", 0),
                        sync()))
                .containsExactly("2", "D 10", "C SELECT 1", "1", "2", "D off", "C SHOW", "1", "2", "C COMMIT", "Z I");
        assertThat(talk.job.asked).hasSize(2);
    }

    @Test
    void shouldSendBeforeAQuery() {
        assertThat(talk.say(parse("", COUNT), bind("", ""), execute("", 0), new Frontend.Query("SELECT 2")))
                .containsExactly("1", "2", "D 10", "C SELECT 1", "T ?column?:23", "D 2", "C SELECT 1", "Z T");
    }

    @Test
    void shouldSkipAQueryBehindOneThatFails() {
        assertThat(talk.say(parse("", FAILING), bind("", ""), execute("", 0), new Frontend.Query("SELECT 2")))
                .hasSize(3)
                .last()
                .asString()
                .startsWith("E 22012");
        assertThat(talk.say(sync())).containsExactly("Z E");
    }

    @Test
    void shouldSendSomeRowsOfAPortalAndThenMore() {
        assertThat(talk.say(
                        parse("", "SELECT subscriber_id FROM subscribers ORDER BY 1 LIMIT 3"),
                        bind("a", ""),
                        bind("b", ""),
                        execute("a", 2),
                        execute("b", 1),
                        execute("a", 2),
                        sync()))
                .containsExactly("1", "2", "2", "D 1", "D 2", "s", "D 1", "s", "D 3", "C SELECT 1", "Z T");
        assertThat(talk.job.asked).hasSize(1);
    }

    @Test
    void shouldAskAtMostSixteenTogether() {
        List<Frontend> messages = new ArrayList<>(List.of(parse("", COUNT)));
        for (int i = 0; i <= SqlBatch.MAX_STATEMENTS; i++) {
            messages.addAll(List.of(bind("", ""), execute("", 0)));
        }
        messages.add(sync());
        assertThat(talk.say(messages.toArray(Frontend[]::new))).hasSize(1 + 3 * (SqlBatch.MAX_STATEMENTS + 1) + 1);
        assertThat(talk.job.asked).hasSize(2);
    }

    @Test
    void shouldAskLongTextsApart() {
        String tooLong = COUNT + " ".repeat(Pipeline.MAX_CHARACTERS);
        assertThat(talk.say(parse("", tooLong), bind("", ""), execute("", 0), bind("", ""), execute("", 0), sync()))
                .containsExactly("1", "2", "D 10", "C SELECT 1", "2", "D 10", "C SELECT 1", "Z T");
        assertThat(talk.job.asked).hasSize(2);
    }

    @Test
    void shouldSendWhatIsBeforeTheOneThatFailsAndSkipTheRest() {
        List<String> heard = talk.say(
                parse("", ABOVE),
                bind("", "", "3"),
                execute("", 0),
                bind("", "", "4"),
                execute("", 0),
                parse("failing", FAILING),
                bind("", "failing"),
                execute("", 0),
                parse("skipped", COUNT),
                bind("portal", "skipped"),
                execute("portal", 0),
                parse("", "SHOW jit"),
                sync());
        assertThat(heard.subList(0, 9))
                .containsExactly("1", "2", "D 7", "C SELECT 1", "2", "D 6", "C SELECT 1", "1", "2");
        assertThat(heard.get(9)).startsWith("E 22012 @10 ");
        assertThat(heard.subList(10, heard.size())).containsExactly("Z E");
        assertThat(talk.query("ROLLBACK")).containsExactly("C ROLLBACK", "Z I");
        assertThat(talk.say(parse("skipped", COUNT), sync())).containsExactly("1", "Z I");
        assertThat(talk.say(parse("failing", COUNT), sync()).get(0)).startsWith("E 42P05");
    }

    @Test
    void shouldSendWhatIsBeforeAMessageThatFails() {
        List<String> heard = talk.say(
                parse("", ABOVE),
                bind("", "", "3"),
                execute("", 0),
                bind("", "", "4"),
                execute("", 0),
                bind("", "", "x"),
                execute("", 0),
                sync());
        assertThat(heard.subList(0, 7)).containsExactly("1", "2", "D 7", "C SELECT 1", "2", "D 6", "C SELECT 1");
        assertThat(heard.get(7)).startsWith("E 22P02");
        assertThat(heard.subList(8, heard.size())).containsExactly("Z E");
        assertThat(talk.job.asked).hasSize(1);
    }

    @Test
    void shouldFailTheFirstIfAllFailTogether() {
        assertThat(talk.query(COUNT)).hasSize(4);
        talk.job.instead = QueryResult.refusal("r", "c", "sql", QueryError.ofSql(SqlState.CANCELLED, "too long"));
        List<String> heard =
                talk.say(parse("", COUNT), bind("", ""), execute("", 0), bind("a", ""), execute("a", 0), sync());
        assertThat(heard).hasSize(4).startsWith("1", "2").endsWith("Z E");
        assertThat(heard.get(2)).startsWith("E 57014");
    }

    @Test
    void shouldAskOneByOneIfAllTogetherAreTooMuch() {
        assertThat(talk.query(COUNT)).hasSize(4);
        talk.job.instead =
                QueryResult.refusal("r", "c", "sql", QueryError.ofSql(SqlState.TOO_COMPLEX, "too many rows"));
        List<String> heard = talk.say(
                parse("", ABOVE),
                bind("", "", "3"),
                execute("", 0),
                bind("", "", "4"),
                execute("", 0),
                parse("", FAILING),
                bind("", ""),
                execute("", 0),
                sync());
        assertThat(heard.subList(0, 9))
                .containsExactly("1", "2", "D 7", "C SELECT 1", "2", "D 6", "C SELECT 1", "1", "2");
        assertThat(heard.get(9)).startsWith("E 22012 @10 ");
        assertThat(heard.subList(10, heard.size())).containsExactly("Z E");
        assertThat(talk.job.asked).hasSize(5);
    }
}
