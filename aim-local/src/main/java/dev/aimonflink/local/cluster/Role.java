package dev.aimonflink.local.cluster;

/** The roles of a cluster's processes, in start order. */
enum Role {
    BROKER,
    JOBMANAGER,
    TASKMANAGER,
    GATEWAY,
    WATCHER;

    /**
     * Whether the watcher restarts it. A broker has its log on disk and a fixed port, so its clients reconnect; a TaskManager has nothing
     * beyond checkpoints; a gateway has nothing at all. The job ends with its JobManager: a person decides, by {@code aim cluster up},
     * whether it continues from the last checkpoint.
     */
    boolean isStartedAgain() {
        return this == BROKER || this == TASKMANAGER || this == GATEWAY;
    }

    boolean isOfFlink() {
        return this == JOBMANAGER || this == TASKMANAGER;
    }
}
