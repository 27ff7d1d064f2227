package dev.aimonflink.local;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
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
 * One Kafka node that is broker and controller, built from Kafka's own parts like its server process. Unlike that process
 * it takes sockets that are open already, and a fault does not end the JVM.
 */
final class KafkaNode {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaNode.class);
    private static final int NODE_ID = 1;
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(5);

    private final Path directory;
    private final Map<Integer, ServerSocketChannel> channelOfPort;
    private final int clientPort;
    private final int controllerPort;
    private final Map<String, String> given;
    private final AtomicReference<Throwable> fault = new AtomicReference<>();
    private ControllerServer controller;
    private BrokerServer broker;

    /** @param given settings that take precedence over ours */
    KafkaNode(Path directory, ReservedPort clientPort, ReservedPort controllerPort, Map<String, String> given) {
        this.directory = directory;
        this.given = Map.copyOf(given);
        this.clientPort = clientPort.number();
        this.controllerPort = controllerPort.number();
        channelOfPort =
                Map.of(clientPort.number(), clientPort.channel(), controllerPort.number(), controllerPort.channel());
    }

    void start(Duration deadline) throws Exception {
        BootstrapMetadata bootstrapMetadata = format();
        KafkaConfig config = new KafkaConfig(settings(deadline));
        SharedServer shared = new SharedServer(
                config,
                metaProperties(),
                Time.SYSTEM,
                new Metrics(),
                CompletableFuture.completedFuture(Map.of(NODE_ID, new InetSocketAddress("127.0.0.1", controllerPort))),
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

    private Map<String, String> settings(Duration deadline) {
        Map<String, String> settings = new HashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", String.valueOf(NODE_ID));
        settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        settings.put("listeners", "CLIENT://127.0.0.1:" + clientPort + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "CLIENT");
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("log.dirs", directory.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("group.initial.rebalance.delay.ms", "0");
        // One node replicates nothing, and one partition of each internal topic is enough for it.
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.put(topic + ".replication.factor", "1");
            settings.put(topic + ".num.partitions", "1");
        }
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        // The cleaner's default buffer takes 128 MiB of the heap of the jobs.
        settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(4 << 20));
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        // No other broker could take over partitions.
        settings.put("controlled.shutdown.enable", "false");
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
            ServerSocketChannel channel = channelOfPort.get(address.getPort());
            if (channel == null) {
                throw new IOException("Listener " + listener + " asks for port " + address.getPort()
                        + ", which was not reserved for it.");
            }
            channel.configureBlocking(false);
            return channel;
        };
    }

    Optional<Throwable> fault() {
        return Optional.ofNullable(fault.get());
    }

    /** Stops what was started, the broker first: it still talks to the controller. */
    void stop() {
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
