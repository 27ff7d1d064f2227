package dev.aimonflink.job.message;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.flink.api.common.JobID;

/**
 * Says whether this job's writers in this JVM can write to a topic, so that the job accepts no work whose outcome it could not send.
 *
 * <p>Each slot has one partition of the matrix, one merger and one writer of each topic, because they share slots and parallelism. So
 * wherever a partition accepts requests, a writer notices when the topic cannot be written; and a request for all partitions fails where a
 * single one refuses it. This needs no message between TaskManagers.
 */
public final class TopicHealth {
    private record Topic(JobID job, String name) {}

    /** Two small entries a job, which go with the job's class loader. */
    private static final ConcurrentMap<Topic, TopicHealth> TOPICS = new ConcurrentHashMap<>();

    private final Set<Object> stuck = ConcurrentHashMap.newKeySet();

    /** The same object for all tasks of a job in this JVM. */
    public static TopicHealth of(JobID job, String topic) {
        return TOPICS.computeIfAbsent(new Topic(job, topic), key -> new TopicHealth());
    }

    /** Says that a writer cannot write now. */
    public void stuck(Object writer) {
        stuck.add(writer);
    }

    /** Says that a writer can write again, or is closed. */
    public void free(Object writer) {
        stuck.remove(writer);
    }

    public boolean isWritable() {
        return stuck.isEmpty();
    }
}
