package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.nexmark.Bids.Bid;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.local.SeparateBroker;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;

/** Bids in one topic, as JSON, which every run of a contender reads from the beginning. */
final class BidTopic implements AutoCloseable {
    static final EventFormat FORMAT = EventFormat.JSON;

    private static final Duration DELETE_LIMIT = Duration.ofSeconds(30);

    private final SeparateBroker broker;
    private final Connection connection;
    private final Topics topics = Topics.withPrefix("bench-" + UUID.randomUUID() + ".");
    private final long bids;
    private final Map<Integer, Long> endOfPrefix;

    /**
     * Publishes the bids of a seed.
     *
     * @param prefix how many of the first ones can also be read alone
     */
    BidTopic(SeparateBroker broker, MeasuredModel model, int partitions, long seed, long bids, long prefix) {
        this.broker = broker;
        this.bids = bids;
        connection = Connection.to(broker.bootstrap());
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(topics, TopicSettings.defaults().withPartitions(TopicRole.EVENTS, partitions));
        }
        Bids drawn = new Bids(seed);
        ModelEventRecords encoding = new ModelEventRecords(model.model(), FORMAT);
        DeclaredEvent event = new DeclaredEvent(model.model().event());
        try (RecordPublisher records = new RecordPublisher(connection, topics.events())) {
            for (long i = 0; i < prefix; i++) {
                publish(drawn.next(), event, encoding, records);
            }
            records.flush();
            endOfPrefix = records.nextOffsets();
            for (long i = prefix; i < bids; i++) {
                publish(drawn.next(), event, encoding, records);
            }
            records.flush();
        }
    }

    private static void publish(Bid bid, DeclaredEvent event, ModelEventRecords encoding, RecordPublisher records) {
        fill(event, bid);
        records.publish(encoding.key(event), encoding.value(event));
    }

    /** In the order of the model's fields. */
    private static void fill(DeclaredEvent event, Bid bid) {
        event.keyNumber(bid.auction());
        event.timestampMs(bid.timeMs());
        event.values().bits(0, bid.bidder());
        event.values().bits(1, bid.price());
    }

    SeparateBroker broker() {
        return broker;
    }

    Connection connection() {
        return connection;
    }

    Topics topics() {
        return topics;
    }

    long bids() {
        return bids;
    }

    /** By partition, the offset behind the last bid of the prefix; a partition may have none of them. */
    Map<Integer, Long> endOfPrefix() {
        return endOfPrefix;
    }

    @Override
    public void close() {
        try (Admin admin = connection.openAdmin()) {
            Waiting.forResult(
                    admin.deleteTopics(topics.names()).all().toCompletionStage().toCompletableFuture(),
                    DELETE_LIMIT,
                    "The topics of the experiment were not deleted");
        }
    }
}
