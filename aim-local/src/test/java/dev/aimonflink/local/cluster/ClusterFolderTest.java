package dev.aimonflink.local.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterFolderTest {
    private ClusterFolder folder;

    @BeforeEach
    void createFolder(@TempDir Path root) {
        folder = new ClusterFolder(root);
        folder.create();
    }

    private static Path complete(Path snapshot, long atMs) throws IOException {
        Files.createDirectories(snapshot);
        Files.setLastModifiedTime(Files.createFile(snapshot.resolve("_metadata")), FileTime.fromMillis(atMs));
        return snapshot;
    }

    @Test
    void shouldNameTheFolderInACommandUnlessItIsTheDefault() {
        assertThat(ClusterFolder.ofHome().command("up")).isEqualTo("`aim cluster up`");
        assertThat(new ClusterFolder(Path.of("/park/..", "parking")).command("down --wipe"))
                .isEqualTo("`aim cluster down --wipe --dir /parking`");
        assertThat(new ClusterFolder(Path.of("/my clusters", "park")).command("up"))
                .isEqualTo("`aim cluster up --dir '/my clusters/park'`");
    }

    @Test
    void shouldFindNoSnapshotInAnEmptyFolder() {
        assertThat(folder.newestSnapshot()).isEmpty();
    }

    @Test
    void shouldFindTheNewestCheckpoint() throws Exception {
        complete(folder.checkpoints().resolve("job-a").resolve("chk-12"), 1_000);
        Path newest = complete(folder.checkpoints().resolve("job-b").resolve("chk-3"), 3_000);
        complete(folder.savepoints().resolve("savepoint-1"), 2_000);
        assertThat(folder.newestSnapshot()).contains(newest);
    }

    @Test
    void shouldFindANewerSavepoint() throws Exception {
        complete(folder.checkpoints().resolve("job-a").resolve("chk-12"), 1_000);
        Path newest = complete(folder.savepoints().resolve("savepoint-1"), 2_000);
        assertThat(folder.newestSnapshot()).contains(newest);
    }

    @Test
    void shouldKeepTheNewestSavepointAlone() throws Exception {
        Path oldest = complete(folder.savepoints().resolve("savepoint-1"), 1_000);
        Path newest = complete(folder.savepoints().resolve("savepoint-2"), 3_000);
        Path between = complete(folder.savepoints().resolve("savepoint-3"), 2_000);
        folder.removeOlderSavepoints();
        assertThat(newest).exists();
        assertThat(oldest).doesNotExist();
        assertThat(between).doesNotExist();
    }

    @Test
    void shouldSkipASnapshotThatIsNotComplete() throws Exception {
        Path complete = complete(folder.checkpoints().resolve("job-a").resolve("chk-12"), 1_000);
        Files.createDirectories(folder.checkpoints().resolve("job-a").resolve("chk-13"));
        assertThat(folder.newestSnapshot()).contains(complete);
    }
}
