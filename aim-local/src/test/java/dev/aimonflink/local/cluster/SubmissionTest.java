package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SubmissionTest {
    private static final Path OUTPUT = Path.of("submit.out");

    @Test
    void shouldKnowTheJobThatWasAccepted() {
        String said = "Submitting application\nJob has been submitted with JobID 0123456789abcdef0123456789abcdef\n";
        assertThat(Submission.idOf(said, OUTPUT)).isEqualTo("0123456789abcdef0123456789abcdef");
    }

    @Test
    void shouldReportTheRootCause() {
        String said = """
                The program finished with the following exception:
                ProgramInvocationException: The main method caused an error: no
                \tat Somewhere
                Caused by: java.lang.RuntimeException: later
                Caused by: java.io.FileNotFoundException: no savepoint there
                \tat Elsewhere
                """;
        assertFails(ClientException.class, () -> Submission.idOf(said, OUTPUT))
                .hasMessage("The job was not accepted: java.io.FileNotFoundException: no savepoint there."
                        + " All of it is in submit.out.");
    }

    @Test
    void shouldSayThatItDoesNotKnowWhy() {
        assertThatThrownBy(() -> Submission.idOf("", OUTPUT))
                .hasMessage("The job was not accepted: its client gives no reason. All of it is in submit.out.");
    }
}
