package dev.aimonflink.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A Kafka broker as a process of its own, with a log that stays. It outlives whoever started it, is found at the ports that
 * it is told, and ends when it is terminated; a {@link SeparateBroker} belongs to the process that asks for it and leaves
 * nothing behind. Arguments: folder, port for clients, controller's port.
 */
public final class BrokerProcess {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** Nobody asks a broker that has failed for its fault, so it is looked after. */
    private static final Duration FAULT_INTERVAL = Duration.ofSeconds(1);

    private BrokerProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (ReservedPort clientPort = ReservedPort.of(Integer.parseInt(arguments[1]));
                ReservedPort controllerPort = ReservedPort.of(Integer.parseInt(arguments[2]))) {
            KafkaNode node = new KafkaNode(Path.of(arguments[0]), clientPort, controllerPort, Map.of());
            Runtime.getRuntime().addShutdownHook(new Thread(node::stop, "aim-broker-stop"));
            node.start(START_LIMIT);
            while (node.fault().isEmpty()) {
                Thread.sleep(FAULT_INTERVAL.toMillis());
            }
            node.fault().orElseThrow().printStackTrace();
            // What has failed cannot be relied on to stop in order.
            Runtime.getRuntime().halt(1);
        }
    }
}
