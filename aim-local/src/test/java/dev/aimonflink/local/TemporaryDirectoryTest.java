package dev.aimonflink.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TemporaryDirectoryTest {
    @Test
    void shouldRemoveEverythingInItWhenClosed() throws Exception {
        Path path;
        try (TemporaryDirectory directory = TemporaryDirectory.create("aim-test-")) {
            path = directory.path();
            Files.createDirectories(path.resolve("a/b"));
            Files.writeString(path.resolve("a/b/c"), "text");
            assertThat(path.getFileName().toString()).startsWith("aim-test-");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldNotFollowLinksOutOfItself() throws Exception {
        try (TemporaryDirectory other = TemporaryDirectory.create("aim-test-")) {
            Path kept = Files.writeString(other.path().resolve("kept"), "text");
            try (TemporaryDirectory directory = TemporaryDirectory.create("aim-test-")) {
                Files.createSymbolicLink(directory.path().resolve("link"), other.path());
            }
            assertThat(kept).exists();
        }
    }

    @Test
    void shouldCloseTwice() {
        TemporaryDirectory directory = TemporaryDirectory.create("aim-test-");
        directory.close();
        directory.close();
        assertThat(directory.path()).doesNotExist();
    }

    @Test
    void shouldRemoveWhatAKilledOwnerHasLeft() throws Exception {
        Path orphan = Files.createTempDirectory("aim-orphan-");
        Files.createFile(orphan.resolve(TemporaryDirectory.LOCK));
        List<Path> ended = new ArrayList<>();
        TemporaryDirectory.create("aim-orphan-", ended::add).close();
        assertThat(ended).containsExactly(orphan);
        assertThat(orphan).doesNotExist();
    }

    @Test
    void shouldLeaveAloneWhatHasAnOwnerOrNeverHadOne() throws Exception {
        Path others = Files.createTempDirectory("aim-owned-");
        try (TemporaryDirectory owned = TemporaryDirectory.create("aim-owned-")) {
            TemporaryDirectory.create("aim-owned-").close();
            assertThat(owned.path()).exists();
            assertThat(others).exists();
        } finally {
            Files.delete(others);
        }
    }
}
