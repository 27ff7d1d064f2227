package dev.aimonflink.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CommitTest {
    @TempDir
    private Path home;

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("git", "-C", home.toString(), "-c", "user.name=Test", "-c", "user.email=test@localhost"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }

    @Test
    void shouldNameTheCommitOfACheckoutAndWhetherItHasChanges() throws Exception {
        git("init", "-q");
        Files.writeString(home.resolve("file"), "one");
        git("add", "file");
        git("commit", "-q", "-m", "one");
        assertThat(MachineFacts.commitOf(home)).matches("[0-9a-f]{40}");

        Files.writeString(home.resolve("file"), "other");
        assertThat(MachineFacts.commitOf(home)).matches("[0-9a-f]{40}-dirty");
    }

    @Test
    void shouldNotKnowTheCommitOutsideOfACheckout() {
        assertThat(MachineFacts.commitOf(home.resolve("nowhere"))).isEqualTo("unknown");
    }
}
