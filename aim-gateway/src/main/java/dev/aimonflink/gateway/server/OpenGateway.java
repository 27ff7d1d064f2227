package dev.aimonflink.gateway.server;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.LastingClient;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.KafkaWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.sql.plan.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** An open gateway: it has a way to a job, and listens. */
public final class OpenGateway implements AutoCloseable {
    private static final String OWNER = "aim";

    private final Gateway shared;
    private final Connections connections;
    private final GatewayServer server;

    private OpenGateway(Gateway shared, Connections connections, GatewayServer server) {
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

    /** Of one job without a name. */
    public static OpenGateway open(
            JobWay way,
            ServerSettings settings,
            Gateway.Limits limits,
            RunningQueries queries,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users) {
        return open(Map.of(Tables.SCHEMA, way), settings, limits, queries, tls, users);
    }

    /** @param ways to jobs by their schemas, in order; closed with the gateway, and if that cannot be opened */
    public static OpenGateway open(
            Map<String, JobWay> ways,
            ServerSettings settings,
            Gateway.Limits limits,
            RunningQueries queries,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users) {
        List<NamedJob> jobs = ways.entrySet().stream()
                .map(way -> new NamedJob(way.getKey(), way.getValue(), new ModelWatch(way.getValue())))
                .toList();
        try {
            Gateway shared = Gateway.of(jobs, queries, limits, OWNER);
            Connections connections = new Connections(new SecureRandom());
            GatewayServer server = new GatewayServer(shared, settings, tls, users, connections);
            jobs.forEach(job -> job.watch().start());
            server.start();
            return new OpenGateway(shared, connections, server);
        } catch (IOException unopened) {
            jobs.forEach(NamedJob::close);
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
        return shared.isReady() ? null : "The job does not answer. `aim doctor` looks why.";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException unclosed) {
            throw new UncheckedIOException(unclosed);
        } finally {
            shared.jobs().forEach(NamedJob::close);
        }
    }
}
