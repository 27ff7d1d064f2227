package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.clients.cli.options.OutputOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim cluster}. */
@Command(
        name = "cluster",
        description = {
            "Run the whole system as real processes of this machine.",
            "",
            "A Kafka broker, a Flink JobManager and TaskManagers, and a gateway for clients of PostgreSQL, each a"
                    + " process, with the job's jar submitted by Flink's own client. A watcher starts TaskManagers, the gateway"
                    + " and the broker again when they die. All of it is"
                    + " in one folder: cluster.json (ports and processes), conf, logs and data."
        },
        footer = {
            "",
            "Examples:",
            "  aim cluster up --taskmanagers 3 --parallelism 2",
            "  aim cluster status",
            "  aim cluster restart --model payments.yaml",
            "  aim cluster down"
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ClusterCommand {
    private static final Duration NO_START = Duration.ZERO;
    private static final List<String> COLUMNS = List.of("part", "state", "pid", "detail", "fix");

    private final Environment environment;

    public ClusterCommand(Environment environment) {
        this.environment = environment;
    }

    static final class Folder {
        @Option(
                names = "--dir",
                paramLabel = "FOLDER",
                description = "The cluster's folder. Default: cluster in AIM_HOME, which is ~/.aim unless set")
        private Path folder;

        ClusterFolder get() {
            return folder == null ? ClusterFolder.ofHome() : new ClusterFolder(folder);
        }
    }

    @Command(
            name = "up",
            description = {
                "Start what is not running, wait until all of it works, and print its addresses.",
                "",
                "Options that are not given keep their last values. Where the folder has data, the job continues from"
                        + " its newest savepoint or checkpoint and reads later events again, also with another"
                        + " parallelism or schema. Data of a model with another entity or kind of key are refused. If a"
                        + " process dies during the start, the command shows the end of its log and stops what it"
                        + " started.",
                "",
                "Options of the job, such as --aim.time-zone=Europe/Zurich, are given after --."
            },
            footer = {
                "",
                "Examples:",
                "  aim cluster up",
                "  aim cluster up --taskmanagers 3 --slots 1 --parallelism 2 --checkpoint-interval 5s",
                "  aim cluster up --backend rocksdb --heap 2048 -- --aim.events.format=binary",
                "  aim cluster up --broker-only --kafka-port 9092",
                "  aim cluster up --from-savepoint ~/.aim/cluster/data/savepoints/savepoint-1"
            },
            mixinStandardHelpOptions = true)
    int up(@Mixin Folder folder, @Mixin UpOptions options, @Mixin OutputOptions output) {
        ClusterState state = cluster(folder, options.timeout()).up(options.request());
        Map<String, Object> where = new LinkedHashMap<>();
        where.put("bootstrap", state.ports().bootstrap());
        if (!state.isBrokerOnly()) {
            where.put("rest", state.ports().restAddress());
            where.put("gateway", state.ports().gatewayAddress());
            state.ports().httpAddress().ifPresent(http -> where.put("http", http));
            where.put("job", state.jobId());
        }
        where.put("folder", folder.get().root());
        output.output(environment).printRecord(where);
        if (!state.isBrokerOnly()) {
            environment.err().println(state.settings().job().columnsSummary());
        }
        environment
                .err()
                .println("The cluster is up. "
                        + (folder.get().equals(ClusterFolder.ofHome())
                                ? "Commands find it without --bootstrap."
                                : "Give other commands --dir "
                                        + ShellWord.of(folder.get().root())
                                        + ", or export AIM_BOOTSTRAP="
                                        + state.ports().bootstrap()));
        if (!state.isBrokerOnly()) {
            sayHowToAsk(folder.get(), state.ports());
        }
        return ExitCode.OK;
    }

    @Command(
            name = "restart",
            description = {
                "Stop the job with a savepoint, and start it again from there, with other options if some are given.",
                "",
                "The processes go on, so it takes a fraction of `down` and `up`. Options of the processes, such as"
                        + " --taskmanagers, are for these two."
            },
            footer = {
                "",
                "Examples:",
                "  aim cluster restart",
                "  aim cluster restart --model payments.yaml",
                "  aim cluster restart --parallelism 1 -- --aim.time-zone=Europe/Zurich"
            },
            mixinStandardHelpOptions = true)
    int restart(@Mixin Folder folder, @Mixin RestartOptions options) {
        ClusterState state = cluster(folder, options.timeout()).restart(options.request());
        environment.err().println("The job runs again: " + state.jobId());
        sayHowToAsk(folder.get(), state.ports());
        return ExitCode.OK;
    }

    private void sayHowToAsk(ClusterFolder folder, ClusterPorts ports) {
        environment.err().println("Ask with psql: " + ports.psql());
        sayConsole(folder, ports);
    }

    private void sayConsole(ClusterFolder folder, ClusterPorts ports) {
        ports.httpAddress().ifPresent(http -> environment.err().println("Console: " + http + "/" + login(folder)));
    }

    /** Empty where people log in by password. */
    private static String login(ClusterFolder folder) {
        try {
            return "#token=" + Files.readString(folder.httpToken()).strip();
        } catch (IOException noneForThisUser) {
            return "";
        }
    }

    @Command(
            name = "down",
            description = {
                "Stop all processes. Data stay, and the next `up` continues with them.",
                "",
                "Only processes that `aim cluster up` started are stopped: their pid and start time are recorded."
            },
            footer = {
                "",
                "Examples:",
                "  aim cluster down",
                "  aim cluster down --savepoint",
                "  aim cluster down --wipe"
            },
            mixinStandardHelpOptions = true)
    int down(
            @Mixin Folder folder,
            @Option(names = "--savepoint", description = "Stop the job with a savepoint that any backend can restore.")
                    boolean savepoint,
            @Option(names = "--wipe", description = "Remove events, checkpoints, savepoints, logs and settings.")
                    boolean wipe) {
        ClusterFolder given = folder.get();
        Path root = given.root();
        if (!Files.exists(root)) {
            environment.err().println("There is no folder " + root + ", so nothing was stopped.");
            return ExitCode.OK;
        }
        Optional<ClusterState> known = ClusterState.read(given);
        boolean isThere = known.filter(state -> !state.members().isEmpty()).isPresent();
        Optional<String> path = cluster(folder, NO_START).down(savepoint, wipe);
        path.ifPresent(environment.out()::println);
        if (known.isEmpty()) {
            environment
                    .err()
                    .println("There is no cluster in " + root + ", so nothing was stopped"
                            + (wipe ? "; what was left there is removed" : "")
                            + ". --dir names another folder.");
            return ExitCode.OK;
        }
        environment
                .err()
                .println((isThere ? "The cluster in " + root + " is stopped. " : "No cluster ran in " + root + ". ")
                        + (wipe
                                ? "Its data are removed."
                                : "Its data stay: " + given.command("up") + " continues with them."));
        return ExitCode.OK;
    }

    @Command(
            name = "status",
            description = "Print the state of each process and of the job; the exit code is 1 if one is down.",
            footer = {"", "Examples:", "  aim cluster status", "  aim cluster status --output json"},
            mixinStandardHelpOptions = true)
    int status(@Mixin Folder folder, @Mixin OutputOptions output) {
        ClusterFolder given = folder.get();
        List<PartStatus> parts = cluster(folder, NO_START).status();
        if (parts.isEmpty()) {
            environment.err().println("There is no cluster in " + given.root() + ". Start one: " + given.command("up"));
            return ExitCode.FAILURE;
        }
        output.output(environment)
                .print(
                        COLUMNS,
                        parts.stream()
                                .map(part -> Arrays.asList(
                                        part.part(),
                                        part.isUp() ? "up" : "down",
                                        part.pid(),
                                        part.detail(),
                                        part.fix()))
                                .toList());
        if (parts.stream().anyMatch(part -> part.part().equals(Cluster.GATEWAY) && part.isUp())) {
            ClusterState.read(given).ifPresent(state -> sayConsole(given, state.ports()));
        }
        environment.err().println("Logs: " + given.logs());
        return parts.stream().allMatch(PartStatus::isUp) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private Cluster cluster(Folder folder, Duration startLimit) {
        return Cluster.in(folder.get(), environment.err()::println, startLimit, false);
    }
}
