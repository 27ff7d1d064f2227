package dev.aimonflink.gateway.session;

import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever of a statement waits for the job, planning too, has the time of the statement and is cancelled with it. */
class SilentJobTest {
    private static final String LATE = "E 57014 canceling statement due to statement timeout";
    private static final long DEADLINE_SECONDS = 30;

    private final Talk talk = new Talk();

    @BeforeEach
    void fallSilent() {
        talk.job.isSilent = true;
    }

    private void know() {
        talk.job.isSilent = false;
        talk.query("SELECT count(*) FROM subscribers");
        talk.job.isSilent = true;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT relname FROM pg_class",
                "SELECT count(*) FROM subscribers",
                "SELECT nonsense FROM subscribers"
            })
    void shouldWaitForTheFirstModelNoLongerThanAStatementMayTake(String sql) {
        talk.query("SET statement_timeout = '100ms'");
        assertThat(talk.query(sql)).containsExactly(LATE, "Z I");
        assertThat(talk.say(Talk.parse("", sql), Talk.sync())).containsExactly(LATE, "Z I");
    }

    @Test
    void shouldWaitForANewerModelNoLongerThanAStatementMayTake() {
        know();
        talk.query("SET statement_timeout = '100ms'");
        List<String> heard;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        do {
            heard = talk.query("SELECT nonsense FROM subscribers");
            // For a second, the model is new enough for the job not to be asked.
        } while (heard.get(0).startsWith("E 42703") && System.nanoTime() < deadline);
        assertThat(heard).containsExactly(LATE, "Z I");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aim.partitions", "aim.rules"})
    void shouldReadWhatTheJobSaysOfItselfNoLongerThanAStatementMayTake(String relation) {
        know();
        talk.query("SET statement_timeout = '100ms'");
        assertThat(talk.query("SELECT * FROM " + relation))
                .first()
                .asString()
                .startsWith("E 57014")
                .doesNotContain("PT5S");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aim.partitions", "aim.rules"})
    void shouldEndWhatTheJobIsAskedAboutItself(String relation) {
        know();
        assertIsCancelled("SELECT * FROM " + relation);
        assertThat(talk.job.last).isCancelled();
    }

    @Test
    void shouldCancelWhatIsPlanned() {
        assertIsCancelled("SELECT relname FROM pg_class");
    }

    /** Without a broker that takes seconds, in which whoever cancels must not wait. */
    @Test
    void shouldCancelWhatIsBeingSent() throws Exception {
        know();
        talk.job.sending = new CountDownLatch(1);
        CompletableFuture<List<String>> heard =
                CompletableFuture.supplyAsync(() -> talk.query("SELECT count(*) FROM subscribers"));
        assertThat(Waiting.until(() -> talk.job.isSending, Duration.ofSeconds(DEADLINE_SECONDS)))
                .isTrue();
        CompletableFuture<Void> cancelled = CompletableFuture.runAsync(talk.session::cancel);
        try {
            cancelled.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } finally {
            talk.job.sending.countDown();
        }
        assertThat(heard.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                .first()
                .asString()
                .startsWith("E 57014 canceling statement due to user request");
    }

    private void assertIsCancelled(String sql) {
        CompletableFuture<List<String>> heard = CompletableFuture.supplyAsync(() -> talk.query(sql));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!heard.isDone() && System.nanoTime() < deadline) {
            if (talk.job.isAsked()) {
                talk.session.cancel();
            }
            Thread.onSpinWait();
        }
        assertThat(heard.join()).containsExactly("E 57014 canceling statement due to user request", "Z I");
    }
}
