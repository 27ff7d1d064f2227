package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ScansCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    private ScanSetting mode = new ScanSetting(ScanMode.S1);

    /** Of a job of two partitions. */
    private QueryResult answer(Request request) {
        Object given = request.asked().params().get(ScansRequest.MODE);
        mode = given == null ? mode : ScanSetting.of(ScansRequest.MODE, (String) given);
        return Results.ok(
                request,
                new ScansRequest(null).answerColumns(),
                List.of(
                        List.of(0L, mode.label(), "s1", 3L, 12L, 0L, 4L, 5L, 7_340_032L),
                        List.of(1L, mode.label(), "s1", 0L, 11L, 0L, 0L, 0L, 7_340_032L)));
    }

    private CommandRun run(String... args) {
        return CommandRun.of(
                kafka, Stream.concat(Stream.of("scans"), Stream.of(args)).toArray(String[]::new));
    }

    @Test
    void shouldShowWhereTheScansOfEachPartitionRun() {
        kafka.withJob(this::answer);
        run().succeeds().shows("""
                +-----------+------+-------+---------+----------+----------+------------+------------+----------------+
                | partition | mode | state | changes | passesS1 | passesS2 | passesS3Is | passesS3Ni | fullDeltaBytes |
                +-----------+------+-------+---------+----------+----------+------------+------------+----------------+
                |         0 | s1   | s1    |       3 |       12 |        0 |          4 |          5 |        7340032 |
                |         1 | s1   | s1    |       0 |       11 |        0 |          0 |          0 |        7340032 |
                +-----------+------+-------+---------+----------+----------+------------+------------+----------------+
                """);
        assertThat(kafka.requests()).extracting(Request::asked).containsExactly(new ScansRequest(null).asked());
    }

    @Test
    void shouldChangeItAndShowWhatHoldsFromThenOn() {
        kafka.withJob(this::answer);
        CommandRun run = run("--mode=s2", "--output=csv").succeeds();
        assertThat(run.out()).contains("0,s2,s1,3,12,0,4,5,7340032", "1,s2,s1,0,11,0,0,0,7340032");
        assertThat(kafka.requests())
                .extracting(Request::asked)
                .containsExactly(new ScansRequest(new ScanSetting(ScanMode.S2)).asked());
    }

    @Test
    void shouldRefuseAModeThatThereIsNotAndAskNobody() {
        CommandRun run = run("--mode=s3").exits(ExitCode.USAGE);
        assertThat(run.err()).contains("mode=s3 is no way to scan. Use one of s1, s2, s3-is, s3-ni, adaptive.\n");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldSayThatNoJobSaysIt() {
        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        run().fails("The job does not say where its scans run: No luck. `aim doctor` looks why.\n");
        kafka.withJob(request -> Results.error(request, Code.INVALID_PARAMETER));
        run("--mode=s2").fails("No luck.\n");
        kafka.withJob(request -> null);
        CommandRun none = run("--timeout=10ms").exits(ExitCode.TIMEOUT);
        assertThat(none.err()).startsWith("The job does not say where its scans run: No answer came within 10 ms.");
    }
}
