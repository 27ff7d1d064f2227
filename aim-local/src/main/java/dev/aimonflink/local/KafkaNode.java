package dev.aimonflink.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Kafka node, broker and controller, built from Kafka's own parts like its server process. Unlike that, it takes open sockets, and a
 * fault does not end the JVM.
 */
final class KafkaNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaNode.class);
    /** As in {@code broker.properties}. */
    private static final int NODE_ID = 1;

    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(5);

    private final Path directory;
    private final ReservedPort clientPort;
    private final ReservedPort controllerPort;
    private final Map<String, String> given;
    private final AtomicReference<Throwable> fault = new AtomicReference<>();
    private ControllerServer controller;
    private BrokerServer broker;

    /**
     * @param clientPort closed with the node, like the other
     * @param given settings that override ours
     */
    KafkaNode(Path directory, ReservedPort clientPort, ReservedPort controllerPort, Map<String, String> given) {
        this.directory = directory;
        this.given = Map.copyOf(given);
        this.clientPort = clientPort;
        this.controllerPort = controllerPort;
    }

    void start(Duration deadline) throws Exception {
        BootstrapMetadata bootstrapMetadata = format();
        KafkaConfig config = new KafkaConfig(settings(deadline));
        SharedServer shared = new SharedServer(
                config,
                metaProperties(),
                Time.SYSTEM,
                new Metrics(),
                CompletableFuture.completedFuture(
                        Map.of(NODE_ID, new InetSocketAddress("127.0.0.1", controllerPort.number()))),
                List.of(),
                faultHandlers(),
                heldSockets());
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), bootstrapMetadata);
        broker = new BrokerServer(shared);
        controller.startup();
        broker.startup();
    }

    /** Writes what {@code kafka-storage format} writes, unless an earlier start has. */
    private BootstrapMetadata format() throws Exception {
        Formatter formatter = new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .setIgnoreFormatted(true)
                .setNodeId(NODE_ID)
                .setClusterId(metaProperties().clusterId().orElseGet(() -> Uuid.randomUuid()
                        .toString()))
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(directory.toString())
                .addDirectory(directory.toString());
        formatter.run();
        return formatter.bootstrapMetadata();
    }

    private MetaPropertiesEnsemble metaProperties() throws IOException {
        return new MetaPropertiesEnsemble.Loader()
                .addMetadataLogDir(directory.toString())
                .load();
    }

    private Properties settings(Duration deadline) throws IOException {
        Properties settings = new Properties();
        try (InputStream common = KafkaNode.class.getResourceAsStream("broker.properties")) {
            settings.load(common);
        }
        String controller = "127.0.0.1:" + controllerPort.number();
        settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
        settings.put("listeners", "CLIENT://" + bootstrap() + ",CONTROLLER://" + controller);
        settings.put("log.dirs", directory.toString());
        settings.put("server.max.startup.time.ms", String.valueOf(deadline.toMillis()));
        settings.putAll(given);
        return settings;
    }

    /** Kafka's own handlers for fatal faults halt the JVM; these keep the first fault. */
    private FaultHandlerFactory faultHandlers() {
        return (name, fatal, action) -> (FaultHandler) (message, cause) -> {
            FaultHandlerException exception = new FaultHandlerException(name + ": " + message, cause);
            if (fatal) {
                fault.compareAndSet(null, exception);
            } else {
                LOG.error("The embedded broker had a fault.", exception);
            }
            action.run();
            return exception;
        };
    }

    private ServerSocketFactory heldSockets() {
        return (listener, address, backlog, receiveBufferSize) -> {
            ServerSocketChannel channel = Stream.of(clientPort, controllerPort)
                    .filter(port -> port.number() == address.getPort())
                    .findFirst()
                    .orElseThrow(() -> new IOException("Listener " + listener + " asks for port " + address.getPort()
                            + ", which was not reserved for it."))
                    .channel();
            channel.configureBlocking(false);
            return channel;
        };
    }

    Optional<Throwable> fault() {
        return Optional.ofNullable(fault.get());
    }

    String bootstrap() {
        return "127.0.0.1:" + clientPort.number();
    }

    /** Stops what was started, the broker first, which still talks to the controller. */
    @Override
    public void close() {
        try (clientPort;
                controllerPort) {
            if (broker != null) {
                broker.shutdown(SHUTDOWN_LIMIT);
                broker.awaitShutdown();
            }
            if (controller != null) {
                controller.shutdown();
                controller.awaitShutdown();
            }
        }
    }
}
