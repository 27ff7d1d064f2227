package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a client of SQL sees of a cluster, beyond one short answer. */
class SqlIT {
    private static final long SEED = 20261123;
    private static final int SUBSCRIBERS = 4_000;
    private static final int ROUNDS = Scale.times(10);
    private static final int EVENTS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Topics TOPICS = Topics.defaults();

    private static final EventGenerator CALLS = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());

    /** Whoever has called. */
    private static final TreeSet<Long> known = new TreeSet<>();

    private static Installation installation;
    private static QueryClient client;
    private static EventPublisher events;

    @BeforeAll
    static void start() throws Exception {
        installation = Installation.start(
                new DemoOptions(1, SUBSCRIBERS, 1, 2, SEED, EventFormat.BINARY, GivenModel.of("aim-42")), TOPICS);
        client = new QueryClient(installation.connection(), TOPICS, "writer");
        events = new EventPublisher(installation.connection(), TOPICS.events(), EventFormat.BINARY);
        // A question from before the job read any has no answer, so each waits only shortly.
        installation
                .job()
                .awaitFirstAnswer(
                        client::ask, new AskedQuery("sql", Map.of("text", "SELECT count(*) FROM subscribers")));
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            events.close();
            client.close();
        } finally {
            installation.close();
        }
    }

    @Test
    void shouldAnswerWithAllEventsThatTheClientHasWritten() {
        String text = "SELECT coalesce(sum(number_of_calls_this_week), 0) FROM subscribers";
        long before = (Long) ask(text, publish(1)).rows().get(0).get(0);
        for (int round = 1; round <= ROUNDS; round++) {
            QueryResult result = ask(text, publish(EVENTS));
            assertThat(result.error()).isNull();
            assertThat(result.rows()).isEqualTo(List.of(List.of(before + (long) round * EVENTS)));
        }
    }

    @Test
    void shouldAnswerWithParametersOfEachKindThatJsonHas() {
        String text = "SELECT $1::bigint, $2::double precision, $3::boolean, $4, $5::text, count(*) FROM subscribers"
                + " WHERE ($3::boolean OR subscriber_id = $1) AND $5::text IS NULL AND subscriber_id < 0";
        Map<String, Object> params = new HashMap<>();
        params.put("text", text);
        params.put("1", 7L);
        params.put("2", 1.5);
        params.put("3", true);
        params.put("4", "seven");
        params.put("5", null);
        QueryResult result = client.ask(new AskedQuery("sql", params), TIMEOUT, AnswerOptions.NONE)
                .join();
        assertThat(result.error()).isNull();
        assertThat(result.rows()).hasToString("[[7, 1.5, true, seven, null, 0]]");
    }

    @Test
    void shouldPutTogetherAnAnswerThatIsLongerThanARecordMayBe() {
        AnswerOptions all = publish(SUBSCRIBERS);
        String text = "x".repeat(1_000);
        QueryResult result =
                ask("SELECT subscriber_id, '" + text + "' FROM subscribers ORDER BY subscriber_id DESC", all);
        assertThat(result.error()).isNull();
        List<List<Object>> expected = new ArrayList<>();
        known.descendingSet().forEach(id -> expected.add(List.of(id, text)));
        assertThat(result.rows()).isEqualTo(expected);
        assertThat(result.rowsScanned()).isEqualTo(known.size());
    }

    @Test
    void shouldAnswerABatchAsOfOneMomentWhileEventsCome() {
        String calls = "SELECT sum(number_of_calls_this_week) FROM subscribers";
        for (int round = 0; round < ROUNDS; round++) {
            publish(EVENTS);
            // Not awaited, so the events come while the statements scan.
            QueryResult result = ask(calls + "; SELECT count(*) FROM subscribers; " + calls, AnswerOptions.NONE);
            assertThat(result.error()).isNull();
            assertThat(result.others()).hasSize(2);
            assertThat(result.others().get(0).columns()).containsExactly("count");
            assertThat(result.others().get(1).rows()).isEqualTo(result.rows());
            assertThat(result.others().get(1).asOf()).isEqualTo(result.asOf());
        }
    }

    @Test
    void shouldReadOneCutInBothRoundsWhileEventsCome() {
        String calls = "SELECT sum(number_of_calls_this_week) FROM subscribers";
        String twice = "SELECT sum(number_of_calls_this_week), min((" + calls + ")) FROM subscribers";
        assertThat(ask("EXPLAIN " + twice, AnswerOptions.NONE).rows().toString())
                .contains("Read the same cut once more");
        int answered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            publish(EVENTS);
            QueryResult result = ask(twice, AnswerOptions.NONE);
            // A machine that stands still for a moment loses the cut, and says so.
            if (result.error() == null) {
                assertThat(result.rows().get(0).get(1))
                        .isEqualTo(result.rows().get(0).get(0));
                answered++;
            } else {
                assertThat(result.error().inSql().state()).isEqualTo("40001");
            }
        }
        assertThat(answered).isPositive();
    }

    /** Publishes events, and returns the wish for an answer that has them. */
    private AnswerOptions publish(int count) {
        for (int i = 0; i < count; i++) {
            Event call = CALLS.next(System.currentTimeMillis());
            known.add(call.subscriberId());
            events.publish(call);
        }
        events.flush();
        return new AnswerOptions(false, events.nextOffsets());
    }

    private static QueryResult ask(String text, AnswerOptions options) {
        return client.ask(new AskedQuery("sql", Map.of("text", text)), TIMEOUT, options)
                .join();
    }
}
