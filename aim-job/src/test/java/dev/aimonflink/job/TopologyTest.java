package dev.aimonflink.job;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.BroadcastPartitioner;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class TopologyTest {
    private static final int PARALLELISM = 3;

    /** Flink puts one behind every writer; it does nothing without transactions. */
    private static final String COMMITTER = "Sink Committer: ";

    private final StreamExecutionEnvironment environment =
            StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM);
    private final Map<String, StreamNode> nodes = nodesByUid();

    private Map<String, StreamNode> nodesByUid() {
        Topology.build(environment, TestSettings.with());
        StreamGraph graph = environment.getStreamGraph(false);
        Map<String, StreamNode> byUid = new TreeMap<>();
        for (StreamNode node : graph.getStreamNodes()) {
            assertThat(node.getTransformationUID()).as(node.getOperatorName()).isNotBlank();
            byUid.put(node.getTransformationUID(), node);
        }
        assertThat(byUid).hasSameSizeAs(graph.getStreamNodes());
        return byUid;
    }

    private <T> Map<String, T> each(Function<StreamNode, T> property) {
        return nodes.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, node -> property.apply(node.getValue())));
    }

    private static Set<String> uidsWhere(Map<String, ?> properties, Object value) {
        return properties.entrySet().stream()
                .filter(each -> each.getValue().equals(value))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** A savepoint finds its operators by these: a change would lose their state. */
    @Test
    void shouldKeepTheUidsAndNamesOfItsOperators() {
        assertThat(each(StreamNode::getOperatorName))
                .containsOnly(
                        entry("read-events", "Source: read events"),
                        entry("decode-events", "decode events"),
                        entry("time-of-events", "time of events"),
                        entry("no-time-of-turns", "no time of turns"),
                        entry("read-profiles", "Source: read profiles"),
                        entry("decode-profiles", "decode profiles"),
                        entry("no-time-of-profiles", "no time of profiles"),
                        entry("read-queries", "Source: read queries"),
                        entry("parse-queries", "parse queries"),
                        entry("no-time-of-queries", "no time of queries"),
                        entry("no-time-of-point-queries", "no time of point queries"),
                        entry("analytics-matrix", "analytics matrix"),
                        entry("merge-parts", "merge parts"),
                        entry("write-results", "write results: Writer"),
                        entry("write-second-rounds", "write second rounds: Writer"),
                        entry("write-alerts", "write alerts: Writer"),
                        entry(COMMITTER + "write-alerts", "write alerts: Committer"),
                        entry("write-dead-letters", "write dead letters: Writer"),
                        entry(COMMITTER + "write-dead-letters", "write dead letters: Committer"));
    }

    @Test
    void shouldReadQueriesOnceAndInOrder() {
        assertThat(uidsWhere(each(StreamNode::getParallelism), 1))
                .containsOnly("read-queries", "parse-queries", "no-time-of-queries", "no-time-of-point-queries");
        assertThat(uidsWhere(each(StreamNode::getParallelism), PARALLELISM)).hasSize(nodes.size() - 4);
    }

    @Test
    void shouldFixTheMaximalParallelism() {
        assertThat(each(StreamNode::getMaxParallelism).values()).containsOnly(128);
    }

    @Test
    void shouldLetQueriesAndTheirPartsWaitForNoCompany() {
        Map<String, Long> timeoutsMs = each(StreamNode::getBufferTimeout);
        assertThat(uidsWhere(timeoutsMs, 0L))
                .containsOnly(
                        "no-time-of-turns",
                        "no-time-of-profiles",
                        "parse-queries",
                        "no-time-of-queries",
                        "no-time-of-point-queries",
                        "analytics-matrix",
                        "merge-parts");
        assertThat(uidsWhere(timeoutsMs, 2L)).containsOnly("decode-events", "time-of-events");
    }

    @Test
    void shouldHaveNoTypeWithoutAFormatOfItsOwn() {
        assertThat(environment.getConfig().getSerializerConfig().hasGenericTypesDisabled())
                .isTrue();
        assertThat(environment.getConfig().isObjectReuseEnabled()).isTrue();
        nodes.forEach((uid, node) -> {
            if (uid.startsWith(COMMITTER)) {
                return;
            }
            for (var serializer : node.getTypeSerializersIn()) {
                assertThat(serializer).as("input of " + uid).isInstanceOf(MessageSerializer.class);
            }
            if (!uid.startsWith("write-")) {
                assertThat(node.getTypeSerializerOut()).as("output of " + uid).isInstanceOf(MessageSerializer.class);
            }
        });
    }

    @Test
    void shouldSendTheMatrixWhatOneOwnsByKeyAndWhatConcernsAllToAll() {
        StreamNode matrix = nodes.get("analytics-matrix");
        assertThat(sources(matrix, 1, KeyGroupStreamPartitioner.class))
                .containsOnly("time-of-events", "no-time-of-profiles", "no-time-of-point-queries");
        assertThat(sources(matrix, 2, BroadcastPartitioner.class))
                .containsOnly("no-time-of-turns", "no-time-of-queries");
        assertThat(matrix.getStatePartitioners()).hasSize(2);
        assertThat(matrix.getStatePartitioners()[0]).isNotNull();
        assertThat(matrix.getStatePartitioners()[1]).isNull();
        assertThat(matrix.getStateKeySerializer()).isEqualTo(LongSerializer.INSTANCE);
    }

    @Test
    void shouldSendTheMergerRegistrationsAndPartsByRequest() {
        StreamNode merger = nodes.get("merge-parts");
        assertThat(sources(merger, 0, KeyGroupStreamPartitioner.class))
                .containsOnly("parse-queries", "analytics-matrix");
        assertThat(merger.getStateKeySerializer()).isEqualTo(StringSerializer.INSTANCE);
    }

    @Test
    void shouldWriteWhateverCannotBeTakenInAndWhateverIsAnswered() {
        assertThat(sources(nodes.get("write-dead-letters"), 0, StreamPartitioner.class))
                .containsOnly("decode-events", "decode-profiles", "parse-queries", "analytics-matrix");
        assertThat(sources(nodes.get("write-results"), 0, StreamPartitioner.class))
                .containsOnly("merge-parts", "parse-queries");
    }

    @Test
    void shouldRefuseToWriteExactlyOnceWithoutCheckpointsOrWithTransactionsThatDoNotOutliveThem() {
        StreamExecutionEnvironment other = StreamExecutionEnvironment.createLocalEnvironment(1);
        JobSettings settings = TestSettings.with("--aim.dead-letters.delivery=exactly-once");
        assertFails(InvalidInputException.class, () -> Topology.build(other, settings))
                .hasMessage("aim.dead-letters.delivery=exactly-once commits nothing without checkpoints."
                        + " Set execution.checkpointing.interval for the cluster or the job.");
        other.enableCheckpointing(30_000);
        assertFails(InvalidInputException.class, () -> Topology.build(other, settings))
                .hasMessage(
                        "aim.transaction-timeout=10 min is not longer than 20 min, for which slow checkpoints can keep a transaction"
                                + " open: 1 x max(execution.checkpointing.interval=30 s, execution.checkpointing.timeout=10 min +"
                                + " execution.checkpointing.min-pause=0 ms) + the timeout, where"
                                + " execution.checkpointing.tolerable-failed-checkpoints=0. Make it longer, up to the broker's"
                                + " transaction.max.timeout.ms, or those shorter: else letters or alerts can be lost.");
        other.getCheckpointConfig().setCheckpointTimeout(60_000);
        other.getCheckpointConfig().setMinPauseBetweenCheckpoints(30_000);
        other.getCheckpointConfig().setTolerableCheckpointFailureNumber(5); // 6 times 90 s, and 60 s
        assertFails(InvalidInputException.class, () -> Topology.build(other, settings));
        other.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        assertFails(InvalidInputException.class, () -> Topology.build(other, settings));
        other.getCheckpointConfig().setTolerableCheckpointFailureNumber(5);
        other.getCheckpointConfig().setMinPauseBetweenCheckpoints(29_999);
        Topology.build(other, settings);
        assertThat(other.getStreamGraph(false).getStreamNodes()).hasSameSizeAs(nodes.values());
    }

    /** Where an input's records come from, all of which must be sent in the given way. */
    private List<String> sources(StreamNode node, int input, Class<?> way) {
        List<StreamEdge> edges = node.getInEdges().stream()
                .filter(edge -> edge.getTypeNumber() == input)
                .toList();
        assertThat(edges).allSatisfy(edge -> assertThat(edge.getPartitioner()).isInstanceOf(way));
        return edges.stream().map(StreamEdge::getSourceId).map(this::uidOf).toList();
    }

    private String uidOf(int id) {
        return nodes.values().stream()
                .filter(node -> node.getId() == id)
                .map(StreamNode::getTransformationUID)
                .findFirst()
                .orElseThrow();
    }
}
