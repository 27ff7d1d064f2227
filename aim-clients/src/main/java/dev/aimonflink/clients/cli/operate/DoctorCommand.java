package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.doctor.ClusterChecks;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.doctor.JobCheck;
import dev.aimonflink.clients.doctor.Machine;
import dev.aimonflink.clients.doctor.ReadersCheck;
import dev.aimonflink.clients.doctor.RightsCheck;
import dev.aimonflink.clients.doctor.TopicsCheck;
import dev.aimonflink.clients.flink.FlinkRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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
        Connection connection = kafka.connection(environment);
        Topics topics = kafka.topics();
        Optional<LocalCluster> local = kafka.localCluster(environment);
        String jobManager = rest == null ? local.map(LocalCluster::rest).orElse(null) : rest;
        FlinkRest flink = jobManager == null ? null : new FlinkRest(jobManager, timeout);
        List<Finding> findings = new ArrayList<>(Machine.here().findings());
        List<Finding> ofTopics = new TopicsCheck(topics)
                .findings(connection.bootstrap(), () -> environment.clients().topicAdmin(connection));
        boolean isLocalSilent = local.isPresent() && ofTopics.size() == 1 && anyFails(ofTopics);
        findings.addAll(isLocalSilent ? List.of(silent(local.get())) : ofTopics);
        if (ofTopics.size() > 1) {
            findings.addAll(RightsCheck.findings(() -> environment.clients().topicAdmin(connection), topics, groupId));
        }
        if (isLocalSilent) {
            // Flink shows the consequences: failing rules, lag, late checkpoints.
            findings.add(ClusterChecks.skippedWithoutBroker());
        } else {
            findings.addAll(flink == null ? List.of(ClusterChecks.skipped()) : ClusterChecks.findings(flink, timeout));
        }
        // Without topics no job can answer, and the broker might create them with wrong settings.
        if (!anyFails(ofTopics)) {
            List<Finding> ofJob = JobCheck.findings(
                    () -> environment.clients().queryClient(connection, topics, "aim-doctor-" + UUID.randomUUID()),
                    timeout);
            findings.addAll(ofJob);
            findings.addAll(ReadersCheck.findings(
                    () -> environment.clients().topicAdmin(connection), topics.events(), groupId, !anyFails(ofJob)));
        }
        // What is wrong comes first.
        findings.sort(Comparator.comparing(Finding::verdict).reversed());
        outputOptions
                .output(environment)
                .print(COLUMNS, findings.stream().map(DoctorCommand::row).toList());
        return anyFails(findings) ? ExitCode.FAILURE : ExitCode.OK;
    }

    private static Finding silent(LocalCluster local) {
        LocalCluster.Broker broker = local.broker();
        return TopicsCheck.ofSilentBroker(local.bootstrap(), broker.pid(), broker.isAlive(), broker.isWatched());
    }

    private static boolean anyFails(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.FAIL);
    }

    private static List<Object> row(Finding finding) {
        return List.of(finding.check(), finding.verdict().label(), finding.detail(), finding.fix());
    }
}
