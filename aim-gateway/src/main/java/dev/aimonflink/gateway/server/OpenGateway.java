package dev.aimonflink.gateway.server;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.LastingClient;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.KafkaWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.Gateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** An open gateway: it has a way to a job, and listens. */
public final class OpenGateway implements AutoCloseable {
    private static final String OWNER = "aim";

    private final JobWay way;
    private final ModelWatch watch;
    private final Gateway shared;
    private final Connections connections;
    private final GatewayServer server;

    private OpenGateway(JobWay way, ModelWatch watch, Gateway shared, Connections connections, GatewayServer server) {
        this.way = way;
        this.watch = watch;
        this.shared = shared;
        this.connections = connections;
        this.server = server;
    }

    /** Through Kafka, as a client with an unguessable name: whoever knows it could read its answers. */
    public static JobWay throughKafka(Connection connection, Topics topics) {
        return new KafkaWay(
                new LastingClient(() -> new QueryClient(connection, topics, "gateway-" + UUID.randomUUID())),
                new TopicAdmin(connection),
                topics.events());
    }

    /** At loopback, where everybody is trusted, before the job behind a broker. */
    public static OpenGateway atLoopback(Connection connection, Topics topics, int port) {
        return open(
                throughKafka(connection, topics),
                ServerSettings.atLoopback(port),
                Gateway.Limits.USUAL,
                new RunningQueries(RunningQueries.SLOW, ended -> {}),
                Optional.empty(),
                Optional::empty);
    }

    /** @param way closed with the gateway, and if that cannot be opened */
    public static OpenGateway open(
            JobWay way,
            ServerSettings settings,
            Gateway.Limits limits,
            RunningQueries queries,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users) {
        ModelWatch watch = new ModelWatch(way);
        try {
            Gateway shared = Gateway.of(way, watch, queries, limits, OWNER);
            Connections connections = new Connections(new SecureRandom());
            GatewayServer server = new GatewayServer(shared, settings, tls, users, connections);
            watch.start();
            server.start();
            return new OpenGateway(way, watch, shared, connections, server);
        } catch (IOException unopened) {
            watch.close();
            way.close();
            throw new UncheckedIOException(unopened);
        }
    }

    /** For another port beside this one. */
    public Gateway shared() {
        return shared;
    }

    public Connections connections() {
        return connections;
    }

    public int port() {
        return server.port();
    }

    /** Why no statement is answered, as when the job was last asked; or null. */
    public String fault() {
        return watch.isReady() ? null : "The job does not answer. `aim doctor` looks why.";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException unclosed) {
            throw new UncheckedIOException(unclosed);
        } finally {
            watch.close();
            way.close();
        }
    }
}
