package dev.aimonflink.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.SqlLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AuditLogTest {
    private static final RunningQueries.Backend ADA = new RunningQueries.Backend() {
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

        @Override
        public InetSocketAddress client() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);
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
        assertThat(first.path("client").textValue())
                .isEqualTo(InetAddress.getLoopbackAddress().getHostAddress());
        assertThat(first.path("application").textValue()).isEqualTo("psql");
        assertThat(first.path("rows").longValue()).isEqualTo(3);
        assertThat(first.path("query").textValue()).isEqualTo("SELECT \"a\" FROM t WHERE k = $1");
        assertThat(first.path("sqlstate").isNull()).isTrue();
        assertThat(new ObjectMapper().readTree(lines.get(2)).path("sqlstate").textValue())
                .isEqualTo("42601");
        assertThat(new ObjectMapper().readTree(lines.get(3)).path("query").textValue())
                .isEqualTo("SELECT " + LONG);
    }

    /** A disk with so much room. */
    private static final class Disk {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int room = Integer.MAX_VALUE;

        WritableByteChannel open() {
            WritableByteChannel all = Channels.newChannel(bytes);
            return new WritableByteChannel() {
                @Override
                public int write(ByteBuffer more) throws IOException {
                    if (room == 0) {
                        throw new IOException("No space left on device");
                    }
                    int written = Math.min(room, more.remaining());
                    room -= written;
                    int unused = all.write(more.duplicate().limit(more.position() + written));
                    more.position(more.position() + written);
                    return written;
                }

                @Override
                public boolean isOpen() {
                    return all.isOpen();
                }

                @Override
                public void close() throws IOException {
                    all.close();
                }
            };
        }

        List<String> texts() throws IOException {
            List<String> texts = new ArrayList<>();
            for (String line : bytes.toString(StandardCharsets.UTF_8).lines().toList()) {
                texts.add(new ObjectMapper().readTree(line).path("query").textValue());
            }
            return texts;
        }
    }

    @Test
    void shouldLetNoStatementBeginUntilItsLinesAreWritten() throws IOException {
        Disk disk = new Disk();
        try (AuditLog log = new AuditLog(disk::open)) {
            RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), log);
            RunningQueries.Query first = queries.begin(ADA, "SELECT 1");
            RunningQueries.Query second = queries.begin(ADA, "SELECT 2");
            queries.end(queries.begin(ADA, "SELECT 0"), 1, null);
            disk.room = 10;
            queries.end(first, 1, null);
            queries.end(second, 1, null);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> queries.begin(ADA, "SELECT 3"))
                        .isInstanceOfSatisfying(Failure.class, failure -> assertThat(failure.state())
                                .isEqualTo(SqlState.IO_ERROR))
                        .hasMessage("The audit log cannot be written: java.io.IOException: No space left on device."
                                + " So the statement was not run. Make room on the disk of the gateway, or give it back the"
                                + " rights for the file; then ask again.");
            }
            assertThat(log.isWritten()).isFalse();
            assertThat(queries.runningOfAll()).isZero();
            disk.room = Integer.MAX_VALUE;
            queries.end(queries.begin(ADA, "SELECT 4"), 1, null);
            assertThat(disk.texts()).containsExactly("SELECT 0", "SELECT 1", "SELECT 2", "SELECT 4");
            assertThat(log.isWritten()).isTrue();
        }
    }

    /** A probe of readiness brings the clients back, none of which would begin a statement. */
    @Test
    void shouldWriteWhatWaitsWhenItIsAskedWhetherItIsWritten() throws IOException {
        Disk disk = new Disk();
        disk.room = 0;
        try (AuditLog log = new AuditLog(disk::open)) {
            RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), log);
            queries.end(queries.begin(ADA, "SELECT 1"), 1, null);
            assertThat(log.isWritten()).isFalse();
            disk.room = Integer.MAX_VALUE;
            assertThat(log.isWritten()).isTrue();
            assertThat(disk.texts()).containsExactly("SELECT 1");
        }
    }

    @Test
    void shouldKeepNoMoreLinesThanItHasRoomFor() throws IOException {
        Disk disk = new Disk();
        try (AuditLog log = new AuditLog(disk::open)) {
            RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), log);
            int most = (int) AuditLog.MAX_WAITING_BYTES / SqlLimits.MAX_CHARACTERS;
            List<RunningQueries.Query> running = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                running.add(queries.begin(ADA, "x".repeat(SqlLimits.MAX_CHARACTERS)));
            }
            running.add(queries.begin(ADA, "SELECT 3"));
            disk.room = 0;
            running.forEach(each -> queries.end(each, 1, null));
            disk.room = Integer.MAX_VALUE;
            assertThat(log.isWritten()).isTrue();
            assertThat(disk.texts()).hasSize(most).endsWith("SELECT 3");
        }
    }

    /** Each of its characters can be six of JSON. */
    @Test
    void shouldCutWhatIsTooLongForAStatement() throws IOException {
        Disk disk = new Disk();
        try (AuditLog log = new AuditLog(disk::open)) {
            RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), log);
            queries.end(queries.begin(ADA, "\u0001".repeat(16 << 20)), 0, "54000");
            assertThat(disk.texts()).containsExactly("\u0001".repeat(SqlLimits.MAX_CHARACTERS) + "...");
        }
    }

    @Test
    void shouldSayThatItsFileCannotBeWritten() {
        Path nowhere = folder.resolve("none").resolve("audit.jsonl");
        assertFails(InvalidInputException.class, () -> new AuditLog(nowhere))
                .hasMessageStartingWith("audit=" + nowhere + " cannot be written: ")
                .hasMessageEndingWith("Give a file in a folder that exists.");
    }
}
