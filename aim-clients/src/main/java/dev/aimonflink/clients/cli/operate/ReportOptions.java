package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the job is asked about itself, and its answer is shown; a mixin. */
final class ReportOptions {
    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long the job may take to answer, at most 60s. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    /** @param subject what the answer says, such as "where its scans run" */
    int show(Environment environment, AskedQuery asked, String subject) {
        return ask(environment, kafka, asked, timeout, subject, answer -> output.output(environment)
                .print(answer.columns(), answer.rows()));
    }

    /** Asks once; shows the answer, or prints why there is none. Returns the exit code. */
    static int ask(
            Environment environment,
            ConnectionOptions kafka,
            AskedQuery asked,
            Duration timeout,
            String subject,
            Consumer<QueryResult> show) {
        QueryResult answer;
        try (QueryClient client = environment
                .clients()
                .queryClient(
                        kafka.connection(environment),
                        kafka.topics(),
                        "aim-" + asked.query() + "-" + UUID.randomUUID())) {
            answer = client.answer(asked, timeout);
        }
        if (answer.status() == QueryResult.Status.OK) {
            show.accept(answer);
            return ExitCode.OK;
        }
        boolean isLate = answer.status() == QueryResult.Status.TIMEOUT;
        String why = answer.error().message();
        boolean isSilent = isLate || answer.error().code() == QueryError.Code.UNKNOWN_QUERY;
        environment
                .err()
                .println(isSilent ? "The job does not say " + subject + ": " + why + " `aim doctor` looks why." : why);
        return isLate ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }
}
