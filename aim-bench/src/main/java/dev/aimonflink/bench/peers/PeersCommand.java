package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.OutOptions;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.ReportPrinter;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.setup.Catalogues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code aim bench peers}. */
@Command(
        name = "peers",
        description = {
            "Measure the seven queries and twenty others in SQL beside DuckDB: the same rows, the same threads, in turns.",
            "",
            "DuckDB runs in this process, in memory. Queries with a dimension are asked of it as joins and over names"
                    + " that are joined beforehand, and its fastest way counts. Every answer is compared to the last"
                    + " digit. Ten million rows take two minutes and 6 GB.",
            "",
            "Written is DIR/peers.json. The exit code is 1 if an answer differs, and 5 if a figure is out of its bounds."
        },
        footer = {"", "Examples:", "  aim bench peers", "  aim bench peers --quick --output json"},
        mixinStandardHelpOptions = true)
public final class PeersCommand implements Callable<Integer> {
    private static final String EXPERIMENT = "peers";
    private static final int ROWS = 10_000_000;
    private static final int QUICK_ROWS = 200_000;
    private static final int MAX_THREADS = 256;

    /** Calls with drawn parameters per query. */
    private static final int DRAWN_CALLS = 5;

    private final Environment environment;
    private final IntFunction<Peer> peers;

    @Option(names = "--rows", paramLabel = "N", description = "Subscribers. Default: 10000000, or 200000 with --quick")
    private Integer rows;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "What either side may use; we scan a partition with each. Default: ${DEFAULT-VALUE}")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "" + Population.SEED,
            description = "Another one makes other subscribers. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--quick",
            description = "With few rows: whether everything runs and is right. Its figures mean little, so nothing is"
                    + " demanded of them.")
    private boolean quick;

    @Mixin
    private OutOptions out;

    @Mixin
    private OutputOptions output;

    public PeersCommand(Environment environment) {
        this(environment, DuckDbPeer::new);
    }

    PeersCommand(Environment environment, IntFunction<Peer> peers) {
        this.environment = environment;
        this.peers = peers;
    }

    @Override
    public Integer call() {
        checkOptions();
        Path directory = out.createDirectory(quick);
        MatrixSchema schema = CallModel.schema(CallModel.AGGREGATES_PER_COPY);
        Population population = new Population(schema, rows, seed);
        Report report;
        Set<String> columns = new TreeSet<>(Catalogues.scannedColumns(schema));
        columns.addAll(AdHocQueries.columns());
        try (Engine engine = new Engine(population, columns, threads);
                Peer peer = peers.apply(threads)) {
            load(peer, population, columns);
            report = queries(engine, peer, Catalogues.of(schema));
        }
        report.write(directory);
        new ReportPrinter(output.output(environment), environment.out()).print(report, directory);
        return report.exitCode();
    }

    private void checkOptions() {
        if (rows == null) {
            rows = quick ? QUICK_ROWS : ROWS;
        }
        Limits.requireWithin("rows", rows, 1, Integer.MAX_VALUE);
        Limits.requireWithin("threads", threads, 1, MAX_THREADS);
    }

    private void load(Peer peer, Population population, Set<String> columns) {
        try (ProgressLine progress = new ProgressLine(environment, "rows into " + peer.name(), population.size())) {
            Stream<EntityRecord> subscribers = LongStream.range(0, population.size())
                    .peek(progress::stepTo)
                    .mapToObj(population::subscriber);
            peer.load(population.schema(), columns, subscribers);
        }
    }

    private Report queries(Contender engine, Contender peer, Catalogue catalogue) {
        Duel duel = new Duel(engine, peer, environment.err());
        List<Duel.Result> results = new ArrayList<>();
        List<Duel.Result> asked = new ArrayList<>();
        CallGenerator calls = new CallGenerator(seed, ParameterRanges.PAPER, rows);
        try (ProgressLine progress = new ProgressLine(
                environment,
                "queries",
                Catalogue.BENCHMARK.size() + AdHocQueries.names().size())) {
            int done = 0;
            for (Catalogue.Entry query : catalogue.entries()) {
                if (Catalogue.BENCHMARK.contains(query.id())) {
                    results.addAll(duel.measure(withDefaults(query)));
                    for (int i = 0; i < DRAWN_CALLS; i++) {
                        duel.compare(calls.next(query, Map.of()));
                    }
                    progress.stepTo(++done);
                }
            }
            for (String adHoc : AdHocQueries.names()) {
                asked.addAll(duel.measure(new AskedQuery(adHoc, Map.of())));
                progress.stepTo(++done);
            }
        }
        return new Report(
                EXPERIMENT,
                MachineFacts.environment(),
                parameters(engine, peer),
                Stream.concat(results.stream(), asked.stream())
                        .map(Duel.Result::figure)
                        .toList(),
                quick ? List.of() : PeerChecks.of(peer.name(), results, asked),
                duel.answers());
    }

    private static AskedQuery withDefaults(Catalogue.Entry query) {
        return new AskedQuery(
                query.id(),
                query.parameters().stream().collect(Collectors.toMap(Parameter::name, Parameter::defaultValue)));
    }

    private Map<String, Object> parameters(Contender engine, Contender peer) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", rows);
        parameters.put("threads", threads);
        parameters.put("seed", seed);
        parameters.put("quick", quick);
        parameters.put("order", "in turns: we, then the peer in each of its ways");
        parameters.put(engine.name(), engine.configuration());
        parameters.put(peer.name(), peer.configuration());
        return parameters;
    }
}
