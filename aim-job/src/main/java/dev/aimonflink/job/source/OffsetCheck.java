package dev.aimonflink.job.source;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out that Kafka no longer has the next records of a topic that makes up the state: they were deleted, or the topic was recreated.
 * Continuing in silence would make answers wrong but plausible. It asks where a restored job begins, because Flink then uses no offsets
 * initializer; if a running job falls behind, the consumer itself fails.
 */
final class OffsetCheck {
    /** The most Kafka partitions that a message names. */
    static final int MAX_NAMED = 3;

    private static final Logger LOG = LoggerFactory.getLogger(OffsetCheck.class);

    record Range(long first, long next) {
        private boolean has(long offset) {
            return first <= offset && offset <= next;
        }

        @Override
        public String toString() {
            return first == next ? "no record, the next one gets " + next : first + " to " + (next - 1);
        }
    }

    interface Broker {
        Map<TopicPartition, Range> ranges(Collection<TopicPartition> partitions);
    }

    /**
     * A Kafka partition in which a reader cannot continue.
     *
     * @param range null if the broker does not answer
     */
    private record Lost(TopicPartition partition, long offset, Range range) {
        private boolean isDeleted() {
            return offset < range.first;
        }

        private long records() {
            return isDeleted() ? range.first - offset : 0;
        }

        private String sentence() {
            String at = " Of " + partition + " it goes on at offset " + offset + ", and ";
            if (range == null) {
                return at + "the broker does not say what it has.";
            }
            return at + "Kafka has " + range + ": "
                    + (isDeleted()
                            ? records() + " records were deleted before the job read them."
                            : "the topic was created anew or has lost its end, so how many records followed is unknown.");
        }
    }

    private static final Comparator<Lost> BY_NAME = Comparator.comparing(each -> each.partition.toString());

    private final LostOffsets way;
    private final Broker broker;
    private final Counter offsetsLost;
    private final Counter recordsLost;

    OffsetCheck(LostOffsets way, Broker broker, MetricGroup operator) {
        this.way = way;
        this.broker = broker;
        MetricGroup group = AimMetrics.of(operator);
        offsetsLost = group.counter(AimMetrics.OFFSETS_LOST);
        recordsLost = group.counter(AimMetrics.RECORDS_LOST);
    }

    /**
     * A Kafka partition added while the job ran has Flink's marker of the first record instead of an offset. If the broker does not answer,
     * the consumer finds out.
     *
     * @throws SuppressRestartsException if Kafka lacks one and the job is to stop
     */
    List<KafkaPartitionSplit> kept(List<KafkaPartitionSplit> splits) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (KafkaPartitionSplit split : splits) {
            if (split.getStartingOffset() >= 0) {
                offsets.put(split.getTopicPartition(), split.getStartingOffset());
            }
        }
        List<Lost> lost = lost(offsets);
        if (!lost.isEmpty() && way == LostOffsets.STOP) {
            throw stop(lost, null);
        }
        Map<TopicPartition, Long> firsts = new HashMap<>();
        for (Lost each : lost) {
            firsts.put(each.partition, each.range.first);
            offsetsLost.inc();
            recordsLost.inc(each.records());
        }
        if (!lost.isEmpty()) {
            LOG.warn(
                    "{} The job goes on at the first records that Kafka has. Answers lack what is lost.",
                    sentences(lost));
        }
        return splits.stream().map(split -> begin(split, firsts)).toList();
    }

    private static KafkaPartitionSplit begin(KafkaPartitionSplit split, Map<TopicPartition, Long> firsts) {
        Long first = firsts.get(split.getTopicPartition());
        return first == null
                ? split
                : new KafkaPartitionSplit(
                        split.getTopicPartition(),
                        first,
                        split.getStoppingOffset().orElse(KafkaPartitionSplit.NO_STOPPING_OFFSET));
    }

    /**
     * How many records are lost where a split was {@linkplain #kept kept} with another offset. The number is unknown for a recreated topic,
     * which counts as one: more than none.
     */
    static long lost(KafkaPartitionSplit assigned, KafkaPartitionSplit kept) {
        long from = assigned.getStartingOffset();
        long to = kept.getStartingOffset();
        return from < 0 || from == to ? 0 : Math.max(1, to - from);
    }

    /** What the reader throws instead of its consumer's failure. A job that is to skip restarts, and continues where it begins again. */
    RuntimeException explained(RuntimeException failure) {
        Optional<OffsetOutOfRangeException> found =
                ExceptionUtils.findThrowable(failure, OffsetOutOfRangeException.class);
        if (found.isEmpty()) {
            return failure;
        }
        Map<TopicPartition, Long> offsets = found.get().offsetOutOfRangePartitions();
        Map<TopicPartition, Range> ranges = broker.ranges(offsets.keySet());
        List<Lost> lost = new ArrayList<>();
        offsets.forEach((partition, offset) -> lost.add(new Lost(partition, offset, ranges.get(partition))));
        lost.sort(BY_NAME);
        if (way == LostOffsets.STOP) {
            return stop(lost, failure);
        }
        return new FlinkRuntimeException(
                sentences(lost) + " The job restarts, and goes on at the first records that Kafka has.", failure);
    }

    private List<Lost> lost(Map<TopicPartition, Long> offsets) {
        List<Lost> lost = new ArrayList<>();
        if (offsets.isEmpty()) {
            return lost;
        }
        broker.ranges(offsets.keySet()).forEach((partition, range) -> {
            if (!range.has(offsets.get(partition))) {
                lost.add(new Lost(partition, offsets.get(partition), range));
            }
        });
        lost.sort(BY_NAME);
        return lost;
    }

    private SuppressRestartsException stop(List<Lost> lost, RuntimeException causeOrNull) {
        return new SuppressRestartsException(new InvalidInputException(
                sentences(lost)
                        + " Answers would lack them and look plausible. Restore a newer savepoint or checkpoint,"
                        + " whose offsets Kafka still has; or start without state and with --" + AimOptions.START.key()
                        + " " + Start.EARLIEST.label()
                        + " to count what Kafka still has; or go on without what is lost,"
                        + " with --" + AimOptions.LOST_OFFSETS.key() + " " + LostOffsets.SKIP.label() + ".",
                causeOrNull));
    }

    private String sentences(List<Lost> lost) {
        StringBuilder text = new StringBuilder(AimOptions.LOST_OFFSETS.key() + "=" + way.label()
                + ": Kafka no longer has what the job has to read next.");
        lost.stream().limit(MAX_NAMED).forEach(each -> text.append(each.sentence()));
        if (lost.size() > MAX_NAMED) {
            text.append(" So it is with ").append(lost.size() - MAX_NAMED).append(" further Kafka partitions.");
        }
        return text.toString();
    }
}
