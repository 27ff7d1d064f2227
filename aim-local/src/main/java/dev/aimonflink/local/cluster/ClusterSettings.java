package dev.aimonflink.local.cluster;

import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import java.util.List;

/**
 * The validated settings of a cluster.
 *
 * @param slots of each
 * @param parallelism of the job; further slots are spare
 * @param model what is kept of which events: a name or a YAML file
 * @param backend {@code hashmap} or {@code rocksdb}
 * @param heapMebibytes of each TaskManager, for records and columns
 * @param flinkHome of the Flink distribution to run, or empty for the Flink of our class path
 * @param javaOptions further options of each TaskManager's JVM
 * @param jobArguments further options of the job, such as {@code --aim.time-zone=Europe/Zurich}
 */
record ClusterSettings(
        int taskManagers,
        int slots,
        int parallelism,
        String model,
        String backend,
        long checkpointIntervalMs,
        int heapMebibytes,
        String flinkHome,
        List<String> javaOptions,
        List<String> jobArguments) {
    static final String HASHMAP = "hashmap";
    static final String ROCKSDB = "rocksdb";
    static final String OUR_FLINK = "";

    /** Without it, scans run on plain loops. */
    static final List<String> WITH_VECTORS = List.of("--add-modules=jdk.incubator.vector");

    static final int MAX_TASKMANAGERS = 64;
    static final int MIN_HEAP_MEBIBYTES = 64;
    static final long MIN_CHECKPOINT_INTERVAL_MS = 100;

    static final ClusterSettings DEFAULT = new ClusterSettings(
            2, 1, 2, AimOptions.MODEL.defaultValue(), HASHMAP, 10_000, 1_024, OUR_FLINK, WITH_VECTORS, List.of());

    ClusterSettings {
        Limits.requireWithin("taskmanagers", taskManagers, 1, MAX_TASKMANAGERS);
        Limits.requireWithin("slots", slots, 1, Topology.MAX_PARALLELISM);
        Limits.requireWithin("parallelism", parallelism, 1, Topology.MAX_PARALLELISM);
        if (parallelism > taskManagers * slots) {
            throw new InvalidInputException("parallelism=" + parallelism + " is more than the " + taskManagers * slots
                    + " slots of taskmanagers=" + taskManagers + " with slots=" + slots
                    + ". Lower it, or give --taskmanagers or --slots to `aim cluster up`, where the cluster is down.");
        }
        if (!backend.equals(HASHMAP) && !backend.equals(ROCKSDB)) {
            throw new InvalidInputException(
                    "backend=" + backend + " is no state backend. Give " + HASHMAP + " or " + ROCKSDB + ".");
        }
        if (checkpointIntervalMs < MIN_CHECKPOINT_INTERVAL_MS) {
            throw new InvalidInputException("checkpoint-interval=" + checkpointIntervalMs
                    + "ms is too short. Give at least " + MIN_CHECKPOINT_INTERVAL_MS + "ms.");
        }
        if (heapMebibytes < MIN_HEAP_MEBIBYTES) {
            throw new InvalidInputException("heap=" + heapMebibytes + "m is too small for a TaskManager. Give at least "
                    + MIN_HEAP_MEBIBYTES + "m.");
        }
        javaOptions = List.copyOf(javaOptions);
        jobArguments = List.copyOf(jobArguments);
    }

    /** The options of the job, checked like in the job, without the broker's address. */
    JobSettings job() {
        ClusterState state = ClusterState.initial(this, new ClusterPorts(1, 1, 1, 1, 1, 1));
        return JobSettings.of(JobArguments.parse(state.jobArguments().toArray(String[]::new)));
    }

    /** To which rules of the job may write events. */
    List<String> topicsOfRules() {
        return job().rules().eventTopics();
    }

    int allSlots() {
        return taskManagers * slots;
    }

    /** As options. */
    String text() {
        return "taskmanagers=" + taskManagers + ", slots=" + slots + ", parallelism=" + parallelism
                + ", model=" + model + ", backend=" + backend
                + ", checkpoint-interval=" + checkpointIntervalMs + "ms, heap="
                + heapMebibytes + "m" + (flinkHome.isEmpty() ? "" : ", flink-home=" + flinkHome)
                + (javaOptions.equals(WITH_VECTORS) ? "" : ", java-option=" + String.join(" ", javaOptions))
                + (jobArguments.isEmpty() ? "" : " and " + String.join(" ", jobArguments));
    }
}
