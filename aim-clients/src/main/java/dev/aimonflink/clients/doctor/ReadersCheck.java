package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.TopicAdmin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Checks the group's committed offsets, and transactions that stay open and hold back readers. */
public final class ReadersCheck {
    /** Producers normally commit their transactions within seconds. */
    static final Duration LONG_TRANSACTION = Duration.ofMinutes(1);

    private ReadersCheck() {}

    /** @param jobAnswers whether the job runs; then the check of its start is left out */
    public static List<Finding> findings(Supplier<TopicAdmin> admins, String events, String group, boolean jobAnswers) {
        List<Finding> findings = new ArrayList<>();
        try (TopicAdmin admin = admins.get()) {
            findings.add(transactions(admin, events));
            if (!jobAnswers) {
                findings.add(start(admin.hasCommittedOffsets(group), group));
            }
        } catch (ClientException failure) {
            findings.add(Finding.warn(
                    "transactions",
                    failure.getMessage(),
                    "Let this client describe groups and transactions, or look with Kafka's own tools."));
        }
        return findings;
    }

    private static Finding transactions(TopicAdmin admin, String events) {
        long waiting = admin.recordsInOpenTransactions(events);
        List<String> open = waiting == 0 ? List.of() : admin.transactionsOpenFor(LONG_TRANSACTION);
        if (open.isEmpty()) {
            return Finding.ok("transactions", "no event waits behind a transaction that stays open");
        }
        return Finding.warn(
                "transactions",
                waiting + " records of " + events + " wait behind an open transaction; open for more than "
                        + Durations.text(LONG_TRANSACTION) + ": " + String.join(", ", open),
                "Let its producer commit or abort it. If the producer is gone, wait until its transaction.timeout.ms is"
                        + " over, or abort it with kafka-transactions.sh.");
    }

    private static Finding start(boolean hasCommittedOffsets, String group) {
        return hasCommittedOffsets
                ? Finding.warn(
                        "start",
                        "group " + group
                                + " has committed offsets, so a job that starts without state refuses to start",
                        "Start from the savepoint or checkpoint that the last job left: flink run -s PATH. Without one,"
                                + " --aim.start earliest counts all that Kafka still has, --aim.start window what present"
                                + " windows need, --aim.start committed goes on without earlier events.")
                : Finding.ok("start", "group " + group + " has no committed offsets: a job starts at the first record");
    }
}
