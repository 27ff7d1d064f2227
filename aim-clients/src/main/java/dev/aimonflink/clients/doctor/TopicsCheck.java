package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicReport;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.clients.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;

/** Checks that a broker answers, and that its topics exist with the settings that the job needs. */
public final class TopicsCheck {
    private static final String CREATE = "Run aim topics create.";
    private static final String REWRITE =
            "Stop the job, delete the topic, run aim topics create and write the rules again"
                    + " with `aim rules put`.";

    private final Topics topics;

    public TopicsCheck(Topics topics) {
        this.topics = topics;
    }

    /** One finding for the broker and, if it answers, one for each topic. */
    public List<Finding> findings(String bootstrap, Supplier<TopicAdmin> admins) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("broker", bootstrap + " answers"));
        try (TopicAdmin admin = admins.get()) {
            for (TopicReport report : admin.list(topics, TopicSettings.defaults())) {
                findings.add(whole(finding(report), report, admin));
            }
        } catch (ClientException unreachable) {
            if (unreachable.getCause() instanceof AuthorizationException) {
                return List.of(
                        Finding.ok("broker", bootstrap + " answers"),
                        Finding.warn(
                                "topics",
                                "this client's user may not describe all of them",
                                "See the rights below. The right Describe on all topics is enough for this check."));
            }
            return List.of(Finding.fail(
                    "broker",
                    unreachable.getMessage(),
                    "Check that the port is open from here, and that the broker's advertised.listeners are addresses that can"
                            + " be reached from here."));
        }
        return findings;
    }

    /**
     * The finding for a broker of this machine that does not answer.
     *
     * @param isWatched whether it is restarted when it dies
     */
    public static Finding ofSilentBroker(String bootstrap, long pid, boolean isAlive, boolean isWatched) {
        if (isAlive) {
            return Finding.fail(
                    "broker",
                    "the broker (pid " + pid + ") runs, but does not answer at " + bootstrap
                            + ": it has just been started, or it hangs",
                    "Look again in a minute. Else `aim cluster down` and `aim cluster up`: its data stay.");
        }
        return Finding.fail(
                "broker",
                "the broker (pid " + pid + ") has died",
                isWatched
                        ? "The watcher starts it again within a minute, else `aim cluster up`."
                        : "Run `aim cluster up`: its data stay, and the job goes on.");
    }

    private static Finding finding(TopicReport report) {
        String check = "topic " + report.name();
        TopicState is = report.state();
        if (is == null) {
            return report.role().isOptional()
                    ? Finding.warn(
                            check,
                            "there is no such topic, so a job that starts judges by no rules, and one that judged waits",
                            CREATE)
                    : Finding.fail(check, "there is no such topic", CREATE);
        }
        TopicState wanted = TopicSettings.defaults().wanted(report.role(), report.name());
        // Retention and replication are the operator's choice, except for rules; the cleanup policy and the timestamp
        // type are not.
        for (Map.Entry<String, String> setting : wanted.config().entrySet()) {
            String name = setting.getKey();
            String given = is.config().get(name);
            // Null where this client may not read the settings.
            if (given != null && !setting.getValue().equals(given)) {
                String difference = name + " is " + given + ", not " + setting.getValue();
                String alter = "Run kafka-configs.sh --alter --topic " + report.name() + " --add-config " + name + "="
                        + setting.getValue() + ".";
                if (report.role().isKeptForEver()) {
                    return Finding.warn(check, difference + ": " + effectOnRules(name), alter);
                }
                if (name.equals(TopicConfig.CLEANUP_POLICY_CONFIG)) {
                    return Finding.fail(check, difference, alter);
                }
                if (name.equals(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)) {
                    return Finding.warn(
                            check,
                            difference + ": its times are those of the producers' clocks"
                                    + (report.role() == TopicRole.EVENTS ? ", so a job judges by no rules" : ""),
                            alter);
                }
            }
        }
        String partitions = is.partitions() + (is.partitions() == 1 ? " partition" : " partitions");
        if (is.partitions() > 1 && report.role().isKeptForEver()) {
            return Finding.warn(check, partitions + ", so its records have no order", REWRITE);
        }
        return is.partitions() == 1 && wanted.partitions() > 1
                ? Finding.warn(
                        check,
                        partitions + ", so a single task reads it",
                        "Add partitions: kafka-topics.sh --alter --topic " + report.name() + " --partitions "
                                + wanted.partitions() + ".")
                : Finding.ok(check, partitions);
    }

    private static String effectOnRules(String setting) {
        return switch (setting) {
            case TopicConfig.CLEANUP_POLICY_CONFIG -> "old versions vanish, which a replay judges by";
            case TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG ->
                "from when a rule judges is up to the clock of who wrote it";
            default -> "rules vanish with time";
        };
    }

    /** The finding for rules that exist and are set up well, unless the oldest are gone. */
    private static Finding whole(Finding finding, TopicReport report, TopicAdmin admin) {
        if (!report.role().isKeptForEver() || finding.verdict() != Finding.Verdict.OK) {
            return finding;
        }
        long deleted = admin.deletedRecords(report.name());
        return deleted == 0
                ? finding
                : Finding.warn(
                        finding.check(),
                        "its records before offset " + deleted + " are gone, and with them the rules that they were",
                        "Write the rules again with `aim rules put`. Past events are judged by what is left if they"
                                + " are counted again.");
    }
}
