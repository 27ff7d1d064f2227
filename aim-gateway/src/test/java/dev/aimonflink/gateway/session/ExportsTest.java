package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** COPY sends more rows than an answer may have. */
class ExportsTest {
    private static final int ROWS = 3;
    private static final String SELECT = "SELECT subscriber_id, total_cost_this_week FROM subscribers";
    private static final String COPY = "COPY (" + SELECT + ") TO STDOUT";
    private static final String TOO_MANY = "E 54000 The answer has more than 3 rows.";

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final Talk talk = talk(new User("ada", null));

    private Talk talk(User user) {
        job.answersSoMany(ROWS);
        return new Talk(user, job, watch);
    }

    private static User user(OptionalLong maxRows, Permission... may) {
        return new User(
                "bob",
                null,
                OptionalInt.empty(),
                OptionalInt.empty(),
                maxRows,
                OptionalLong.empty(),
                Set.of(),
                false,
                Set.of(may));
    }

    @AfterEach
    void shouldLeaveNothingInTheJob() {
        for (int partition = 0; partition < 2; partition++) {
            assertThat(job.exports(partition).bytes()).isZero();
            assertThat(job.exports(partition).begin("next", "x")).isNull();
        }
        watch.close();
    }

    private static List<String> expected() {
        return LongStream.rangeClosed(1, FakeJob.SUBSCRIBERS)
                .mapToObj(n -> "d " + n + "\t" + (n * 150 / 100) + "." + (n * 150 % 100 == 0 ? "00" : n * 150 % 100))
                .toList();
    }

    private static List<String> dataOf(List<String> heard) {
        return heard.stream().filter(line -> line.startsWith("d ")).toList();
    }

    @Test
    void shouldSendAllRows() {
        assertThat(talk.query(SELECT)).first().asString().startsWith(TOO_MANY);
        List<String> heard = talk.query(COPY);
        assertThat(dataOf(heard)).containsExactlyInAnyOrderElementsOf(expected());
        assertThat(heard).endsWith("c", "C COPY 10", "Z I");
    }

    @Test
    void shouldSendThemInEachFormat() {
        assertThat(dataOf(talk.query(COPY + " (FORMAT csv, HEADER)")))
                .hasSize(1 + FakeJob.SUBSCRIBERS)
                .contains("d subscriber_id,total_cost_this_week", "d 10,15.00");
        assertThat(talk.query(COPY + " (FORMAT binary)")).contains("C COPY 10");
    }

    @Test
    void shouldSendThemToAPortal() {
        List<String> heard = talk.say(
                Talk.parse("", "COPY (" + SELECT + ") TO STDOUT"), Talk.bind("", ""), Talk.execute("", 0), Talk.sync());
        assertThat(dataOf(heard)).containsExactlyInAnyOrderElementsOf(expected());
        assertThat(heard).contains("C COPY 10");
    }

    @Test
    void shouldSendSomeRowsAsAnAnswer() {
        talk.query("COPY (" + SELECT + " WHERE subscriber_id < 4) TO STDOUT");
        assertThat(job.asked).noneMatch(question -> question.query().startsWith("export"));
    }

    @Test
    void shouldRefuseWhatPartitionsCannotSendByThemselves() {
        assertThat(talk.query("COPY (" + SELECT + " ORDER BY 1) TO STDOUT"))
                .first()
                .asString()
                .startsWith(TOO_MANY)
                .contains(" Only rows of the matrix can be exported: ");
    }

    @Test
    void shouldNeedThePermission() {
        assertThat(talk(user(OptionalLong.empty(), Permission.ASK)).query(COPY))
                .first()
                .asString()
                .startsWith(TOO_MANY)
                .endsWith(" A user with the permission \"export\" may copy any number of rows.");
        Talk allowed = talk(user(OptionalLong.empty(), Permission.ASK, Permission.EXPORT));
        assertThat(allowed.query(COPY)).contains("C COPY 10");
    }

    @Test
    void shouldKeepToTheRowsOfAUser() {
        Talk limited = talk(user(OptionalLong.of(2), Permission.ASK, Permission.EXPORT));
        assertThat(limited.query(COPY)).first().asString().startsWith("E 54000 The answer has more than 2 rows.");
        assertThat(job.asked).noneMatch(question -> question.query().startsWith("export"));
    }

    @Test
    void shouldHideColumns() {
        Talk hiding = talk(new User(
                "bob",
                null,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of("total_cost_this_week"),
                false,
                Set.of(Permission.ASK, Permission.EXPORT)));
        assertThat(hiding.query(COPY)).first().asString().startsWith("E 42703 ");
        List<String> heard = hiding.query("COPY (SELECT * FROM subscribers) TO STDOUT (FORMAT csv, HEADER)");
        assertThat(heard).contains("C COPY 10");
        assertThat(dataOf(heard).get(0)).contains("total_duration_this_week").doesNotContain("total_cost_this_week");
    }

    @Test
    void shouldListItWithItsRows() {
        talk.query(COPY);
        assertThat(talk.query("SELECT rows, sqlstate FROM aim.queries WHERE query LIKE 'COPY%'"))
                .contains("D 10|null");
    }

    @Test
    void shouldSeeOneMoment() {
        talk.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
        assertThat(talk.query(COPY)).contains("C COPY 10", "Z T");
        assertThat(talk.query(COPY)).first().asString().startsWith("E 0A000 This REPEATABLE READ transaction");
    }

    @Test
    void shouldWaitForAnotherExport() throws Exception {
        assertThat(job.exports(1).begin("other", "y")).isNull();
        CompletableFuture<List<String>> heard = CompletableFuture.supplyAsync(() -> talk.query(COPY));
        final long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (job.questions() < 3 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(heard).isNotDone();
        // Of two exports, neither holds what the other waits for.
        QueryError refusal = job.exports(0).begin("other", "y");
        while (refusal != null && System.nanoTime() < deadline) {
            refusal = job.exports(0).begin("other", "y");
        }
        assertThat(refusal).isNull();
        job.exports(0).end("other", "y");
        job.exports(1).end("other", "y");
        assertThat(heard.get(1, TimeUnit.MINUTES)).contains("C COPY 10");
    }

    @Test
    void shouldServeManyOneAfterTheOther() throws Exception {
        job.answersSoMany(ROWS);
        List<CompletableFuture<List<String>>> all = new ArrayList<>();
        for (int client = 0; client < 8; client++) {
            all.add(CompletableFuture.supplyAsync(() -> new Talk(new User("ada", null), job, watch).query(COPY)));
        }
        for (CompletableFuture<List<String>> each : all) {
            assertThat(dataOf(each.get(1, TimeUnit.MINUTES))).containsExactlyInAnyOrderElementsOf(expected());
        }
    }

    @Test
    void shouldNotWaitLongerThanTheStatementMay() {
        assertThat(job.exports(0).begin("other", "y")).isNull();
        talk.query("SET statement_timeout = '300ms'");
        assertThat(talk.query(COPY)).first().asString().startsWith("E 53300 Another export runs");
        job.exports(0).end("other", "y");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIALIZATION_FAILURE", "TOO_MANY_CONNECTIONS"})
    void shouldEndWithAnErrorWhereRowsCannotBeFetched(SqlState state) {
        QueryError error = QueryError.ofSql(state, "They are gone.");
        List<String> asked = new ArrayList<>();
        job.reports = question -> {
            if (!question.query().equals(ExportPiece.ID) || !asked.isEmpty()) {
                return null;
            }
            asked.add(question.query());
            return QueryResult.refusal("r", "c", ExportPiece.ID, error);
        };
        List<String> heard = talk.query(COPY);
        assertThat(heard).contains("E " + state.code() + " They are gone.").doesNotContain("c");
        assertThat(talk.query("SELECT rows, sqlstate FROM aim.queries WHERE query LIKE 'COPY%'"))
                .contains("D 0|" + state.code());
        assertThat(talk.query(COPY)).contains("C COPY 10");
    }
}
