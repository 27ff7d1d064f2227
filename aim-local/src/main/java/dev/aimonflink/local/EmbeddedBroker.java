package dev.aimonflink.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A real Kafka broker in this JVM, broker and controller in one node. It listens on a free loopback port and keeps its log in a temporary
 * directory; closing it stops its threads and removes the directory. It does not create topics automatically, so that wrong names show.
 */
public final class EmbeddedBroker implements AutoCloseable {
    /** Generous, for busy machines. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);

    private final TemporaryDirectory directory;
    private final KafkaNode node;

    private EmbeddedBroker(Map<String, String> settings) {
        directory = TemporaryDirectory.create("aim-broker-");
        node = new KafkaNode(directory.path(), reserve(), reserve(), settings);
    }

    /** Returns when clients can connect. */
    public static EmbeddedBroker start() {
        return start(DEFAULT_DEADLINE, Map.of());
    }

    /** @param settings of the broker, overriding those made here */
    static EmbeddedBroker start(Duration deadline, Map<String, String> settings) {
        EmbeddedBroker broker = new EmbeddedBroker(settings);
        AtExit.add(broker);
        try {
            broker.node.start(deadline);
        } catch (Exception e) {
            try (broker) {
                throw new IllegalStateException(
                        "The embedded broker did not start within deadline=" + deadline.toMillis() + " ms: "
                                + e.getMessage() + ". Give it longer, or see its log with AIM_LOG_LEVEL=info.",
                        e);
            }
        }
        return broker;
    }

    private static ReservedPort reserve() {
        try {
            return ReservedPort.any();
        } catch (IOException e) {
            throw new UncheckedIOException("No loopback port is free for the embedded broker.", e);
        }
    }

    public String bootstrap() {
        return node.bootstrap();
    }

    /** The first fault that would have ended a broker process. */
    public Optional<Throwable> fault() {
        return node.fault();
    }

    @Override
    public void close() {
        try (directory) {
            node.close();
            AtExit.remove(this);
        }
    }
}
