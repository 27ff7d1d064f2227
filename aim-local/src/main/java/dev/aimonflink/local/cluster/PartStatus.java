package dev.aimonflink.local.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The status of a part of a cluster: a process, or the job.
 *
 * @param pid or null
 * @param fix what to do, or null
 */
record PartStatus(String part, boolean isUp, Long pid, String detail, String fix) {
    static List<PartStatus> of(ClusterState state, Processes processes, JobManager jobManager, ClusterFolder folder) {
        List<PartStatus> parts = new ArrayList<>();
        for (Member member : state.members()) {
            boolean isUp = processes.isAlive(member.process());
            parts.add(new PartStatus(
                    member.name(),
                    isUp,
                    member.process().pid(),
                    detail(member, state.ports()),
                    isUp ? null : fix(member, state, processes, folder)));
        }
        if (!state.isBrokerOnly()) {
            parts.add(ofJob(state, jobManager, folder));
        }
        return parts;
    }

    private static String detail(Member member, ClusterPorts ports) {
        String where =
                switch (member.role()) {
                    case BROKER -> ports.bootstrap();
                    case JOBMANAGER -> ports.restAddress();
                    case GATEWAY ->
                        ports.gatewayAddress()
                                + ports.httpAddress().map(http -> ", " + http).orElse("");
                    case TASKMANAGER, WATCHER -> "";
                };
        String restarts =
                switch (member.restarts()) {
                    case 0 -> "";
                    case 1 -> "restarted once";
                    default -> "restarted " + member.restarts() + " times";
                };
        return where + (where.isEmpty() || restarts.isEmpty() ? "" : ", ") + restarts;
    }

    private static String fix(Member dead, ClusterState state, Processes processes, ClusterFolder folder) {
        boolean isWatched = state.member(Watcher.NAME)
                .filter(watcher -> processes.isAlive(watcher.process()))
                .isPresent();
        return (dead.role().isStartedAgain() && isWatched
                        ? "The watcher restarts it within a minute."
                        : upFixes(folder))
                + " " + folder.log(dead.name()) + " says why.";
    }

    /** Flink calls a job running once it deploys the first task. */
    private static String whileDown(String jobState) {
        return jobState.equals("RUNNING") ? "waits for its tasks to run" : jobState;
    }

    private static String upFixes(ClusterFolder folder) {
        return "Run " + folder.command("up") + ".";
    }

    private static PartStatus ofJob(ClusterState state, JobManager jobManager, ClusterFolder folder) {
        if (state.jobId() == null) {
            return new PartStatus("job", false, null, "not submitted", upFixes(folder));
        }
        Optional<String> jobState =
                jobManager.jobState(state.jobId()).filter(each -> !each.equals(JobManager.NOT_KNOWN));
        boolean isUp = jobManager.allTasksRun(state.jobId());
        String detail = state.jobId() + " "
                + (isUp
                        ? jobManager
                                .checkpointCounts(state.jobId())
                                .map(Object::toString)
                                .orElse("")
                        : jobState.map(PartStatus::whileDown).orElse("not known to the JobManager"));
        boolean recovers = jobState.filter(
                        List.of("RUNNING", "RESTARTING", "CREATED", "INITIALIZING", "FAILING")::contains)
                .isPresent();
        return new PartStatus(
                "job",
                isUp,
                null,
                detail,
                isUp
                        ? null
                        : recovers
                                ? "It restarts by itself once it has slots; the web interface says why it failed."
                                : upFixes(folder));
    }
}
