package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all asking commands have in common; a mixin. */
final class AskOptions {
    @Mixin
    private ConnectionOptions kafka;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long to wait for an answer, at most 60s. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Option(
            names = "--wait-for",
            paramLabel = "P=OFFSET",
            split = ",",
            description =
                    "Wait until the answer has all events before this offset of partition P of the events topic, as"
                            + " `aim publish events --wait` writes it. Several have commas between them.")
    private Map<Integer, Long> awaited = Map.of();

    @Option(
            names = "--max-age",
            paramLabel = "TIME",
            defaultValue = "0ms",
            description =
                    "Also take the answer to an equal query that is at most so old, such as 200ms; up to 60s. It has no"
                            + " effect with `--wait-for` and on look-ups of one entity. Default: ${DEFAULT-VALUE}, for none")
    private Duration maxAge;

    private boolean hasWarnedOfLostEvents;

    ConnectionOptions kafka() {
        return kafka;
    }

    Duration timeout() {
        return timeout;
    }

    QueryClient open(Environment environment) {
        Connection connection = kafka.connection(environment);
        Topics topics = kafka.topics();
        requirePartitions(environment, connection, topics.events());
        return environment.clients().queryClient(connection, topics, "aim-" + UUID.randomUUID());
    }

    /** The job would wait until the timeout for events of a missing partition. */
    private void requirePartitions(Environment environment, Connection connection, String topic) {
        if (awaited.isEmpty()) {
            return;
        }
        int partitions;
        try (TopicAdmin admin = environment.clients().topicAdmin(connection)) {
            partitions = admin.partitions(topic);
        }
        for (Integer partition : checked(awaited).keySet()) {
            if (partition >= partitions) {
                throw new InvalidInputException("wait-for=" + partition + "=" + awaited.get(partition)
                        + " is of no partition: topic " + topic + " has partitions=" + partitions
                        + ", counted from 0. Give what `aim publish events --wait` writes.");
            }
        }
    }

    /** Asks once and waits; the first answer that lacks events prints a warning. */
    QueryResult ask(Environment environment, QueryClient client, AskedQuery call) throws InterruptedException {
        return ask(environment, client, call, false);
    }

    /** As above, with the place in each Kafka partition if wanted. */
    QueryResult ask(Environment environment, QueryClient client, AskedQuery call, boolean wantsProgress)
            throws InterruptedException {
        CompletableFuture<QueryResult> answer =
                client.ask(call, timeout, new AnswerOptions(wantsProgress, checked(awaited), maxAgeMs()));
        try {
            QueryResult result = answer.get();
            warnOfLostEvents(environment, result);
            return result;
        } catch (InterruptedException stopped) {
            // Ends the request in the job, too.
            answer.cancel(false);
            throw stopped;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ClientException failure) {
                throw failure;
            }
            throw new IllegalStateException("Asking " + call + " failed", e);
        }
    }

    private int maxAgeMs() {
        if (maxAge.toMillis() > AnswerOptions.MAX_MAX_AGE_MS) {
            throw new InvalidInputException("max-age=" + Durations.text(maxAge) + " is outside 0ms.."
                    + Durations.text(Duration.ofMillis(AnswerOptions.MAX_MAX_AGE_MS)) + ". Give a time inside.");
        }
        return (int) maxAge.toMillis();
    }

    private void warnOfLostEvents(Environment environment, QueryResult result) {
        long lost = result.asOf() == null ? 0 : result.asOf().lost();
        if (lost > 0 && !hasWarnedOfLostEvents) {
            hasWarnedOfLostEvents = true;
            environment
                    .err()
                    .println((lost == 1 ? "1 event is" : lost + " events are") + " missing: Kafka no longer had "
                            + (lost == 1 ? "it" : "them") + ", and the job went on.");
        }
    }

    private static Map<Integer, Long> checked(Map<Integer, Long> awaited) {
        awaited.forEach((partition, offset) -> {
            if (partition < 0 || offset < 0) {
                throw new InvalidInputException("wait-for=" + partition + "=" + offset
                        + " is below 0. Give the number of a partition and an offset, such as 0=1234.");
            }
        });
        if (awaited.size() > AnswerOptions.MAX_AWAITED) {
            throw new InvalidInputException(
                    "wait-for has " + awaited.size() + " partitions. Give at most " + AnswerOptions.MAX_AWAITED + ".");
        }
        return awaited;
    }

    /** Says why there is no answer, and returns the exit code. */
    static int explain(Environment environment, QueryResult result) {
        if (result.status() == QueryResult.Status.OK) {
            return ExitCode.OK;
        }
        environment
                .err()
                .println(result.query() + ": " + result.error().code() + ": " + CommandLineAdvice.of(result.error()));
        if (result.error().code() == Code.UNKNOWN_QUERY) {
            // Commands ask only queries of a given model, or of calls.
            environment
                    .err()
                    .println(
                            "The job has another model: leave --model out. Ask for one entity by `aim entity KEY`, and all else in SQL.");
        }
        return result.status() == QueryResult.Status.TIMEOUT ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }
}
