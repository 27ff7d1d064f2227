package dev.aimonflink.clients;

import java.lang.management.ManagementFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.protocol.ApiKeys;

/** Loads a thousand classes of Kafka's clients on its own thread, while a command that takes a second reads its options. */
public final class KafkaClasses {
    private KafkaClasses() {}

    /** Returns at once. Nothing depends on it: other classes are loaded on first use. */
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
