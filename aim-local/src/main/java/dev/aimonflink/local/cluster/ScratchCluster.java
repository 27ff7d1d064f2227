package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.local.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine;

/** A cluster of real processes for a while: its folder goes when it is closed. */
public final class ScratchCluster implements AutoCloseable {
    private final ClusterFolder folder;
    private final Processes processes;
    private final Cluster cluster;

    ScratchCluster(ClusterFolder folder, Processes processes, Cluster cluster) {
        this.folder = folder;
        this.processes = processes;
        this.cluster = cluster;
    }

    /**
     * Returns when the job runs. If it does not come to that, the folder stays, because logs in it say why.
     *
     * @param options as {@code aim cluster up} takes them
     */
    public static ScratchCluster up(Path folder, Consumer<String> progress, String... options) {
        UpOptions parsed = new UpOptions();
        new CommandLine(parsed)
                .registerConverter(Duration.class, Durations::parse)
                .parseArgs(options);
        ClusterFolder its = new ClusterFolder(folder);
        Cluster cluster = Cluster.in(its, progress, parsed.timeout());
        cluster.up(parsed.request());
        return new ScratchCluster(its, new SystemProcesses(), cluster);
    }

    public RunningCluster running() {
        return RunningCluster.of(folder.root());
    }

    /**
     * Ends a TaskManager as {@code kill -9} does; the watcher starts it again.
     *
     * @param number from 1
     */
    public void killTaskManager(int number) {
        String name = "taskmanager-" + number;
        Member member = ClusterState.read(folder)
                .flatMap(state -> state.member(name))
                .orElseThrow(() -> new InvalidInputException(
                        "taskmanager=" + number + " is none of the cluster in " + folder.root() + "."));
        processes.kill(member.process());
    }

    @Override
    public void close() {
        cluster.down(false, true);
        try {
            FileTree.delete(folder.root());
        } catch (IOException e) {
            throw new UncheckedIOException(folder.root() + " could not be removed.", e);
        }
    }
}
