package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelChange;
import dev.aimonflink.matrix.setup.ModelSource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a user reads of a failure of the job. */
class JobFailureTest {
    private static final ClusterFolder FOLDER = new ClusterFolder(Path.of("/somewhere"));

    private static String refused(String sentence) {
        return """
                org.apache.flink.runtime.JobException: Recovery is suppressed
                \tat Somewhere
                Caused by: org.apache.flink.runtime.execution.SuppressRestartsException: Unrecoverable failure.
                \tat Elsewhere
                Caused by: dev.aimonflink.matrix.model.InvalidInputException: REFUSAL
                \tat Nowhere
                """.replace("REFUSAL", sentence);
    }

    @Test
    void shouldBeTheSentenceOfAJobThatRefusesToStart() {
        // Without advice to remove data, which may be all that is left.
        String sentence = "aim.start=fail refuses to start without state. Restore the savepoint.";
        assertThat(JobManager.reason(refused(sentence), FOLDER)).isEqualTo(" " + sentence);
    }

    @Test
    void shouldNameTheWaysOutOfTheDataOfAnotherModel() {
        String sentence =
                new ModelChange(PresetModels.named("aim-42"), shown("devices")).difference("the state to restore is");
        assertThat(JobManager.reason(refused(sentence), FOLDER))
                .isEqualTo(" model=devices has the entity 'sensor' with texts as keys, but the state to restore is of"
                        + " model=aim_42, which has the entity 'subscriber' with numbers as keys. Of a cluster, give"
                        + " that model with --model, another state with --from-savepoint, or another folder with --dir."
                        + " Only if nobody needs the data, remove them: `aim cluster down --wipe --dir /somewhere`.");
    }

    private static Model shown(String name) {
        Path file = Path.of("..", "docs", "models", name + ".yaml");
        return ModelSource.of("Model", file.toString()).model();
    }

    @Test
    void shouldBeTheStackTraceOfAnyOther() {
        assertThat(JobManager.reason("java.io.IOException: no space\n\tat Somewhere\n", FOLDER))
                .isEqualTo(" It failed with:\njava.io.IOException: no space\n\tat Somewhere\n");
    }
}
