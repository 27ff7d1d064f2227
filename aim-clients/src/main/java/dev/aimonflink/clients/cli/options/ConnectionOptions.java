package dev.aimonflink.clients.cli.options;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import picocli.CommandLine.Option;

/** How to reach Kafka, and the names of our topics; a mixin of every command that needs it. */
public final class ConnectionOptions {
    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            defaultValue = "${env:AIM_BOOTSTRAP}",
            description = "A Kafka broker, or several with commas. Default: the environment variable AIM_BOOTSTRAP,"
                    + " or else that of --kafka-properties, or of the local cluster that runs, or "
                    + Connection.DEFAULT_BOOTSTRAP + ".")
    private String bootstrap;

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description =
                    "The local cluster of another folder, that of `aim cluster up --dir`. It wins over --bootstrap.")
    private Path folder;

    @Option(
            names = "--kafka-properties",
            paramLabel = "FILE",
            defaultValue = "${env:AIM_CONFIG}",
            description =
                    "A Java properties file of settings of Kafka's clients, bootstrap.servers among them. Default: the"
                            + " environment variable AIM_CONFIG, or else client.properties in AIM_HOME, if there is one.")
    private Path file;

    @Option(
            names = "--kafka-property",
            paramLabel = "NAME=VALUE",
            description =
                    "A setting of Kafka's clients, such as security.protocol=SSL. It wins over the file. Repeatable.")
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
            description = "Another name for one of events, profiles, queries, results, dead-letters, rules, alerts."
                    + " Repeatable.")
    private final Map<TopicRole, String> topicNames = new TreeMap<>();

    /** Kept, so that the local cluster is found and announced only once. */
    private Connection connection;

    public Connection connection(Environment environment) {
        if (connection == null) {
            connection = chosen(environment);
        }
        return connection;
    }

    private Connection chosen(Environment environment) {
        Map<String, String> settings = settings();
        String ofFile = settings.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        String broker = bootstrap == null ? ofFile : bootstrap;
        if (broker == null || folder != null) {
            Optional<LocalCluster> local = running(environment);
            broker = local.map(LocalCluster::bootstrap).orElse(Connection.DEFAULT_BOOTSTRAP);
            if (local.isPresent()) {
                // It asks nobody for a password.
                settings.clear();
            }
            if (local.isPresent() && environment.terminal()) {
                environment.err().println("This is about the local cluster, whose broker is at " + broker + ".");
            }
        }
        settings.putAll(kafkaProperties);
        return new Connection(broker, settings);
    }

    /** Whether the broker is known: by an option, a file, or a running local cluster. */
    boolean isKnown(Environment environment) {
        return bootstrap != null
                || settings().containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                || running(environment).isPresent();
    }

    private Optional<LocalCluster> running(Environment environment) {
        if (folder == null) {
            return environment.clients().localCluster();
        }
        Optional<LocalCluster> given = LocalCluster.running(folder);
        if (given.isEmpty()) {
            throw new InvalidInputException(
                    "dir=" + folder + " has no cluster that runs. Start it with `aim cluster up --dir "
                            + ShellWord.of(folder) + "`, or give another.");
        }
        return given;
    }

    /** From the file. */
    private Map<String, String> settings() {
        Path usual = Environment.home().resolve("client.properties");
        Path given = file == null && Files.exists(usual) ? usual : file;
        Properties read = new Properties();
        if (given != null && !given.toString().isEmpty()) {
            try (Reader text = Files.newBufferedReader(given)) {
                read.load(text);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new InvalidInputException(
                        "kafka-properties=" + given + " cannot be read: " + unreadable.getMessage()
                                + ". Give a Java properties file.",
                        unreadable);
            }
        }
        Map<String, String> settings = new TreeMap<>();
        read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        return settings;
    }

    public Optional<LocalCluster> localCluster(Environment environment) {
        String broker = connection(environment).bootstrap();
        return running(environment).filter(local -> local.bootstrap().equals(broker));
    }

    /** The topics of the job, at its broker. */
    public JobTopics jobTopics(Environment environment) {
        return new JobTopics(environment.clients(), connection(environment), topics());
    }

    public Topics topics() {
        Topics topics = Topics.withPrefix(topicPrefix);
        for (Map.Entry<TopicRole, String> renamed : topicNames.entrySet()) {
            topics = topics.with(renamed.getKey(), renamed.getValue());
        }
        return topics;
    }
}
