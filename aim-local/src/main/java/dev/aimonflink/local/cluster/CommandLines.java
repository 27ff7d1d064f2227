package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.local.SeparateBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/** Builds the command line of each process. */
final class CommandLines {
    /** The packages that {@code env.java.opts.all} of a Flink distribution opens. */
    static final List<String> OPENED_PACKAGES = List.of(
            "java.lang",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks",
            "sun.nio.ch");

    /** As in flink-conf, which says why. */
    private static final List<String> MEMORY_OPTIONS = List.of(
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=50",
            "-XX:G1MixedGCCountTarget=32",
            "-XX:+UseTransparentHugePages",
            "-XX:+AlwaysPreTouch");

    private static final int FIRST_JAVA_THAT_WARNS = 24;

    private final ClusterFolder folder;
    private final String java;
    private final String classPath;

    CommandLines(ClusterFolder folder, String java, String classPath) {
        this.folder = folder;
        this.java = java;
        this.classPath = classPath;
    }

    /** With the Java and the class path of this process. */
    static CommandLines ofThisProcess(ClusterFolder folder) {
        return new CommandLines(
                folder,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"));
    }

    List<String> of(String name, Role role, ClusterState state) {
        return switch (role) {
            case BROKER -> broker(name, state);
            case JOBMANAGER -> jobManager(name, state);
            case TASKMANAGER -> taskManager(name, state);
            case GATEWAY -> gateway(name, state);
            case WATCHER -> watcher(name);
        };
    }

    private List<String> broker(String name, ClusterState state) {
        List<String> line = java(name, "-Xmx512m", "-XX:+UseSerialGC");
        line.addAll(List.of("-cp", classPath, SeparateBroker.class.getName()));
        line.add(folder.brokerData().toString());
        line.add(String.valueOf(state.ports().broker()));
        line.add(String.valueOf(state.ports().controller()));
        return line;
    }

    private List<String> jobManager(String name, ClusterState state) {
        List<String> line = java(name, "-Xmx512m", "-XX:+UseSerialGC");
        line.addAll(List.of("-cp", flinkClassPath(state), StandaloneSessionClusterEntrypoint.class.getName()));
        line.addAll(List.of("--configDir", folder.configuration().toString()));
        return line;
    }

    /** With the memory options of Flink's scripts, which a TaskManager does not derive itself. */
    private List<String> taskManager(String name, ClusterState state) {
        Configuration flink = FlinkSettings.of(state, folder);
        TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(flink);
        List<String> line = java(name, words(ProcessMemoryUtils.generateJvmParametersStr(memory)));
        line.addAll(MEMORY_OPTIONS);
        line.addAll(state.settings().javaOptions());
        line.addAll(List.of("-cp", flinkClassPath(state), TaskManagerRunner.class.getName()));
        line.addAll(List.of("--configDir", folder.configuration().toString()));
        line.addAll(List.of("-D", "taskmanager.resource-id=" + name));
        line.addAll(List.of(words(TaskExecutorProcessUtils.generateDynamicConfigsStr(memory))));
        return line;
    }

    private String flinkClassPath(ClusterState state) {
        String home = state.settings().flinkHome();
        return home.isEmpty()
                ? FlinkLibrary.of(classPath)
                : Path.of(home, "lib").resolve("*").toString();
    }

    /** {@code aim gateway}, without its user's settings for other Kafka brokers. */
    private List<String> gateway(String name, ClusterState state) {
        List<String> line = java(name, "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        line.add("-Duser.home=" + System.getProperty("user.home"));
        line.addAll(List.of("-cp", classPath, Aim.class.getName(), "gateway"));
        line.add("--pg=" + state.ports().gateway());
        line.add("--http=" + state.ports().http());
        line.add("--http-token=" + folder.httpToken());
        line.add("--flink=" + state.ports().restAddress());
        line.add("--bootstrap=" + state.ports().bootstrap());
        line.add("--kafka-properties=");
        return line;
    }

    private List<String> watcher(String name) {
        List<String> line = java(name, "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        line.addAll(List.of("-cp", classPath, Watcher.class.getName()));
        line.add(folder.root().toString());
        return line;
    }

    /** {@code flink run}, from a savepoint or checkpoint if there is one. */
    List<String> submission(String name, Path jar, ClusterState state, Path restoreFromOrNull) {
        List<String> line = java(name, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        line.addAll(List.of("-cp", flinkClassPath(state), CliFrontend.class.getName(), "run", "--detached"));
        line.addAll(List.of("--parallelism", String.valueOf(state.settings().parallelism())));
        if (restoreFromOrNull != null) {
            line.addAll(List.of("--fromSavepoint", restoreFromOrNull.toUri().toString()));
            // Flink deletes a checkpoint of the cluster once there are newer ones; a savepoint belongs to the user.
            boolean isOurs = restoreFromOrNull.startsWith(folder.checkpoints());
            line.addAll(List.of("--claimMode", isOurs ? "CLAIM" : "NO_CLAIM"));
        }
        line.add(jar.toString());
        line.addAll(state.jobArguments());
        return line;
    }

    /** The text in the command lines of this cluster's processes only. */
    static String mark(ClusterFolder folder) {
        return "-Dlog.file=" + folder.logs();
    }

    private List<String> java(String name, String... options) {
        List<String> line = new ArrayList<>(List.of(java));
        line.addAll(List.of(options));
        for (String each : OPENED_PACKAGES) {
            line.add("--add-opens=java.base/" + each + "=ALL-UNNAMED");
        }
        if (Runtime.version().feature() >= FIRST_JAVA_THAT_WARNS) {
            line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        line.add("-Dlog.file=" + folder.log(name));
        line.add("-Dlog4j.configurationFile=" + FlinkSettings.logging(folder).toUri());
        return line;
    }

    private static String[] words(String text) {
        return text.strip().split("\\s+");
    }
}
