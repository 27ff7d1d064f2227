package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.lab.workload.GivenModel;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim chaos}. */
@Command(
        name = "chaos",
        description = {
            "Kill the job over and over, and verify that every answer stays exact.",
            "",
            "Starts a Kafka broker and a Flink cluster, publishes events and asks queries, and kills the job at moments"
                    + " drawn from a seed, while it is rescaled, while windows turn or while its schema changes, and while a hostile client attacks. Then all"
                    + " records are read back from Kafka and answers are recomputed from them; the exit code is 0 only"
                    + " if each answer of each run is equal, each request was answered, and no attack kept others"
                    + " from their answers."
        },
        footer = {
            "",
            "Examples:",
            "  aim chaos",
            "  aim chaos --seed 7 --points 5 --backend rocksdb --disturbance schema",
            "  aim chaos --rate 10000 --points 5 --backend hashmap",
            "  aim chaos --unaligned --disturbance rescale",
            "  aim chaos --model payments.yaml --points 5",
            "  aim chaos --processes --backend hashmap --disturbance turn",
            "  aim chaos --seeds 3 --output json"
        },
        mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {
    /** As fast as many kills a minute leave some events between two of them. */
    static final int RATE = 1_000;

    /** Slower, because a process takes seconds to start. */
    private static final int RATE_OF_PROCESSES = 300;

    private final Environment environment;
    private final Guests.Invitation guests;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "All steps are drawn from it. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of seeds, from the first on. Default: ${DEFAULT-VALUE}")
    private int seeds;

    @Option(
            names = "--points",
            paramLabel = "N",
            defaultValue = "20",
            description = "Kills in each run. Default: ${DEFAULT-VALUE}")
    private int points;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Events a second. Default: " + RATE + "; " + RATE_OF_PROCESSES + " with --processes")
    private Integer rate;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            defaultValue = "both",
            description = "hashmap, rocksdb or both. Default: ${DEFAULT-VALUE}")
    private String backend;

    @Option(
            names = "--disturbance",
            paramLabel = "NAME",
            defaultValue = "all",
            description = "rescale, turn (windows turn under way), schema or all. Default: ${DEFAULT-VALUE}")
    private String disturbance;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many entities have events." + " Default: ${DEFAULT-VALUE}")
    private int entities;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            defaultValue = "aim-42",
            description = "Have a job of this model: aim-42, aim-546, or a YAML file, beside which its"
                    + " tables are. Of a model of your own, generated events and profiles are published, single entities asked"
                    + " for, and all columns of 500 recomputed. Default: ${DEFAULT-VALUE}")
    private String model;

    @Option(names = "--unaligned", description = "Take unaligned checkpoints, which overtake records and hold them.")
    private boolean unaligned;

    @Option(
            names = "--processes",
            description = "Have a cluster of processes, and end its TaskManagers with kill -9: 20 of them in about ten"
                    + " minutes a run, with alerts exactly once.")
    private boolean processes;

    @Option(
            names = "--no-hostile",
            description = "Leave out the client that attacks the job and a gateway meanwhile, with statements, previews"
                    + " and rules that take as much as they can.")
    private boolean isLeftAlone;

    public ChaosCommand(Environment environment) {
        this(environment, Guests.Invitation.NONE);
    }

    ChaosCommand(Environment environment, Guests.Invitation guests) {
        this.environment = environment;
        this.guests = guests;
    }

    @Override
    public Integer call() {
        ChaosOptions options = new ChaosOptions(
                seed,
                seeds,
                points,
                rate != null ? rate : processes ? RATE_OF_PROCESSES : RATE,
                ChaosOptions.backends(backend),
                ChaosOptions.disturbances(disturbance),
                entities,
                unaligned,
                processes,
                !isLeftAlone,
                GivenModel.of(model));
        Verdict verdict;
        try (LiveLine line = new LiveLine(environment)) {
            verdict = new Verdict(options, new Campaign(options, guests, line).run());
        }
        verdict.print(output.output(environment), environment.out());
        return verdict.isExact() ? ExitCode.OK : ExitCode.FAILURE;
    }
}
