package dev.aimonflink.clients;

import java.lang.management.ManagementFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Loads what every client of Kafka needs, on a thread of its own: a thousand classes of messages, the settings and Java's
 * management beans. A command of a second reads its options meanwhile.
 */
public final class KafkaClasses {
    private KafkaClasses() {}

    /** Returns at once. Nothing depends on the loading: other classes are loaded at their first use. */
    public static void loadInBackground() {
        Thread thread = new Thread(KafkaClasses::load, "aim-load-classes");
        thread.setDaemon(true);
        thread.start();
    }

    static int load() {
        return ApiKeys.values().length
                + ProducerConfig.configNames().size()
                + ConsumerConfig.configNames().size()
                + ManagementFactory.getPlatformMBeanServer().getMBeanCount();
    }
}
