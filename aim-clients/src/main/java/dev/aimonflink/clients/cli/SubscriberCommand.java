package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim subscriber}. */
@Command(
        name = "subscriber",
        description = "Show the aggregates and attributes of one subscriber.",
        footer = {
            "",
            "Examples:",
            "  aim subscriber 7",
            "  aim subscriber 7 --columns zip,number_of_calls_this_day --output json"
        },
        mixinStandardHelpOptions = true)
final class SubscriberCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @Parameters(index = "0", paramLabel = "ID", description = "The subscriber's id.")
    private long subscriberId;

    @Option(
            names = "--columns",
            paramLabel = "NAME[,NAME...]",
            description = "Aggregates and attributes to show, with commas. Default: all")
    private String columns;

    SubscriberCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (QueryClient client = ask.open(environment)) {
            QueryResult result = ask.ask(client, new QueryCall("subscriber", params()));
            int exitCode = AskOptions.explain(environment, result);
            if (exitCode != ExitCode.OK) {
                return exitCode;
            }
            if (result.rows().isEmpty()) {
                environment
                        .err()
                        .println("There is no subscriber " + subscriberId
                                + ": it has neither events nor a profile, or it was erased or forgotten. Check the id,"
                                + " or publish an event of it.");
                return ExitCode.FAILURE;
            }
            outputOptions
                    .output(environment)
                    .printRecord(named(result.columns(), result.rows().get(0)));
            return ExitCode.OK;
        }
    }

    private Map<String, Object> params() {
        return columns == null
                ? Map.of("subscriberId", subscriberId)
                : Map.of("subscriberId", subscriberId, "columns", columns);
    }

    private static Map<String, Object> named(List<String> columns, List<Object> row) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            values.put(columns.get(i), row.get(i));
        }
        return values;
    }
}
