package dev.aimonflink.clients.cli.environment;

import dev.aimonflink.clients.KafkaClients;
import java.util.Optional;

/** Where commands get their clients: Kafka, or a test's fakes. */
public interface ClientFactory extends KafkaClients {
    ClientFactory KAFKA = new ClientFactory() {
        @Override
        public Optional<LocalCluster> localCluster() {
            return LocalCluster.running(LocalCluster.folder());
        }
    };

    /** The running `aim cluster` of this user, if any. */
    default Optional<LocalCluster> localCluster() {
        return Optional.empty();
    }
}
