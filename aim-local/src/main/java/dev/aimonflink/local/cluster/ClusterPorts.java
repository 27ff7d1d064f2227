package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.local.ReservedPort;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * The loopback ports of a cluster.
 *
 * @param broker for Kafka's clients
 * @param controller within the broker
 * @param rest of the JobManager, for people and commands
 * @param rpc of the JobManager, for TaskManagers
 * @param gateway for PostgreSQL's clients
 */
record ClusterPorts(int broker, int controller, int rest, int rpc, int gateway) {
    /** Any free port. */
    static final int ANY = 0;

    private static final int CONNECT_LIMIT_MS = 1_000;

    /**
     * Chooses different ports that are free now.
     *
     * @param broker a port, or {@link #ANY}
     * @param rest a port, or {@link #ANY}
     * @param gatewayOrNull a port, or {@link #ANY}; null for the preferred one, or any if that is taken
     * @param preferredGateway a port, or {@link #ANY} for the one that PostgreSQL's clients try first
     */
    static ClusterPorts choose(int broker, int rest, Integer gatewayOrNull, int preferredGateway) {
        List<ReservedPort> held = new ArrayList<>();
        try {
            // Held until all are chosen, the given ones first, so that none is chosen twice.
            int chosenBroker = hold(held, "kafka-port", broker);
            int chosenRest = hold(held, "rest-port", rest);
            int chosenGateway = holdGateway(held, gatewayOrNull, preferredGateway);
            return new ClusterPorts(
                    chosenBroker,
                    hold(held, "controller port", ANY),
                    chosenRest,
                    hold(held, "rpc port", ANY),
                    chosenGateway);
        } finally {
            held.forEach(ReservedPort::close);
        }
    }

    /** The same ports, with the gateway's chosen anew. */
    ClusterPorts withGateway(Integer gatewayOrNull) {
        List<ReservedPort> held = new ArrayList<>();
        try {
            return new ClusterPorts(broker, controller, rest, rpc, holdGateway(held, gatewayOrNull, gateway));
        } finally {
            held.forEach(ReservedPort::close);
        }
    }

    private static int holdGateway(List<ReservedPort> held, Integer wantedOrNull, int preferred) {
        if (wantedOrNull != null) {
            return hold(held, "pg", wantedOrNull);
        }
        try {
            return hold(held, "pg", preferred == ANY ? ServerSettings.PORT : preferred);
        } catch (InvalidInputException taken) {
            // By a PostgreSQL, for example. Nobody has asked for this port.
            return hold(held, "pg", ANY);
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

    boolean isGatewayOpen() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ServerSettings.LOOPBACK, gateway), CONNECT_LIMIT_MS);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    String restAddress() {
        return LocalCluster.rest(rest);
    }
}
