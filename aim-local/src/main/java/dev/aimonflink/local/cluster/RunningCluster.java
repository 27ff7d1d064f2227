package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.ObservedJob;
import java.nio.file.Path;
import java.util.List;

/** A cluster that {@code aim cluster up} has started, for those who use it. */
public final class RunningCluster extends ObservedJob {
    private final ClusterFolder folder;
    private final ClusterState state;
    private final FlinkRest rest;

    private RunningCluster(ClusterFolder folder, ClusterState state) {
        this.folder = folder;
        this.state = state;
        rest = new FlinkRest(state.ports().restAddress());
    }

    /**
     * The cluster of a folder, or of the default one.
     *
     * @throws InvalidInputException if there is none that runs
     */
    public static RunningCluster of(Path folderOrNull) {
        ClusterFolder folder = folderOrNull == null ? ClusterFolder.ofHome() : new ClusterFolder(folderOrNull);
        ClusterState state = ClusterState.read(folder)
                .filter(found -> found.jobId() != null)
                .orElseThrow(() -> new InvalidInputException(
                        "cluster=" + folder.root() + " is not running. Start it with `aim cluster up`."));
        RunningCluster cluster = new RunningCluster(folder, state);
        cluster.requireHealthy();
        return cluster;
    }

    public Path folder() {
        return folder.root();
    }

    public Connection connection() {
        return Connection.to(state.ports().bootstrap());
    }

    public int parallelism() {
        return state.settings().parallelism();
    }

    /** With what options the job was submitted. */
    public JobSettings jobSettings() {
        return JobSettings.of(JobArguments.parse(state.jobArguments().toArray(String[]::new)));
    }

    @Override
    public long counted(String metric) {
        return rest.metricSum(state.jobId(), AimMetrics.GROUP + "." + metric);
    }

    /** The highest of one of our metrics, of all subtasks of all operators. */
    public long highest(String metric) {
        return rest.metricMax(state.jobId(), AimMetrics.GROUP + "." + metric);
    }

    /** Those that were completed lately, the newest first. */
    public List<FlinkRest.TakenCheckpoint> checkpoints() {
        return rest.checkpoints(state.jobId());
    }

    @Override
    public void requireHealthy() {
        String job = rest.jobState(state.jobId()).orElse("out of reach");
        if (!job.equals("RUNNING")) {
            throw new ClientException("The job of the cluster in " + folder.root() + " is " + job
                    + ". `aim cluster status` says how to mend it.");
        }
    }
}
