package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The request of {@code aim cluster up}; null options keep the last value, or the default.
 *
 * @param settings returns the wanted settings, given the last ones
 * @param kafkaPort or null
 * @param restPort or null
 * @param gatewayPort or null
 * @param httpPort or null
 * @param jar of the job; null for only a broker
 */
record ClusterRequest(
        UnaryOperator<ClusterSettings> settings,
        Integer kafkaPort,
        Integer restPort,
        Integer gatewayPort,
        Integer httpPort,
        Path jar,
        Optional<Path> fromSavepoint) {

    boolean isBrokerOnly() {
        return jar == null;
    }

    /** The wanted settings, based on the last ones. */
    ClusterSettings wanted(Optional<ClusterState> before) {
        return settings.apply(before.map(ClusterState::settings).orElse(ClusterSettings.DEFAULT));
    }

    ClusterState next(Optional<ClusterState> before) {
        ClusterSettings wanted = wanted(before);
        // The last ports, so that clients find the cluster again.
        ClusterPorts last = before.map(ClusterState::ports).orElse(ClusterPorts.NONE);
        return ClusterState.initial(
                wanted,
                ClusterPorts.choose(
                        kafkaPort != null ? kafkaPort : last.broker(),
                        restPort != null ? restPort : last.rest(),
                        gatewayPort,
                        httpPort,
                        last));
    }

    /** A broker alone takes any settings of Flink. */
    ClusterState sameAs(ClusterState running, ClusterFolder folder) {
        String down = folder.command("down");
        if (isBrokerOnly() && !running.isBrokerOnly()) {
            throw new InvalidInputException(
                    "broker-only=true, but the cluster runs with Flink. Run " + down + " first.");
        }
        ClusterSettings wanted = settings.apply(running.settings());
        if (!wanted.equals(running.settings()) && !running.isBrokerOnly()) {
            throw new InvalidInputException(
                    "The cluster runs with " + running.settings().text()
                            + ". For another model, parallelism, checkpoint interval or options of the job, run "
                            + folder.command("restart") + ". For others, run " + down
                            + " first; the job then goes on from where it was.");
        }
        requirePort("kafka-port", kafkaPort, running.ports().broker(), down);
        requirePort("rest-port", restPort, running.ports().rest(), down);
        if (fromSavepoint.isPresent() && !running.isBrokerOnly()) {
            throw new InvalidInputException("from-savepoint=" + fromSavepoint.get()
                    + " is for a cluster that is down, and this one runs. Run " + down + " first.");
        }
        if (running.ofRole(Role.GATEWAY).isEmpty()) {
            return running.with(wanted).with(running.ports().withGateway(gatewayPort, httpPort));
        }
        requirePort("pg", gatewayPort, running.ports().gateway(), down);
        requirePort("http", httpPort, running.ports().http(), down);
        return running.with(wanted);
    }

    private static void requirePort(String name, Integer wanted, int actual, String down) {
        if (wanted != null && wanted != ClusterPorts.ANY && wanted != actual) {
            throw new InvalidInputException(
                    name + "=" + wanted + " is not " + actual + ", on which the cluster runs. Run " + down + " first.");
        }
    }
}
