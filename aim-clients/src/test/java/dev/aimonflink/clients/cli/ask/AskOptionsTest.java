package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class AskOptionsTest {
    @Command
    private static final class Asking {
        @Mixin
        private AskOptions options;
    }

    @Test
    void shouldNotKeepARequestThatNobodyWaitsForAnyMore() {
        Asking asking = new Asking();
        new CommandLine(asking)
                .registerConverter(Duration.class, Durations::parse)
                .parseArgs("--timeout", "50s");
        FakeKafka silent = new FakeKafka().withTopics();
        Environment environment = environment(silent);
        try (QueryClient client = asking.options.open(environment)) {
            Thread.currentThread().interrupt();
            assertFails(
                    InterruptedException.class,
                    () -> asking.options.ask(environment, client, AskedQuery.withDefaults("q1")));
            assertThat(client.inFlight()).isZero();
        }
    }

    private static Environment environment(FakeKafka kafka) {
        return new Environment(System.in, System.out, System.err, false, kafka);
    }
}
