package dev.aimonflink.local.cluster;

import java.util.Locale;

/** What a process of a cluster does; in the order in which they are started. */
enum Role {
    BROKER(true),
    JOBMANAGER(false),
    TASKMANAGER(true),
    WATCHER(false);

    private final boolean startedAgain;

    Role(boolean startedAgain) {
        this.startedAgain = startedAgain;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether the watcher starts it again. A broker has its log on disk and its port is fixed, so its clients just
     * connect again; a TaskManager has nothing that checkpoints do not have. A JobManager takes its job along when it
     * dies: whether the job is to go on from the last checkpoint is for a person to say, by {@code aim cluster up}.
     */
    boolean isStartedAgain() {
        return startedAgain;
    }
}
