package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.doctor.Doctor;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.TopicsCheck;
import dev.aimonflink.clients.flink.FlinkRest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim doctor}. */
@Command(
        name = "doctor",
        description = {
            "Look for what is wrong, and say how to fix it.",
            "",
            "Looks at this machine (Java, memory, the vector module, transparent huge pages), at the broker, its"
                    + " topics, rights and transactions, and asks the job a query. With --rest, and of the local cluster, it looks at the Flink"
                    + " cluster too, at the job's checkpoints, and at its metrics: dead letters, failed answers, lag, and"
                    + " room for entities. Each line is ok, skipped, warn (it works, but not as it should) or fail. The"
                    + " exit code is 1 if a line says fail.",
            "",
            "This machine matters where the broker or TaskManagers run on it; run it there, too."
        },
        footer = {
            "",
            "Examples:",
            "  aim doctor",
            "  aim doctor --bootstrap kafka:9092 --rest http://jobmanager:8081",
            "  aim doctor --output json"
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final List<String> COLUMNS = List.of("check", "verdict", "detail", "fix");

    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions outputOptions;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long to wait for the job's answer, at most 60s. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Option(
            names = "--rest",
            paramLabel = "URL",
            description =
                    "Where Flink's JobManager offers its REST API, such as http://localhost:8081. Default: that of the"
                            + " local cluster, if its broker is looked at")
    private String rest;

    @Option(
            names = "--group-id",
            paramLabel = "NAME",
            defaultValue = "aim",
            description = "The job's aim.kafka.group-id. Default: ${DEFAULT-VALUE}")
    private String groupId;

    public DoctorCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<LocalCluster> local = kafka.localCluster(environment);
        String jobManager = rest == null ? local.map(LocalCluster::rest).orElse(null) : rest;
        FlinkRest flink = jobManager == null ? null : new FlinkRest(jobManager, timeout);
        List<Finding> findings = new Doctor(kafka.jobTopics(environment), groupId, flink, timeout)
                .findings(() -> local.map(DoctorCommand::silent));
        outputOptions
                .output(environment)
                .print(COLUMNS, findings.stream().map(DoctorCommand::row).toList());
        return Doctor.anyFails(findings) ? ExitCode.FAILURE : ExitCode.OK;
    }

    private static Finding silent(LocalCluster local) {
        LocalCluster.Broker broker = local.broker();
        return TopicsCheck.ofSilentBroker(local.bootstrap(), broker.pid(), broker.isAlive(), broker.isWatched());
    }

    private static List<Object> row(Finding finding) {
        return List.of(finding.check(), finding.verdict().label(), finding.detail(), finding.fix());
    }
}
