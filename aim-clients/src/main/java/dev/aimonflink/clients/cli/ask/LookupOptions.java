package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.request.QueryResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that show one entity have in common; a mixin. */
final class LookupOptions {
    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @Option(
            names = "--columns",
            paramLabel = "NAME[,NAME...]",
            description = "Aggregates, attributes and columns of the attributes' tables to show, with commas: city, or"
                    + " zip.city if several tables have it. Default: all aggregates and attributes")
    private String columns;

    /**
     * Asks for an entity, shows it, and returns the exit code.
     *
     * @param keyName what the key is called in a message
     * @param model that says what is a time
     */
    int show(Environment environment, EntityQuestion query, EntityId key, String keyName, Supplier<Model> model)
            throws InterruptedException {
        try (QueryClient client = ask.open(environment)) {
            QueryResult result = ask.ask(environment, client, query.of(key, columns));
            int exitCode = AskOptions.explain(environment, result);
            if (exitCode != ExitCode.OK) {
                return exitCode;
            }
            if (result.rows().isEmpty()) {
                environment
                        .err()
                        .println("There is no " + query.query() + " " + key
                                + ": it has neither events nor a profile, or it was erased or forgotten. Check the "
                                + keyName + ", or publish an event of it.");
                return ExitCode.FAILURE;
            }
            AnswerOutput output = outputOptions.output(environment);
            Map<String, Object> record = named(result.columns(), result.rows().get(0));
            if (output.format() == OutputFormat.TABLE) {
                TimeColumns times = new TimeColumns(model.get());
                record.replaceAll(times::shown);
            }
            output.printRecord(record);
            return ExitCode.OK;
        }
    }

    private static Map<String, Object> named(List<String> columns, List<Object> row) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            values.put(columns.get(i), row.get(i));
        }
        return values;
    }
}
