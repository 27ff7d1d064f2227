package dev.aimonflink.clients.cli.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The addresses of this user's local cluster.
 *
 * @param rest of the JobManager; null if the cluster is only a broker
 */
public record LocalCluster(String bootstrap, String rest, Broker broker) {
    /**
     * The broker's process.
     *
     * @param isWatched whether its watcher, which restarts it, is alive
     */
    public record Broker(long pid, boolean isAlive, boolean isWatched) {}

    /** The file of a cluster's folder with its ports and processes. */
    public static final String STATE = "cluster.json";

    /** The default folder of a cluster. */
    public static Path folder() {
        return Environment.home().resolve("cluster");
    }

    /** A broker on a port of this machine. */
    public static String bootstrap(int port) {
        return "127.0.0.1:" + port;
    }

    /** A JobManager on a port of this machine. */
    public static String rest(int port) {
        return "http://127.0.0.1:" + port;
    }

    /** The cluster of a folder; empty if none of its processes is alive. */
    public static Optional<LocalCluster> running(Path folder) {
        Path file = folder.resolve(STATE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode state = new ObjectMapper().readTree(Files.readString(file));
            JsonNode members = state.path("members");
            if (members(members).noneMatch(LocalCluster::isAlive)) {
                return Optional.empty();
            }
            boolean hasFlink = ofRole(members, "JOBMANAGER").findAny().isPresent();
            JsonNode broker = ofRole(members, "BROKER").findAny().orElse(MissingNode.getInstance());
            JsonNode ports = state.path("ports");
            return Optional.of(new LocalCluster(
                    bootstrap(ports.path("broker").asInt()),
                    hasFlink ? rest(ports.path("rest").asInt()) : null,
                    new Broker(
                            broker.path("process").path("pid").asLong(),
                            isAlive(broker),
                            ofRole(members, "WATCHER").anyMatch(LocalCluster::isAlive))));
        } catch (IOException unreadable) {
            // `aim cluster status` says what is wrong with it.
            return Optional.empty();
        }
    }

    private static Stream<JsonNode> members(JsonNode members) {
        return StreamSupport.stream(members.spliterator(), false);
    }

    private static Stream<JsonNode> ofRole(JsonNode members, String role) {
        return members(members).filter(each -> each.path("role").asText().equals(role));
    }

    private static boolean isAlive(JsonNode member) {
        JsonNode process = member.path("process");
        return new ProcessId(
                        process.path("pid").asLong(), process.path("startedMs").asLong())
                .find()
                .isPresent();
    }
}
