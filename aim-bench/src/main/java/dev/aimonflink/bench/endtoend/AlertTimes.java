package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.twin.TopicLog;
import dev.aimonflink.local.RunningJob.CheckpointTime;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The time from Kafka's taking an event to its taking a rule's alert, by its own clock, in milliseconds. */
final class AlertTimes {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** The event's place at the end of an alert's id, which is in a header. */
    private static final Pattern PLACE = Pattern.compile(".*-(\\d+)-(\\d+)");

    private static final String ALERT_ID = "aim.alert-id";

    private record Place(int partition, long offset) {}

    private final Deployment deployment;

    AlertTimes(Deployment deployment) {
        this.deployment = deployment;
    }

    Latencies outsideOfCheckpoints(List<AppliedTimes.Second> seconds) {
        Latencies latencies = new Latencies();
        if (seconds.isEmpty()) {
            return latencies;
        }
        final long fromMs = seconds.get(0).beganMs();
        final long toMs = seconds.get(seconds.size() - 1).endedMs();
        List<CheckpointTime> checkpoints = deployment.job().checkpointTimes();
        Map<Place, Long> eventsMs = new HashMap<>();
        Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
        nanos.setStartTimeStamp(fromMs);
        nanos.setEndTimeStamp(toMs);
        try (TopicLog log = new TopicLog(deployment.connection())) {
            log.read(deployment.topics().events(), fromMs, event -> {
                long timeMs = event.timestamp();
                if (timeMs <= toMs && checkpoints.stream().noneMatch(each -> isWithin(each, timeMs))) {
                    eventsMs.put(new Place(event.partition(), event.offset()), timeMs);
                }
            });
            log.read(deployment.topics().alerts(), fromMs, alert -> {
                Long eventMs = eventsMs.get(place(alert));
                if (eventMs != null) {
                    nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(alert.timestamp() - eventMs));
                }
            });
        }
        latencies.add(DueLatencies.Interval.of(nanos));
        return latencies;
    }

    private static boolean isWithin(CheckpointTime checkpoint, long timeMs) {
        return timeMs >= checkpoint.beganMs() && timeMs <= checkpoint.endedMs();
    }

    private static Place place(ConsumerRecord<byte[], byte[]> alert) {
        Matcher id =
                PLACE.matcher(new String(alert.headers().lastHeader(ALERT_ID).value(), StandardCharsets.UTF_8));
        if (!id.matches()) {
            throw new IllegalStateException("An alert has no id with a place.");
        }
        return new Place(Integer.parseInt(id.group(1)), Long.parseLong(id.group(2)));
    }
}
