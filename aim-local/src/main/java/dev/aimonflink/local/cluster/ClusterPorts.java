package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.gateway.http.HttpSettings;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.local.ReservedPort;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loopback ports of a cluster.
 *
 * @param broker for Kafka's clients
 * @param controller within the broker
 * @param rest of the JobManager, for people and commands
 * @param rpc of the JobManager, for TaskManagers
 * @param gateway for PostgreSQL's clients
 * @param http of the gateway, for HTTP and the console; {@link #ANY} until a gateway starts that has one
 */
record ClusterPorts(int broker, int controller, int rest, int rpc, int gateway, int http) {
    /** Any free port. */
    static final int ANY = 0;

    /** Of a cluster that never ran. */
    static final ClusterPorts NONE = new ClusterPorts(ANY, ANY, ANY, ANY, ANY, ANY);

    private static final int CONNECT_LIMIT_MS = 1_000;

    /**
     * Chooses different ports that are free now.
     *
     * @param broker a port, or {@link #ANY}
     * @param rest a port, or {@link #ANY}
     * @param gatewayOrNull a port, or {@link #ANY}; null for the last one, or any if that is taken
     * @param httpOrNull the same
     * @param last where these are {@link #ANY}, the usual ones are tried first
     */
    static ClusterPorts choose(int broker, int rest, Integer gatewayOrNull, Integer httpOrNull, ClusterPorts last) {
        List<ReservedPort> held = new ArrayList<>();
        try {
            // Held until all are chosen, the given ones first, so that none is chosen twice.
            int chosenBroker = hold(held, "kafka-port", broker);
            int chosenRest = hold(held, "rest-port", rest);
            int chosenGateway = holdGateway(held, gatewayOrNull, last.gateway);
            int chosenHttp = holdHttp(held, httpOrNull, last.http);
            return new ClusterPorts(
                    chosenBroker,
                    hold(held, "controller port", ANY),
                    chosenRest,
                    hold(held, "rpc port", ANY),
                    chosenGateway,
                    chosenHttp);
        } finally {
            held.forEach(ReservedPort::close);
        }
    }

    /** The same ports, with the gateway's chosen anew. */
    ClusterPorts withGateway(Integer gatewayOrNull, Integer httpOrNull) {
        List<ReservedPort> held = new ArrayList<>();
        try {
            int chosenGateway = holdGateway(held, gatewayOrNull, gateway);
            return new ClusterPorts(broker, controller, rest, rpc, chosenGateway, holdHttp(held, httpOrNull, http));
        } finally {
            held.forEach(ReservedPort::close);
        }
    }

    /** The same ports, with one for HTTP, which an earlier release has not chosen. */
    ClusterPorts withHttp() {
        if (http != ANY) {
            return this;
        }
        List<ReservedPort> held = new ArrayList<>();
        try {
            return new ClusterPorts(broker, controller, rest, rpc, gateway, holdHttp(held, null, ANY));
        } finally {
            held.forEach(ReservedPort::close);
        }
    }

    private static int holdGateway(List<ReservedPort> held, Integer wantedOrNull, int last) {
        return hold(held, "pg", wantedOrNull, last, ServerSettings.PORT);
    }

    private static int holdHttp(List<ReservedPort> held, Integer wantedOrNull, int last) {
        return hold(held, "http", wantedOrNull, last, HttpSettings.PORT);
    }

    private static int hold(List<ReservedPort> held, String name, Integer wantedOrNull, int last, int usual) {
        if (wantedOrNull != null) {
            return hold(held, name, wantedOrNull);
        }
        try {
            return hold(held, name, last == ANY ? usual : last);
        } catch (InvalidInputException taken) {
            // By a PostgreSQL, for example. Nobody has asked for this port.
            return hold(held, name, ANY);
        }
    }

    private static int hold(List<ReservedPort> held, String name, int wanted) {
        try {
            ReservedPort port = ReservedPort.of(wanted);
            held.add(port);
            return port.number();
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidInputException(
                    name + "=" + wanted + " cannot be used: " + e.getMessage()
                            + ". Give another, or 0 for any that is free.",
                    e);
        }
    }

    String bootstrap() {
        return LocalCluster.bootstrap(broker);
    }

    String gatewayAddress() {
        return ServerSettings.LOOPBACK + ":" + gateway;
    }

    String psql() {
        return ServerSettings.psql(gateway);
    }

    /** Empty while a gateway of an earlier release runs, which has none. */
    Optional<String> httpAddress() {
        return http == ANY ? Optional.empty() : Optional.of("http://" + ServerSettings.LOOPBACK + ":" + http);
    }

    boolean isGatewayOpen() {
        return isOpen(gateway) && (http == ANY || isOpen(http));
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ServerSettings.LOOPBACK, port), CONNECT_LIMIT_MS);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    String restAddress() {
        return LocalCluster.rest(rest);
    }
}
