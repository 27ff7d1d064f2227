package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.driver.Drivers;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What drivers do before a job that runs: as before {@link FakeJob}, which its matrix equals. */
class DriversIT {
    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @TestFactory
    Stream<DynamicTest> shouldAsk() {
        cluster.createTopics();
        cluster.submit(
                        cluster.newEnvironment(2),
                        cluster.options()
                                .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                                .set(AimOptions.MODEL, "aim-42")
                                .set(AimOptions.COLUMNS, List.of("sql")))
                .awaitRunning(SharedCluster.DEADLINE);
        publish();
        OpenGateway gateway = cluster.closedAfterwards(OpenGateway.open(
                new Holding(OpenGateway.throughKafka(cluster.connection(), cluster.topics())),
                ServerSettings.atLoopback(0),
                Gateway.Limits.USUAL,
                new RunningQueries(RunningQueries.SLOW, ended -> {}),
                Optional.empty(),
                Optional::empty));
        return Drivers.all().stream()
                .map(driver -> DynamicTest.dynamicTest(driver, () -> Drivers.ask(driver, gateway.port())));
    }

    private void publish() {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (int subscriber = 1; subscriber <= FakeJob.SUBSCRIBERS; subscriber++) {
                for (int call = 0; call < subscriber; call++) {
                    events.publish(new Event(subscriber, System.currentTimeMillis(), 60, 1.5f, false));
                }
            }
            events.flush();
        }
    }

    /** Has the job hold what {@link FakeJob} does not answer, for an event that never comes. */
    private record Holding(JobWay way) implements JobWay {
        @Override
        public CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options) {
            boolean isHeld = String.valueOf(asked.params().get("text")).contains(FakeJob.UNANSWERED);
            return way.ask(asked, timeout, isHeld ? new AnswerOptions(false, Map.of(0, Long.MAX_VALUE)) : options);
        }

        @Override
        public CompletableFuture<Map<Integer, Long>> committedEvents() {
            return way.committedEvents();
        }

        @Override
        public CompletableFuture<Map<Integer, Long>> writtenEvents() {
            return way.writtenEvents();
        }

        @Override
        public void close() {
            way.close();
        }
    }
}
