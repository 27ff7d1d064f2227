package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.report.RulesReport;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A text that somebody asks has values that are nobody else's business. */
class OthersStatementsTest {
    private static final String SECRET = "SELECT 'of the frauds'";
    private static final ScramVerifier VERIFIER = ScramVerifier.ofPassword("pencil", new SecureRandom());

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final RunningQueries queries = new RunningQueries(RunningQueries.SLOW, ended -> {});

    /** All of one gateway. */
    private Talk talk(String name, boolean seesStatements, String... hidden) {
        return new Talk(
                new User(
                        name,
                        VERIFIER,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Set.of(hidden),
                        seesStatements,
                        Set.of(Permission.ASK)),
                job,
                watch,
                queries);
    }

    @BeforeEach
    void ask() {
        RunningQueries.Query running =
                queries.begin(talk("grace", false).session.backend(), SECRET);
        assertThat(running.isRunning()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT user_name, query FROM aim.queries WHERE user_name = 'grace'",
                "SELECT usename, query FROM pg_stat_activity WHERE usename = 'grace'",
                "SELECT usename, a.query FROM pg_catalog.pg_stat_activity a WHERE usename = 'grace'",
                "SET search_path = aim; SELECT user_name, query FROM queries WHERE user_name = 'grace'"
            })
    void shouldBeShownToThemselvesAndToThoseWhoMaySeeThem(String sql) {
        assertThat(talk("grace", false).query(sql)).contains("D grace|" + SECRET);
        assertThat(talk("ada", true).query(sql)).contains("D grace|" + SECRET);
        for (Talk other : List.of(talk("ada", false), talk("ada", true, "zip"))) {
            assertThat(other.query(sql))
                    .contains("D grace|<insufficient privilege>")
                    .noneMatch(line -> line.contains("frauds"));
        }
        assertThat(new Talk(new User("ada", null), job, watch, queries).query(sql))
                .as("where everybody is trusted, anybody can say this name")
                .contains("D grace|" + SECRET);
    }

    /** Who may see what others ask can do so, and end it, while all that may run do. */
    @Test
    void shouldBeSeenWhereTooManyRun() {
        while (queries.runningOfAll() < Gateway.Limits.USUAL.queries()) {
            RunningQueries.Query running =
                    queries.begin(talk("grace", false).session.backend(), SECRET);
            assertThat(running.isRunning()).isTrue();
        }
        String sql = "SELECT DISTINCT usename FROM pg_stat_activity WHERE usename = 'grace'";
        assertThat(talk("ada", true).query(sql)).contains("D grace");
        assertThat(talk("ada", false).query(sql)).anyMatch(line -> line.startsWith("E 53300"));
    }

    @Test
    void shouldSayFromWhereTheyAskToThoseWhoMaySeeThem() {
        String sql = "SELECT client_addr, client_port FROM pg_stat_activity WHERE usename = 'grace'";
        String known = "D " + Talk.ADDRESS.getAddress().getHostAddress() + "|" + Talk.ADDRESS.getPort();
        assertThat(talk("grace", false).query(sql)).contains(known);
        assertThat(talk("ada", true).query(sql)).contains(known);
        assertThat(talk("ada", false).query(sql)).contains("D null|null").doesNotContain(known);
    }

    /** A fault names columns. */
    @Test
    void shouldNotSayWhyARuleDoesNotJudgeToWhomColumnsAreHidden() {
        String sql = "SELECT id, fired, cpu_seconds, fault FROM aim.rules";
        answerWithARule();
        assertThat(talk("ada", false).query(sql)).contains("D dear|7|0.5|Version 3: There is no zip.");
        answerWithARule();
        assertThat(talk("ada", false, "zip").query(sql)).contains("D dear|7|0.5|<insufficient privilege>");
    }

    private void answerWithARule() {
        // The model is known from then on.
        talk("ada", false).query("SELECT count(*) FROM aim.columns");
        List<Object> ofAll = Arrays.asList(null, 3L, null, null, null, null, 2_000L, "", "UTC", 0L, null);
        List<Object> dear = Arrays.asList(
                "dear", 2L, 7L, 0L, 0L, "Version 3: There is no zip.", null, null, null, null, 500_000_000L);
        job.instead = new QueryResult(
                new QueryResult.Origin("r", "c", RulesReport.ID),
                QueryResult.Status.OK,
                new QueryResult.Table(
                        new RulesReport().answerColumns(), new RulesReport().answerTypes(), List.of(ofAll, dear)),
                null,
                null,
                null);
    }
}
