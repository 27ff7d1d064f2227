package dev.aimonflink.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
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

    /** At its end the JVM waits for the thread that closes everything, and not for the owner. */
    @RepeatedTest(10)
    void shouldBeGoneWhenEitherOfTwoThreadsHasClosedIt() throws Exception {
        TemporaryDirectory directory = TemporaryDirectory.create("aim-test-");
        for (int folder = 0; folder < 20; folder++) {
            Path inside = Files.createDirectory(directory.path().resolve("folder" + folder));
            for (int file = 0; file < 50; file++) {
                Files.createFile(inside.resolve("file" + file));
            }
        }
        CompletableFuture<Void> owner = CompletableFuture.runAsync(directory::close);
        directory.close();
        assertThat(directory.path()).doesNotExist();
        owner.join();
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
