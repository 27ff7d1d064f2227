package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.rule.RulesPublisher;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import picocli.CommandLine.Mixin;

/** Where the rules of a job are; a mixin. */
final class RulesTopicOptions {
    @Mixin
    private ConnectionOptions kafka;

    ConnectionOptions kafka() {
        return kafka;
    }

    RulesPublisher topic(Environment environment) {
        return RulesPublisher.of(kafka.jobTopics(environment));
    }

    /** A client to ask the job, which the caller closes. */
    QueryClient client(Environment environment) {
        return environment
                .clients()
                .queryClient(kafka.connection(environment), kafka.topics(), "aim-rules-" + UUID.randomUUID());
    }

    /** Who changes rules: the client id of Kafka's settings, or else the user of this machine. */
    String user(Environment environment) {
        return kafka.connection(environment)
                .properties()
                .getOrDefault(CommonClientConfigs.CLIENT_ID_CONFIG, System.getProperty("user.name"));
    }
}
