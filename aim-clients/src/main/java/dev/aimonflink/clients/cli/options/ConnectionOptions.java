package dev.aimonflink.clients.cli.options;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.Topics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** How to reach Kafka and what our topics are called there; a mixin of every command that needs it. */
public final class ConnectionOptions {
    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            defaultValue = "${env:AIM_BOOTSTRAP}",
            description = "A Kafka broker, or several with commas. Default: the environment variable AIM_BOOTSTRAP,"
                    + " or else the running cluster of `aim cluster`, or else " + Connection.DEFAULT_BOOTSTRAP + ".")
    private String bootstrap;

    @Option(
            names = "--kafka-property",
            paramLabel = "NAME=VALUE",
            description = "A setting of Kafka's clients, such as security.protocol=SSL. Repeatable.")
    private final Map<String, String> kafkaProperties = new TreeMap<>();

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            defaultValue = Topics.DEFAULT_PREFIX,
            description = "What all topic names begin with. Default: ${DEFAULT-VALUE}")
    private String topicPrefix;

    @Option(
            names = "--topic",
            paramLabel = "TOPIC=NAME",
            description = "Another name for one of events, profiles, queries, results, dead-letters. Repeatable.")
    private final Map<TopicRole, String> topicNames = new TreeMap<>();

    public Connection connection(Environment environment) {
        if (bootstrap == null) {
            Optional<LocalCluster> local = environment.clients().localCluster();
            bootstrap = local.map(LocalCluster::bootstrap).orElse(Connection.DEFAULT_BOOTSTRAP);
            if (local.isPresent() && environment.terminal()) {
                environment.err().println("This is about the local cluster, whose broker is at " + bootstrap + ".");
            }
        }
        return new Connection(bootstrap, kafkaProperties);
    }

    /** Where the JobManager of the same cluster is; null if it is not known. */
    public String rest(Environment environment) {
        String broker = connection(environment).bootstrap();
        return environment
                .clients()
                .localCluster()
                .filter(local -> local.bootstrap().equals(broker))
                .map(LocalCluster::rest)
                .orElse(null);
    }

    public Topics topics() {
        Topics topics = Topics.withPrefix(topicPrefix);
        for (Map.Entry<TopicRole, String> renamed : topicNames.entrySet()) {
            topics = topics.with(renamed.getKey(), renamed.getValue());
        }
        return topics;
    }
}
