package dev.aimonflink.job.source;

import dev.aimonflink.job.source.OffsetCheck.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BrokerRangesTest {
    private static final int PARTITIONS = 3;

    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> firsts = new HashMap<>();
    private final Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> nexts = new HashMap<>();

    BrokerRangesTest() {
        for (int number = 0; number < PARTITIONS; number++) {
            TopicPartition partition = new TopicPartition("events", number);
            partitions.add(partition);
            firsts.put(partition, offset(number));
            nexts.put(partition, offset(10));
        }
    }

    private static KafkaFuture<ListOffsetsResultInfo> offset(long offset) {
        return KafkaFuture.completedFuture(new ListOffsetsResultInfo(offset, 0, Optional.empty()));
    }

    private static KafkaFuture<ListOffsetsResultInfo> noLeader() {
        KafkaFutureImpl<ListOffsetsResultInfo> failed = new KafkaFutureImpl<>();
        failed.completeExceptionally(new LeaderNotAvailableException("of a test"));
        return failed;
    }

    private Map<TopicPartition, Range> ranges() {
        return BrokerRanges.ranges(partitions, new ListOffsetsResult(firsts), new ListOffsetsResult(nexts));
    }

    @Test
    void shouldKnowTheRangesOfTheOthersWhereOneHasNoLeader() {
        firsts.put(partitions.get(0), noLeader());
        nexts.put(partitions.get(1), noLeader());
        assertThat(ranges()).isEqualTo(Map.of(partitions.get(2), new Range(2, 10)));
    }

    @Test
    void shouldAskNoFurtherOnceItIsCancelled() {
        firsts.put(partitions.get(0), new KafkaFutureImpl<>());
        Thread.currentThread().interrupt();
        assertThat(ranges()).isEmpty();
        assertThat(Thread.interrupted()).as("still").isTrue();
    }
}
