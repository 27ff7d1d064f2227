package dev.aimonflink.job.source;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets at which a job without state begins in the topic of events, so that it reads every event of the present windows.
 *
 * <pre>
 * |--- window before ---|--- present window ---|     the longest of all
 * ^ reads from here on       newest record ^         by the records' times
 * </pre>
 *
 * No accepted event is ahead of its record by more than the skew, so earlier records cannot count. By the newest event, windows may be
 * older than by its record: the previous window is read for events that are late by up to a whole window. If Kafka has deleted its begin,
 * the first record will do if it is older than the present window.
 *
 * <p>The offsets are resolved once, to numbers, as in {@link StartOffsets}.
 */
@SuppressWarnings("deprecation") // the connector's interface asks for the strategy that the clients deprecate
final class WindowStart implements OffsetsInitializer {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(WindowStart.class);
    private static final String OPTION = AimOptions.START.key() + "=" + Start.WINDOW.label() + ": ";

    interface Times extends Serializable {
        /** Whether the broker sets the times of a topic's records (LogAppendTime), not their producers. */
        boolean areOfTheBroker(String topic);

        /** The newest time of these partitions; empty if they have no record. */
        OptionalLong newestMs(Collection<TopicPartition> partitions);
    }

    private final String topic;
    private final List<WindowPolicy> windows;
    private final ZoneId zone;
    private final long maxFutureSkewMs;
    private final Times times;

    WindowStart(String topic, List<WindowPolicy> windows, ZoneId zone, Duration maxFutureSkew, Times times) {
        this.topic = topic;
        this.windows = List.copyOf(windows);
        this.zone = zone;
        this.maxFutureSkewMs = maxFutureSkew.toMillis();
        this.times = times;
    }

    static WindowStart of(JobSettings settings) {
        return new WindowStart(
                settings.eventsTopic(),
                settings.schema().windows(),
                settings.zone(),
                settings.maxFutureSkew(),
                new BrokerTimes(settings.kafkaProperties()));
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever broker) {
        windows.stream().filter(window -> window.pane() == null).findFirst().ifPresent(window -> {
            throw refusal("events of the window '" + window + "' would be missing, in which they stay however old they"
                    + " are. Take it out of the model.");
        });
        if (!times.areOfTheBroker(topic)) {
            throw refusal("the records of topic " + topic + " have times of their producers, by which it is unknown"
                    + " where a window begins. Set its message.timestamp.type to LogAppendTime.");
        }
        // Ends first: a record that comes meanwhile is behind the end, or is found by its time.
        Map<TopicPartition, Long> ends = broker.endOffsets(partitions);
        Map<TopicPartition, Long> firsts = broker.beginningOffsets(partitions);
        // Records from before the topic had LogAppendTime may be from the future.
        long newestMs = Math.min(times.newestMs(partitions).orElse(Long.MAX_VALUE), System.currentTimeMillis());
        long presentMs = oldestStartMs(newestMs);
        requireAllSince(presentMs, firsts, broker);
        long fromMs = oldestStartMs(presentMs - 1);
        Map<TopicPartition, Long> offsets = new HashMap<>(ends);
        recordsFrom(fromMs, partitions, broker).forEach((partition, found) -> offsets.put(partition, found.offset()));
        LOG.info(
                "{}as of {}, the oldest present window began at {}, and the job reads what was written since the window"
                        + " before, from {} on: {}. Not restored: the rows of entities without a profile whose events are all"
                        + " older.",
                OPTION,
                Instant.ofEpochMilli(newestMs),
                Instant.ofEpochMilli(presentMs),
                Instant.ofEpochMilli(fromMs),
                sentence(offsets, firsts, ends));
        return offsets;
    }

    /** When the oldest window begins that contains a time. */
    private long oldestStartMs(long timeMs) {
        WindowClock clock = new WindowClock(windows, zone);
        clock.advance(timeMs);
        return clock.oldestStartMs();
    }

    /** The first record of each partition that may hold an event at or after a time; none if all are older. */
    private Map<TopicPartition, OffsetAndTimestamp> recordsFrom(
            long timeMs, Collection<TopicPartition> partitions, PartitionOffsetsRetriever broker) {
        // Negative times mean something else to Kafka.
        long recordMs = Math.max(0, timeMs - maxFutureSkewMs);
        return broker.offsetsForTimes(
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> recordMs)));
    }

    /** Throws an exception if Kafka may have deleted an event of a present window. */
    private void requireAllSince(long presentMs, Map<TopicPartition, Long> firsts, PartitionOffsetsRetriever broker) {
        List<TopicPartition> begun = firsts.keySet().stream()
                .filter(partition -> firsts.get(partition) > 0)
                .sorted(Comparator.comparing(TopicPartition::partition))
                .toList();
        Map<TopicPartition, OffsetAndTimestamp> oldest = recordsFrom(0, begun, broker);
        List<String> lacking = new ArrayList<>();
        for (TopicPartition partition : begun) {
            OffsetAndTimestamp record = oldest.get(partition);
            if (record == null || record.timestamp() >= presentMs - maxFutureSkewMs) {
                lacking.add(" Of " + partition + " the " + firsts.get(partition) + " first records are deleted, and "
                        + (record == null
                                ? "there is none left."
                                : "the oldest that is left is of " + Instant.ofEpochMilli(record.timestamp()) + "."));
            }
        }
        if (!lacking.isEmpty()) {
            String further = lacking.size() > OffsetCheck.MAX_NAMED
                    ? " So it is with " + (lacking.size() - OffsetCheck.MAX_NAMED) + " further Kafka partitions."
                    : "";
            throw refusal("the oldest present window began at " + Instant.ofEpochMilli(presentMs)
                    + ", and Kafka may lack records of it."
                    + String.join("", lacking.subList(0, Math.min(OffsetCheck.MAX_NAMED, lacking.size()))) + further
                    + " Let the topic keep its records for longer than the longest window lasts.");
        }
    }

    /** An exception that Flink does not retry. */
    static SuppressRestartsException refusal(String fault) {
        return new SuppressRestartsException(new InvalidInputException(OPTION + fault
                + " Until then, give the job its state with -s PATH, of a savepoint or a retained checkpoint; or let it"
                + " count what Kafka has, with --aim.start earliest."));
    }

    private static String sentence(
            Map<TopicPartition, Long> offsets, Map<TopicPartition, Long> firsts, Map<TopicPartition, Long> ends) {
        Map<Integer, String> sentences = new TreeMap<>();
        offsets.forEach((partition, offset) -> sentences.put(
                partition.partition(),
                partition + " at offset " + offset + " of "
                        + new OffsetCheck.Range(firsts.get(partition), ends.get(partition))));
        return String.join("; ", sentences.values());
    }

    /** The consumer fails, as in {@link StartOffsets} for a topic that makes up the state. */
    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return OffsetResetStrategy.NONE;
    }
}
