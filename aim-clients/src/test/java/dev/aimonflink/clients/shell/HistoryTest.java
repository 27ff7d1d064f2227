package dev.aimonflink.clients.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs({OS.LINUX, OS.MAC})
class HistoryTest {
    @TempDir
    private Path folder;

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void shouldBeForItsOwnerAlone() throws IOException {
        Path file = folder.resolve("new").resolve("history");
        assertThat(History.create(file)).isTrue();
        assertThat(rights(file)).isEqualTo("rw-------");
    }

    @Test
    void shouldKeepTheLinesAndTheRightsOfAFileThatIsThere() throws IOException {
        Path file = Files.writeString(folder.resolve("history"), "SELECT 1;");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(History.create(file)).isTrue();
        assertThat(file).hasContent("SELECT 1;");
        assertThat(rights(file)).isEqualTo("rw-r-----");
    }

    @Test
    void shouldKeepNothingInWhatIsNoFile() throws IOException {
        assertThat(History.create(Path.of("/dev/null"))).isFalse();
        assertThat(History.create(folder)).isFalse();
    }

    @Test
    void shouldFailWhereNoFileCanBe() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertFails(IOException.class, () -> History.create(file.resolve("history")));
    }
}
