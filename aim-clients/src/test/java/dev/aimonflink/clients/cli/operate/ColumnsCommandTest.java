package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ColumnsCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    private static QueryResult answer(Request request) {
        return Results.ok(
                request,
                ColumnsRequest.REPORT.answerColumns(),
                List.of(
                        Arrays.asList("number_of_calls_this_day", "setting", 2L, 131_072L, 0L, null),
                        Arrays.asList("total_cost_this_week", "asked", 2L, 262_144L, 12L, 3L)));
    }

    private CommandRun run(String... args) {
        return CommandRun.of(
                kafka, Stream.concat(Stream.of("columns"), Stream.of(args)).toArray(String[]::new));
    }

    private void assertAsked(ColumnsRequest request) {
        assertThat(kafka.requests()).extracting(Request::asked).containsExactly(request.asked());
    }

    @Test
    void shouldShowWhichColumnsAreKept() {
        kafka.withJob(ColumnsCommandTest::answer);
        run().succeeds().shows("""
                +--------------------------+---------+------------+--------+-----------+------------------+
                | column                   | why     | partitions |  bytes | questions | secondsSinceLast |
                +--------------------------+---------+------------+--------+-----------+------------------+
                | number_of_calls_this_day | setting |          2 | 131072 |         0 |                - |
                | total_cost_this_week     | asked   |          2 | 262144 |        12 |                3 |
                +--------------------------+---------+------------+--------+-----------+------------------+
                """);
        assertAsked(ColumnsRequest.REPORT);
    }

    @Test
    void shouldPin() {
        kafka.withJob(ColumnsCommandTest::answer);
        CommandRun run = run("--pin=a,b", "--output=csv").succeeds();
        assertThat(run.err()).contains("is kept once it has been read from the records");
        assertAsked(new ColumnsRequest(Change.PIN, List.of("a", "b")));
    }

    @Test
    void shouldUnpin() {
        kafka.withJob(ColumnsCommandTest::answer);
        run("--unpin", "a").succeeds();
        assertAsked(new ColumnsRequest(Change.UNPIN, List.of("a")));
    }

    @Test
    void shouldDrop() {
        kafka.withJob(ColumnsCommandTest::answer);
        run("--drop", "a,b").succeeds();
        assertAsked(new ColumnsRequest(Change.DROP, List.of("a", "b")));
    }

    @Test
    void shouldRefuseTwoChangesAtOnce() {
        run("--pin=a", "--drop=b").exits(ExitCode.USAGE);
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldSayThatNoJobSaysIt() {
        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        run().fails("The job does not say which columns it keeps: No luck. `aim doctor` looks why.\n");
        kafka.withJob(request -> Results.error(request, Code.INVALID_PARAMETER));
        run("--pin=a").fails("No luck.\n");
    }
}
