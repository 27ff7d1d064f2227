package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.local.AtExit;
import dev.aimonflink.local.TemporaryDirectory;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine;

/**
 * A temporary cluster of real processes, removed with their folder when it is closed, and also when this JVM ends before, by Ctrl-C or
 * {@code kill -9}.
 */
public final class ScratchCluster implements AutoCloseable {
    private static final String PREFIX = "aim-cluster-";

    private final TemporaryDirectory directory;
    private final ClusterFolder folder;
    private final Processes processes;
    private final Cluster cluster;
    private boolean isClosed;

    ScratchCluster(TemporaryDirectory directory, Processes processes, Cluster cluster) {
        this.directory = directory;
        this.folder = new ClusterFolder(directory.path());
        this.processes = processes;
        this.cluster = cluster;
        AtExit.add(this);
    }

    /** Returns when the job runs. A failed start leaves nothing, and its exception has the end of the log. */
    public static ScratchCluster up(Consumer<String> progress, String... options) {
        UpOptions parsed = parse(options);
        TemporaryDirectory directory = TemporaryDirectory.create(
                PREFIX, orphan -> cluster(orphan, parsed, line -> {}).down(false, true));
        try {
            Cluster cluster = cluster(directory.path(), parsed, progress);
            cluster.up(parsed.request());
            return new ScratchCluster(directory, new SystemProcesses(), cluster);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static UpOptions parse(String... options) {
        UpOptions parsed = new UpOptions();
        new CommandLine(parsed)
                .registerConverter(Duration.class, Durations::parse)
                .parseArgs(options);
        return parsed;
    }

    private static Cluster cluster(Path folder, UpOptions options, Consumer<String> progress) {
        return Cluster.in(new ClusterFolder(folder), progress, options.timeout(), true);
    }

    public RunningCluster running() {
        return RunningCluster.of(folder.root());
    }

    /** Stops the job with a savepoint, and Flink's processes. The broker and its clients stay connected; {@link #startFlink} continues. */
    public void stopFlink() {
        cluster.stopFlink();
    }

    /**
     * Starts new processes of Flink, and returns when the job runs, from the savepoint of {@link #stopFlink}.
     *
     * @param options of {@code aim cluster up}; others stay, except the jar
     */
    public void startFlink(String... options) {
        cluster.up(parse(options).request());
    }

    /** Kills a TaskManager, counted from 1; the watcher restarts it. */
    public void killTaskManager(int number) {
        String name = "taskmanager-" + number;
        Member member = ClusterState.read(folder)
                .flatMap(state -> state.member(name))
                .orElseThrow(() -> new InvalidInputException(
                        "taskmanager=" + number + " is none of the cluster in " + folder.root() + "."));
        processes.kill(member.process());
    }

    /** A second call waits for the first. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (directory) {
            cluster.down(false, true);
        } finally {
            AtExit.remove(this);
        }
    }
}
