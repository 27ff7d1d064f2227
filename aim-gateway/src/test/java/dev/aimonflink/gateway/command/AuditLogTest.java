package dev.aimonflink.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AuditLogTest {
    private static final RunningQueries.Asker ADA = new RunningQueries.Asker() {
        @Override
        public int processId() {
            return 7;
        }

        @Override
        public String user() {
            return "ada";
        }

        @Override
        public String application() {
            return "psql";
        }
    };

    private static final String LONG = "1 + ".repeat(1_000) + "1";

    @TempDir
    private Path folder;

    @Test
    void shouldBeReadableForItsOwnerAlone() throws IOException {
        Path file = folder.resolve("new.jsonl");
        new AuditLog(file).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldAppendALineForEachStatement() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        Files.writeString(file, "{}\n");
        try (AuditLog log = new AuditLog(file)) {
            RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), log);
            queries.end(queries.begin(ADA, "SELECT \"a\" FROM t WHERE k = $1"), 3, null);
            queries.end(queries.begin(ADA, "SELEC"), 0, "42601");
            queries.end(queries.begin(ADA, "SELECT " + LONG), 1, null);
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(4);
        JsonNode first = new ObjectMapper().readTree(lines.get(1));
        assertThat(first.path("user").textValue()).isEqualTo("ada");
        assertThat(first.path("application").textValue()).isEqualTo("psql");
        assertThat(first.path("rows").longValue()).isEqualTo(3);
        assertThat(first.path("query").textValue()).isEqualTo("SELECT \"a\" FROM t WHERE k = $1");
        assertThat(first.path("sqlstate").isNull()).isTrue();
        assertThat(new ObjectMapper().readTree(lines.get(2)).path("sqlstate").textValue())
                .isEqualTo("42601");
        assertThat(new ObjectMapper().readTree(lines.get(3)).path("query").textValue())
                .isEqualTo("SELECT " + LONG);
    }

    @Test
    void shouldSayThatItsFileCannotBeWritten() {
        Path nowhere = folder.resolve("none").resolve("audit.jsonl");
        assertThatThrownBy(() -> new AuditLog(nowhere))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("audit=" + nowhere + " cannot be written: ")
                .hasMessageEndingWith("Give a file in a folder that exists.");
    }
}
