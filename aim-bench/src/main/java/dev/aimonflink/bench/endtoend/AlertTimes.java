package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.DueLatencies;
import dev.aimonflink.local.RunningJob.CheckpointTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** The time from Kafka's taking an event to its taking a rule's alert, by its own clock, in milliseconds. */
final class AlertTimes {
    private static final Duration POLL = Duration.ofMillis(500);
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
        read(deployment.topics().events(), fromMs, toMs, event -> {
            if (checkpoints.stream().noneMatch(each -> isWithin(each, event.timestamp()))) {
                eventsMs.put(new Place(event.partition(), event.offset()), event.timestamp());
            }
        });
        Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
        nanos.setStartTimeStamp(fromMs);
        nanos.setEndTimeStamp(toMs);
        read(deployment.topics().alerts(), fromMs, Long.MAX_VALUE, alert -> {
            Long eventMs = eventsMs.get(place(alert));
            if (eventMs != null) {
                nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(alert.timestamp() - eventMs));
            }
        });
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

    private void read(String topic, long fromMs, long toMs, Consumer<ConsumerRecord<byte[], byte[]>> found) {
        try (var reader = deployment.newReader()) {
            List<TopicPartition> partitions = reader.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            reader.assign(partitions);
            Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(each -> times.put(each, fromMs));
            Map<TopicPartition, OffsetAndTimestamp> begins = reader.offsetsForTimes(times);
            partitions.forEach(each -> reader.seek(
                    each,
                    begins.get(each) == null ? ends.get(each) : begins.get(each).offset()));
            while (partitions.stream().anyMatch(each -> reader.position(each) < ends.get(each))) {
                for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
                    if (record.timestamp() >= fromMs && record.timestamp() <= toMs) {
                        found.accept(record);
                    }
                }
            }
        }
    }
}
