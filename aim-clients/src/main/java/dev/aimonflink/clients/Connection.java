package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How to reach Kafka.
 *
 * @param bootstrap {@code HOST:PORT}, several separated by commas
 * @param properties settings of Kafka's clients, which override ours
 */
public record Connection(String bootstrap, Map<String, String> properties) {
    public static final String DEFAULT_BOOTSTRAP = "localhost:9092";

    /** How long a client waits for the broker: enough for one that shares a busy machine with a job just started. */
    public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    static final int ANSWER_TIMEOUT_MS = (int) ANSWER_TIMEOUT.toMillis();

    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final String FIX =
            "Start one, as by `aim cluster up`, or give --bootstrap HOST:PORT or AIM_BOOTSTRAP, or --dir of a cluster in"
                    + " another folder.";

    public Connection {
        if (bootstrap == null || bootstrap.isBlank()) {
            throw new InvalidInputException("bootstrap= is empty. Give HOST:PORT of a Kafka broker.");
        }
        if (properties.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new InvalidInputException("bootstrap.servers="
                    + properties.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                    + " is given as a Kafka property. Give it with --bootstrap.");
        }
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }

    public static Connection to(String bootstrap) {
        return new Connection(bootstrap, Map.of());
    }

    /**
     * All settings of a client: ours, overridden by the user's. Short-lived clients report metrics neither by JMX nor to the broker:
     * nothing reads them, and both slow each start down.
     */
    Map<String, Object> settings(Map<String, Object> ours) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.putAll(ours);
        settings.putAll(properties);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return settings;
    }

    /** The caller closes it. */
    public Producer<byte[], byte[]> openProducer(Map<String, Object> ours) {
        return open(ours, all -> new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** The caller closes it. */
    public Consumer<byte[], byte[]> openConsumer(Map<String, Object> ours) {
        return open(ours, all -> new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** The caller closes it. */
    public Admin openAdmin() {
        return open(
                Map.of(
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS,
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS),
                Admin::create);
    }

    private <T> T open(Map<String, Object> ours, Function<Map<String, Object>, T> constructor) {
        try {
            return constructor.apply(settings(ours));
        } catch (KafkaException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof ConfigException) {
                    throw new InvalidInputException(
                            "Kafka's client does not accept its settings: " + cause.getMessage() + ". bootstrap="
                                    + bootstrap
                                    + " has to be HOST:PORT of a host that this machine knows; check the Kafka"
                                    + " properties, too.",
                            e);
                }
            }
            throw failure("open a client", e);
        }
    }

    ClientException failure(String action, Throwable cause) {
        if (cause instanceof TimeoutException) {
            return unreachable(cause);
        }
        return new ClientException(
                "Kafka at " + bootstrap + " did not let us " + action + ": "
                        + (cause instanceof Error ? cause : cause.getMessage()),
                cause);
    }

    ClientException unreachable(Throwable cause) {
        return unreachable(ANSWER_TIMEOUT, cause);
    }

    ClientException unreachable(Duration timeout, Throwable cause) {
        return new ClientException(
                "No Kafka broker answers at " + bootstrap + " within " + timeout.toSeconds() + " s. " + FIX, cause);
    }

    /**
     * Throws if nothing listens at any of the addresses. Kafka's clients would retry until their time is over: right while a broker
     * restarts, but long for a person who forgot to start one.
     */
    public Connection requireListener() {
        for (String address : bootstrap.split(",")) {
            if (!isRefused(address.strip())) {
                return this;
            }
        }
        throw new ClientException("No Kafka broker listens at " + bootstrap + ". " + FIX);
    }

    /** Other problems, such as an unknown name, are left to Kafka's client. */
    private static boolean isRefused(String address) {
        try (Socket socket = new Socket()) {
            URI uri = new URI("kafka://" + address);
            if (uri.getHost() != null && uri.getPort() > 0) {
                socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), CONNECT_TIMEOUT_MS);
            }
            return false;
        } catch (ConnectException refused) {
            return true;
        } catch (IOException | URISyntaxException other) {
            return false;
        }
    }
}
