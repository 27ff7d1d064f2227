package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FlinkRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Looks for what is wrong: on this machine, at the broker, in the Flink cluster, and in what the job says.
 *
 * @param groupId the job's consumer group
 * @param flink null if it is not known where Flink is
 */
public record Doctor(JobTopics topics, String groupId, FlinkRest flink, Duration timeout) {
    /** Of any broker, what is wrong first. */
    public List<Finding> findings() throws InterruptedException {
        return findings(Optional::empty);
    }

    /** @param ofSilentBroker what to say instead of that it does not answer, if more is known */
    public List<Finding> findings(Supplier<Optional<Finding>> ofSilentBroker) throws InterruptedException {
        List<Finding> findings = new ArrayList<>(Machine.here().findings());
        List<Finding> ofTopics =
                new TopicsCheck(topics.names()).findings(topics.connection().bootstrap(), topics::admin);
        Optional<Finding> silent = ofTopics.size() == 1 && anyFails(ofTopics) ? ofSilentBroker.get() : Optional.empty();
        findings.addAll(silent.map(List::of).orElse(ofTopics));
        if (ofTopics.size() > 1) {
            findings.addAll(RightsCheck.findings(topics::admin, topics.names(), groupId));
        }
        if (silent.isPresent()) {
            // Flink shows the consequences: failing rules, lag, late checkpoints.
            findings.add(ClusterChecks.skippedWithoutBroker());
        } else {
            findings.addAll(flink == null ? List.of(ClusterChecks.skipped()) : ClusterChecks.findings(flink, timeout));
        }
        // Without topics no job can answer, and the broker might create them with wrong settings.
        if (!anyFails(ofTopics)) {
            List<Finding> ofJob = JobCheck.findings(
                    () -> topics.clients()
                            .queryClient(topics.connection(), topics.names(), "aim-doctor-" + UUID.randomUUID()),
                    timeout);
            findings.addAll(ofJob);
            findings.addAll(ReadersCheck.findings(topics::admin, topics.names().events(), groupId, !anyFails(ofJob)));
        }
        findings.sort(Comparator.comparing(Finding::verdict).reversed());
        return findings;
    }

    public static boolean anyFails(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.FAIL);
    }
}
