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
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final ClusterFolder folder;
    private final Cluster cluster;

    private ScratchCluster(ClusterFolder folder, Cluster cluster) {
        this.folder = folder;
        this.cluster = cluster;
    }

    /**
     * Returns when the job runs.
     *
     * @param options as {@code aim cluster up} takes them
     */
    public static ScratchCluster up(Path folder, Consumer<String> progress, String... options) {
        UpOptions parsed = new UpOptions();
        new CommandLine(parsed)
                .registerConverter(Duration.class, Durations::parse)
                .parseArgs(options);
        ClusterFolder its = new ClusterFolder(folder);
        Cluster cluster = Cluster.in(its, progress, START_LIMIT);
        cluster.up(parsed.request());
        return new ScratchCluster(its, cluster);
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
        new SystemProcesses().kill(member.process());
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
