package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aim query}. */
@Command(
        name = "query",
        description = {
            "Ask a query over all entities.",
            "",
            "Parameters that are not given have the defaults that --list shows. With --count they are drawn, and"
                    + " instead of answers a table of latencies is written.",
            "",
            "Answers to all are one JSON array; in CSV, a line for each cell: query,row,column,value."
        },
        footer = {
            "",
            "Examples:",
            "  aim query --list",
            "  aim query q4 --gamma 5 --delta 60",
            "  aim query q5 --subscription-type prepaid --output csv",
            "  aim query all",
            "  aim query all --count 7000 --clients 100",
            "  aim query subscriber --count 5000 --clients 1000 --entities 1000000",
            "  aim query card --param cardId=7"
        },
        mixinStandardHelpOptions = true)
public final class QueryCommand implements Callable<Integer> {
    /** Stands for the benchmark's seven, one after the other. */
    private static final String ALL = "all";

    private static final List<String> CATALOGUE_COLUMNS = List.of("query", "parameters", "summary");

    /** For calls; columns play no role here. */
    private static final Catalogue OF_CALLS = Catalogues.ofCalls(
            () -> CallModel.schema(CallModel.AGGREGATES_PER_COPY),
            () -> TableColumns.of(CallModel.entityType(), PresetModels.tables()));

    private final Environment environment;

    private Catalogue catalogue;
    /** Null if nobody had to name it, because the query is of calls. */
    private KnownModel known;

    private EntityTables tables;
    private Map<String, Catalogue.Entry> entries;

    @Spec
    private CommandSpec spec;

    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @Mixin
    private ParameterOptions parameters;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ModelOptions models;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "QUERY",
            completionCandidates = Ids.class,
            description = "An id that --list shows, or all for q1 to q7.")
    private String id;

    @Option(names = "--list", description = "Show all queries with their parameters and defaults.")
    private boolean list;

    @Option(
            names = "--progress",
            description =
                    "Also show which events are in the answer: for each Kafka partition of the events topic the next"
                            + " offset, and the newest event time before it. Not with --count or --output csv.")
    private boolean progress;

    public QueryCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        catalogue = OF_CALLS;
        if (models.isGiven() || !isOfCalls()) {
            known = modelOfJob();
            catalogue = Catalogues.ofClients(
                    MatrixSchema.of(known.model()),
                    () -> TableColumns.of(known.model().entity(), tables()));
        }
        entries = catalogue.entries().stream().collect(Collectors.toMap(Catalogue.Entry::id, entry -> entry));
        AnswerOutput output = outputOptions.output(environment);
        if (list) {
            output.print(
                    CATALOGUE_COLUMNS,
                    catalogue.entries().stream().map(QueryCommand::row).toList());
            return ExitCode.OK;
        }
        if (id == null) {
            throw new ParameterException(spec.commandLine(), "Give a query; --list shows all.");
        }
        requireCalls();
        requireRoomForProgress(output);
        List<String> ids = id.equals(ALL) ? Catalogue.BENCHMARK : List.of(id);
        requireTaken(ids);
        return load.isWanted() ? askMany(ids, output) : askEach(ids, output);
    }

    /** Asking the job for its model would take as long as the query. */
    private boolean isOfCalls() {
        return id != null
                && (id.equals(ALL)
                        || OF_CALLS.entries().stream()
                                .anyMatch(entry -> entry.id().equals(id)));
    }

    /** Listing queries needs no job. */
    private KnownModel modelOfJob() {
        try {
            return models.known(environment, ask.kafka());
        } catch (ClientException noBroker) {
            if (list) {
                return KnownModel.OF_CALLS;
            }
            throw noBroker;
        }
    }

    private KnownModel known() {
        return known == null ? KnownModel.OF_CALLS : known;
    }

    /** Read on first use: a table may be large, and most queries name none of its columns. */
    private EntityTables tables() {
        if (tables == null) {
            tables = known().tables().get();
        }
        return tables;
    }

    private void requireCalls() {
        if (id.equals(ALL) && !entries.keySet().containsAll(Catalogue.BENCHMARK)) {
            throw new InvalidInputException("'all' is q1 to q7, which are of calls, and model="
                    + known.model().name() + " has "
                    + catalogue.entries().stream().map(Catalogue.Entry::id).collect(Collectors.joining(", "))
                    + ". Ask in SQL, as in `aim sql -c \"SELECT count(*) FROM "
                    + MatrixTables.matrixNameOf(known.model()) + "\"`.");
        }
    }

    private void requireRoomForProgress(AnswerOutput output) {
        if (progress && load.isWanted()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--progress is of one answer, and --count shows latencies. Leave one of them out.");
        }
        if (progress && output.format() == OutputFormat.CSV) {
            throw new ParameterException(
                    spec.commandLine(), "--progress has no place in the lines of --output csv. Give another format.");
        }
    }

    private static List<Object> row(Catalogue.Entry entry) {
        String parameters = entry.parameters().stream().map(QueryCommand::shown).collect(Collectors.joining(", "));
        List<Object> row = new ArrayList<>();
        row.add(entry.id());
        row.add(parameters.isEmpty() ? null : parameters);
        row.add(entry.summary());
        return row;
    }

    private static String shown(Parameter parameter) {
        return parameter.name() + (parameter.defaultValue() == null ? " (required)" : "=" + parameter.defaultValue());
    }

    /** Requires that one of several queries takes each parameter; for a single query the catalogue checks it. */
    private void requireTaken(List<String> ids) {
        Set<String> given = new TreeSet<>(parameters.given().keySet());
        given.addAll(parameters.named().keySet());
        for (String name : given) {
            if (ids.size() > 1 && ids.stream().noneMatch(query -> takes(query, name))) {
                throw new InvalidInputException(
                        "None of " + String.join(", ", ids) + " has the parameter '" + name + "'. Leave it out.");
            }
        }
    }

    private boolean takes(String query, String parameter) {
        return parameter(query, parameter).isPresent();
    }

    private Optional<Parameter> parameter(String query, String name) {
        return Optional.ofNullable(entries.get(query)).stream()
                .flatMap(entry -> entry.parameters().stream())
                .filter(parameter -> parameter.name().equals(name))
                .findFirst();
    }

    private Map<String, Object> givenFor(String query) {
        Map<String, Object> given = new TreeMap<>(parameters.given());
        parameters.named().forEach((name, text) -> given.put(name, value(query, name, text)));
        if (id.equals(ALL)) {
            given.keySet().removeIf(name -> !takes(query, name));
        }
        return given;
    }

    /** A number where the query takes one; other values are left to the catalogue to reject. */
    private Object value(String query, String name, String text) {
        boolean isNumber = parameter(query, name)
                .filter(parameter -> parameter.kind() == Parameter.Kind.NUMBER)
                .isPresent();
        try {
            return isNumber ? (Object) Long.parseLong(text) : text;
        } catch (NumberFormatException none) {
            return text;
        }
    }

    private int askEach(List<String> ids, AnswerOutput output) throws InterruptedException {
        List<AskedQuery> calls = ids.stream()
                .map(query -> new AskedQuery(query, givenFor(query)))
                .toList();
        calls.forEach(catalogue::bound);
        // Readers of such output expect one document, or one table with one header.
        boolean together =
                id.equals(ALL) && Set.of(OutputFormat.JSON, OutputFormat.CSV).contains(output.format());
        List<QueryResult> results = new ArrayList<>();
        Tally tally = new Tally();
        try (QueryClient client = ask.open(environment)) {
            for (AskedQuery call : calls) {
                QueryResult result = ask.ask(environment, client, call, progress);
                results.add(result);
                if (!together) {
                    AnswerPrinter.print(environment, output, result);
                }
                tally.add(AskOptions.explain(environment, result));
                if (UnknownNames.isWithoutValues(result)) {
                    UnknownNames.hints(call, this::tables).forEach(environment.err()::println);
                }
            }
        }
        if (together) {
            AnswerPrinter.printTogether(output, results);
        }
        return tally.exitCode();
    }

    private int askMany(List<String> ids, AnswerOutput output) throws InterruptedException {
        CallGenerator generator = load.newGenerator(known().model(), this::tables);
        // Any call reveals a wrong id or parameter: better before the first is asked.
        ids.forEach(query -> catalogue.bound(
                entries.containsKey(query)
                        ? generator.next(entries.get(query), givenFor(query))
                        : AskedQuery.withDefaults(query)));
        Iterator<String> turns =
                Stream.generate(() -> ids).flatMap(List::stream).iterator();
        try (QueryClient client = ask.open(environment)) {
            return load.run(environment, output, client, ask.timeout(), () -> {
                String query = turns.next();
                return generator.next(entries.get(query), givenFor(query));
            });
        }
    }

    /** What a shell offers. */
    private static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(OF_CALLS.entries().stream().map(Catalogue.Entry::id), Stream.of(ALL))
                    .iterator();
        }
    }
}
