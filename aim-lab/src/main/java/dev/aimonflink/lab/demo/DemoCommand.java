package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.model.MemoryNeeds;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.setup.KeptColumns;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim demo}. */
@Command(
        name = "demo",
        description = {
            "Show the whole system in one process, and verify every answer.",
            "",
            "Starts a Kafka broker and a Flink cluster, publishes profiles and events, asks the seven queries"
                    + " continually, and measures throughput, latency and freshness. Two rules fire at some of the calls. Then"
                    + " every query and every alert is recomputed from the published events; the exit code is 0 only if"
                    + " each was answered and each answer is equal.",
            "",
            "With the defaults it takes about a minute and 3 GB of memory, and half a gigabyte of disk in the temporary"
                    + " folder until it ends. The heap may grow to half of the machine's memory; a million entities want"
                    + " 5.5 GB of it. Nothing is left behind.",
            "",
            "A demo of any length runs without the JVM's optimizing compiler, which slows down many programs in one process"
                    + " for minutes, and so without vectors. For one of an hour that has cores to spare:"
                    + " AIM_JAVA_OPTS='-XX:TieredStopAtLevel=4 --add-modules=jdk.incubator.vector' aim demo --seconds 3600.",
            "The report says which it was."
        },
        footer = {
            "",
            "Examples:",
            "  aim demo",
            "  aim demo --seconds 60 --entities 1000000 --rate 20000",
            "  aim demo --model payments.yaml",
            "  aim demo --serve",
            "  aim demo --output json",
            "  aim demo --cluster"
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long events are published and queries asked. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many entities have events." + " Default: ${DEFAULT-VALUE}")
    private int entities;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Events a second. Default: ${DEFAULT-VALUE}")
    private int rate;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            defaultValue = "2",
            description = "Partitions of the matrix. Default: ${DEFAULT-VALUE}")
    private int parallelism;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            defaultValue = "aim-546",
            description = "Show this model: aim-42, aim-546, or a YAML file, beside which its tables"
                    + " are. Of a model of your own, generated profiles and events are published, single entities asked for, and"
                    + " all columns of some hundred recomputed. Default: ${DEFAULT-VALUE}")
    private String model;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "The same seed gives the same entities, calls and questions. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description = "How events are encoded: json, binary or kryo. Default: ${DEFAULT-VALUE}")
    private EventFormat format;

    @Option(
            names = "--cluster",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FOLDER",
            description = "Use the cluster of `aim cluster up` in its default folder or this one. Its matrix must be"
                    + " empty; parallelism, model and format are those of the cluster.")
    private String cluster;

    @Option(
            names = "--serve",
            description = "Go on afterwards, until Ctrl-C: with the events, at most " + Serving.MAX_EVENTS_PER_SECOND
                    + " a second, the console for a browser, and a port for psql and other clients of PostgreSQL.")
    private boolean serve;

    public DemoCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        DemoOptions options = options();
        if (cluster == null) {
            requireHeap(options, Runtime.getRuntime().maxMemory());
        }
        if (cluster == null && environment.clients().localCluster().isPresent()) {
            environment
                    .err()
                    .println(
                            "A local cluster runs on this machine, too, which makes the figures worse: `aim cluster down` stops it.");
        }
        DemoReport report;
        try (LiveLine line = new LiveLine(environment);
                Interruption ctrlC = new Interruption()) {
            report = demo(options, line).run(serve ? serving(options, line, ctrlC) : null);
        }
        if (!serve) {
            print(report);
        }
        return report.isOk() ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** Otherwise the JVM would end in the middle of it. */
    private static void requireHeap(DemoOptions options, long maxBytes) {
        Model kept = options.model().model();
        long needed = new MemoryNeeds(kept, options.entities(), options.parallelism()).heapBytes();
        if (needed > maxBytes) {
            throw new InvalidInputException("entities=" + options.entities() + " of " + kept.name() + " need "
                    + (needed >> 20) + " MiB of heap, and this JVM has " + (maxBytes >> 20)
                    + " MiB, which is half of the machine's memory unless AIM_JAVA_OPTS=-Xmx6g or the like says otherwise."
                    + " Give fewer --entities, a smaller --model, or more heap.");
        }
    }

    private void print(DemoReport report) {
        new Summary(report).print(output.output(environment), environment.out());
    }

    private Serving serving(DemoOptions options, LiveLine line, Interruption ctrlC) {
        return new Serving(
                options,
                environment.err(),
                report -> {
                    line.close();
                    print(report);
                },
                ctrlC);
    }

    private DemoOptions options() {
        return new DemoOptions(seconds, entities, rate, parallelism, seed, format, GivenModel.of(model));
    }

    private Demo demo(DemoOptions options, LiveLine line) {
        if (cluster != null && serve) {
            throw new InvalidInputException("serve=true is for a demo in one process. The cluster of --cluster goes on"
                    + " anyway, and `aim cluster status` shows the port of its gateway.");
        }
        if (serve) {
            // A demo's are only enough for its own queries.
            return new Demo(
                    options,
                    line,
                    System::currentTimeMillis,
                    put -> Installation.start(options, Topics.defaults(), List.of(KeptColumns.SQL), put));
        }
        if (cluster == null) {
            return new Demo(options, line, System::currentTimeMillis);
        }
        RunningCluster running = RunningCluster.of(cluster.isEmpty() ? null : Path.of(cluster));
        return new Demo(options.on(running), line, System::currentTimeMillis, put -> Installation.of(running, put));
    }
}
