package dev.aimonflink.local.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a user reads of a failure of the job. */
class JobFailureTest {
    private static final ClusterFolder FOLDER = new ClusterFolder(Path.of("/somewhere"));

    @Test
    void shouldBeTheSentenceOfAJobThatRefusesToStart() {
        assertThat(JobManager.reason("""
                org.apache.flink.runtime.JobException: Recovery is suppressed
                \tat Somewhere
                Caused by: org.apache.flink.runtime.execution.SuppressRestartsException: Unrecoverable failure.
                \tat Elsewhere
                Caused by: dev.aimonflink.core.model.InvalidInputException: model=b is wrong. Give model=a.
                \tat Nowhere
                """, FOLDER))
                .isEqualTo(
                        " model=b is wrong. Give model=a. Of a cluster, give another folder with --dir, or remove the data"
                                + " with `aim cluster down --wipe --dir /somewhere`.");
    }

    @Test
    void shouldBeTheStackTraceOfAnyOther() {
        assertThat(JobManager.reason("java.io.IOException: no space\n\tat Somewhere\n", FOLDER))
                .isEqualTo(" It failed with:\njava.io.IOException: no space\n\tat Somewhere\n");
    }
}
