package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.local.ReservedPort;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The loopback ports of a cluster.
 *
 * @param broker for Kafka's clients
 * @param controller within the broker
 * @param rest of the JobManager, for people and commands
 * @param rpc of the JobManager, for TaskManagers
 */
record ClusterPorts(int broker, int controller, int rest, int rpc) {
    /** Stands for any port that is free. */
    static final int ANY = 0;

    /**
     * Chooses ports that are free now, all different.
     *
     * @param broker a port, or {@link #ANY}
     * @param rest a port, or {@link #ANY}
     */
    static ClusterPorts choose(int broker, int rest) {
        List<ReservedPort> held = new ArrayList<>();
        try {
            // Held until all are chosen, the given ones first, so that none is chosen twice.
            int chosenBroker = hold(held, "kafka-port", broker);
            int chosenRest = hold(held, "rest-port", rest);
            return new ClusterPorts(
                    chosenBroker, hold(held, "controller port", ANY), chosenRest, hold(held, "rpc port", ANY));
        } finally {
            held.forEach(ReservedPort::close);
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

    String restAddress() {
        return LocalCluster.rest(rest);
    }
}
