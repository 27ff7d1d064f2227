package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim entity}. */
@Command(
        name = "entity",
        description = "Show the aggregates and attributes of one entity.",
        footer = {
            "",
            "Examples:",
            "  aim entity 7",
            "  aim entity 7 --columns zip,number_of_calls_this_day --output json",
            "  aim entity sensor-0000017 --columns site,max_temperature_this_hour"
        },
        mixinStandardHelpOptions = true)
public final class EntityCommand implements Callable<Integer> {
    private final Environment environment;

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

    @Mixin
    private ModelOptions models;

    @Parameters(index = "0", paramLabel = "KEY", description = "The entity's key.")
    private String key;

    public EntityCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (QueryClient client = ask.open(environment)) {
            Model model = models.known(environment, client).model();
            EntityQuestion question = EntityQuestion.of(model);
            EntityId id = EntityKeyBytes.ofUser(key, model);
            QueryResult result = ask.ask(environment, client, question.of(id, columns));
            int exitCode = AskOptions.explain(environment, result);
            if (exitCode == ExitCode.OK && result.rows().isEmpty()) {
                environment
                        .err()
                        .println("There is no " + question.query() + " " + id
                                + ": it has neither events nor a profile, or it was erased or forgotten. Check the "
                                + model.event().key().name() + ", or publish an event of it.");
                return ExitCode.FAILURE;
            } else if (exitCode == ExitCode.OK) {
                show(result, model);
            }
            return exitCode;
        }
    }

    private void show(QueryResult result, Model model) {
        Map<String, Object> record = new LinkedHashMap<>();
        for (int i = 0; i < result.columns().size(); i++) {
            record.put(result.columns().get(i), result.rows().get(0).get(i));
        }
        AnswerOutput output = outputOptions.output(environment);
        if (output.format() == OutputFormat.TABLE) {
            record.replaceAll(new TimeColumns(model)::shown);
        }
        output.printRecord(record);
        if (output.format() == OutputFormat.TABLE) {
            environment.out().println(AnswerPrinter.asOf(result));
        }
    }

    /** The columns of a model whose values are times, which are unreadable in milliseconds. */
    static final class TimeColumns {
        private final Set<String> names = new HashSet<>();

        TimeColumns(Model model) {
            model.entity().attributes().stream()
                    .filter(attribute -> attribute.type().is(FieldType.Kind.TIME))
                    .forEach(attribute -> names.add(attribute.name()));
            model.columns().stream()
                    .filter(column -> isTime(model, column))
                    .forEach(column -> names.add(column.name()));
            model.names().aliases().forEach((alias, column) -> {
                if (names.contains(column)) {
                    names.add(alias);
                }
            });
        }

        private static boolean isTime(Model model, ModelColumn column) {
            boolean isExtreme = column.function() == EventFunction.MIN || column.function() == EventFunction.MAX;
            return isExtreme
                    && model.event().fields().get(column.field()).type().is(FieldType.Kind.TIME);
        }

        Object shown(String column, Object value) {
            return value instanceof Number millis && names.contains(column)
                    ? Instant.ofEpochMilli(millis.longValue())
                    : value;
        }
    }
}
