package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Checks whether SQL statements are refused for exceeding the planning budget, and names the clients that use most of it. */
final class PlanningCheck implements MetricsCheck {
    private static final String CHECK = "planning";
    private static final String CLIENT = "client.";
    private static final String NANOS = ".planningNanos";
    private static final int SHOWN_CLIENTS = 3;

    /** The name of all clients that have used little. */
    private static final String OTHERS = "others";

    @Override
    public Finding finding(JobMetrics metrics) {
        String used = millis(metrics.sum("planningNanos")) + " of a core since the job was started";
        String clients = metrics.sumsOf(CLIENT).entrySet().stream()
                .filter(each ->
                        each.getKey().endsWith(NANOS) && !nameOf(each.getKey()).equals(OTHERS))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN_CLIENTS)
                .map(each -> nameOf(each.getKey()) + " " + millis(each.getValue()))
                .collect(Collectors.joining(", "));
        String detail = clients.isEmpty() ? used : used + ", most of it for " + clients;
        long refused = metrics.sum("textsRefused");
        return refused == 0
                ? Finding.ok(CHECK, detail)
                : Finding.warn(
                        CHECK,
                        refused + " statements refused; " + detail,
                        "Let these clients ask fewer different statements, with parameters for what changes, or raise"
                                + " aim.sql.planning-cpu-share.");
    }

    private static String nameOf(String metric) {
        return metric.substring(0, metric.length() - NANOS.length());
    }

    private static String millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }
}
