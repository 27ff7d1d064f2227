package dev.aimonflink.clients.query;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class QueryLoadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final List<String> QUERIES = List.of("q1", "q2", "q3");

    private final FakeKafka kafka = new FakeKafka().withTopics();

    private QueryClient client() {
        return kafka.queryClient(Connection.to(FakeKafka.BOOTSTRAP), Topics.defaults(), "load");
    }

    @Test
    void shouldAskAsOftenAsToldAndReportEachQuery() throws Exception {
        kafka.withJob(Results::ok);
        AtomicInteger next = new AtomicInteger();
        AtomicInteger mostInFlight = new AtomicInteger();
        AtomicLong progress = new AtomicLong();
        try (QueryClient client = client()) {
            Map<String, LatencyReport> reports = new QueryLoad(client::ask, 4, TIMEOUT)
                    .run(
                            300,
                            () -> {
                                mostInFlight.accumulateAndGet(client.inFlight() + 1, Math::max);
                                return AskedQuery.withDefaults(QUERIES.get(next.getAndIncrement() % 3));
                            },
                            () -> false,
                            progress::set);
            assertThat(reports.keySet()).containsExactly("q1", "q2", "q3");
            assertThat(reports.values())
                    .allMatch(report -> report.answered() == 100)
                    .allMatch(report -> report.failed() == 0 && report.timeouts() == 0)
                    .allMatch(report -> report.times().percentileMs(50) > 0)
                    .allMatch(report ->
                            report.times().percentileMs(50) <= report.times().percentileMs(99))
                    .allMatch(report ->
                            report.times().percentileMs(99) <= report.times().percentileMs(100));
        }
        assertThat(mostInFlight.get()).isBetween(1, 4);
        assertThat(progress.get()).isEqualTo(300);
        assertThat(kafka.requests()).hasSize(300);
    }

    @Test
    void shouldTellErrorsAndTimeoutsApart() throws Exception {
        kafka.withJob(request -> switch (request.asked().query()) {
            case "q1" -> Results.ok(request);
            case "q2" -> Results.timeout(request);
            default -> Results.error(request, Code.OVERLOADED);
        });
        AtomicInteger next = new AtomicInteger();
        try (QueryClient client = client()) {
            Map<String, LatencyReport> reports = new QueryLoad(client::ask, 1, TIMEOUT)
                    .run(
                            30,
                            () -> AskedQuery.withDefaults(QUERIES.get(next.getAndIncrement() % 3)),
                            () -> false,
                            done -> {});
            assertThat(reports.get("q1").answered()).isEqualTo(10);
            assertThat(reports.get("q2").timeouts()).isEqualTo(10);
            assertThat(reports.get("q2").times().percentileMs(100)).isNull();
            assertThat(reports.get("q3").failed()).isEqualTo(10);
            assertThat(reports.get("q3").errors()).containsExactly(Map.entry("OVERLOADED: No luck.", 10L));
        }
    }

    @Test
    void shouldStopWhenToldAndWaitForWhatWasAsked() throws Exception {
        kafka.withJob(Results::ok);
        try (QueryClient client = client()) {
            Map<String, LatencyReport> reports = new QueryLoad(client::ask, 8, TIMEOUT)
                    .run(
                            Long.MAX_VALUE,
                            () -> AskedQuery.withDefaults("q1"),
                            () -> kafka.requests().size() >= 50,
                            done -> {});
            assertThat(reports.get("q1").answered()).isEqualTo(50);
        }
    }

    @Test
    void shouldRefuseNumbersOfClientsOutsideTheLimits() {
        try (QueryClient client = client()) {
            for (int clients : new int[] {0, QueryLoad.MAX_CLIENTS + 1}) {
                assertFails(InvalidInputException.class, () -> new QueryLoad(client::ask, clients, TIMEOUT))
                        .hasMessage("clients=" + clients + " is outside 1..8192. Give a number inside.");
            }
            assertThat(new QueryLoad(client::ask, QueryLoad.MAX_CLIENTS, TIMEOUT))
                    .isNotNull();
        }
    }

    @Test
    void shouldListABoundedNumberOfReasons() {
        LatencyReport report = new LatencyReport();
        for (int i = 0; i < 100; i++) {
            report.add(1, null, new IllegalStateException("reason " + i), true);
        }
        assertThat(report.failed()).isEqualTo(100);
        assertThat(report.errors()).hasSize(LatencyReport.MAX_REASONS + 1).containsEntry("other reasons", 80L);
    }
}
