package dev.aimonflink.local.cluster;

import java.util.List;

/** A cluster as tests know it. */
final class Clusters {
    static final ClusterPorts PORTS = new ClusterPorts(19092, 19093, 18081, 16123, 15432, 18088);

    private Clusters() {}

    static ClusterState empty() {
        return ClusterState.initial(ClusterSettings.DEFAULT, PORTS);
    }

    static ClusterState of(Member... members) {
        return new ClusterState(
                ClusterState.VERSION,
                ClusterSettings.DEFAULT,
                PORTS,
                "0123456789abcdef0123456789abcdef",
                List.of(members));
    }
}
