package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;

/**
 * A process of a cluster.
 *
 * @param restarts by the watcher
 */
record Member(String name, Role role, ProcessId process, int restarts) {
    Member restartedAs(ProcessId next) {
        return new Member(name, role, next, restarts + 1);
    }
}
