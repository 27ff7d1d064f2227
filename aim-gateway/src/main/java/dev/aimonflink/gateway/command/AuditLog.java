package dev.aimonflink.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.ask.RunningQueries.Query;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a JSON line for each ended statement: who asked what, and how it ended, without the values of parameters.
 *
 * <p>After a line that cannot be written no statement begins. Running ones still get their answers; their lines wait, and are written first
 * once possible.
 */
final class AuditLog implements RunningQueries.Log, AutoCloseable {
    /** For waiting lines: as many as statements run, each of which may be long. */
    static final long MAX_WAITING_BYTES = 16 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Opening opening;

    /** Null after a failure, after which the path may lead to another file, or become writable only when reopened. */
    private WritableByteChannel file;

    /** The first may be partly written. */
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();

    private long waitingBytes;

    /** Why a line waits, or null. */
    private volatile IOException fault;

    /** Opens what the lines are appended to. */
    @FunctionalInterface
    interface Opening {
        WritableByteChannel open() throws IOException;
    }

    AuditLog(Path path) {
        this(() -> opened(path));
        try {
            file = opening.open();
        } catch (IOException unwritable) {
            throw new InvalidInputException(
                    "audit=" + path + " cannot be written: " + unwritable.getMessage()
                            + ". Give a file in a folder that exists.",
                    unwritable);
        }
    }

    AuditLog(Opening opening) {
        this.opening = opening;
    }

    /** Statements contain data, so only the owner can read them; an existing file stays as it is. */
    private static WritableByteChannel opened(Path path) throws IOException {
        if (!Files.exists(path)
                && path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public synchronized void ended(Query query) {
        byte[] line = line(query);
        if (waitingBytes + line.length > MAX_WAITING_BYTES) {
            LOG.error("A line of the audit log is lost, of a statement of {} at {}", query.user(), query.client());
            return;
        }
        waiting.add(ByteBuffer.wrap(line));
        waitingBytes += line.length;
        boolean unused = isWritten();
    }

    private static byte[] line(Query query) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", query.began().toString());
        line.put("user", query.user());
        line.put("client", query.client().getAddress().getHostAddress());
        line.put("application", query.application());
        line.put("pid", query.processId());
        line.put("milliseconds", query.time().toNanos() / 1e6);
        line.put("rows", query.rows());
        line.put("sqlstate", query.failure());
        line.put("query", query.whole());
        try {
            return (JSON.writeValueAsString(line) + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("A statement is no JSON", defect);
        }
    }

    @Override
    public void requireWritten() {
        if (fault != null && !isWritten()) {
            throw Failure.of(
                    SqlState.IO_ERROR,
                    "The audit log cannot be written: " + fault
                            + ". So the statement was not run. Make room on the disk of the gateway, or give it back the rights"
                            + " for the file; then ask again.");
        }
    }

    /** Writes what waits; returns whether nothing does any more. */
    synchronized boolean isWritten() {
        try {
            while (!waiting.isEmpty()) {
                file = file == null ? opening.open() : file;
                ByteBuffer line = waiting.getFirst();
                while (line.hasRemaining()) {
                    waitingBytes -= file.write(line);
                }
                waiting.removeFirst();
            }
            if (fault != null) {
                LOG.warn("The audit log is written again, with all lines that waited");
                fault = null;
            }
            return true;
        } catch (IOException unwritten) {
            if (fault == null) {
                LOG.error("The audit log cannot be written, so no statement begins", unwritten);
            }
            fault = unwritten;
            closeFile();
            return false;
        }
    }

    private void closeFile() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException unclosed) {
            LOG.debug("The audit log was not closed", unclosed);
        }
        file = null;
    }

    @Override
    public synchronized void close() {
        if (!isWritten()) {
            LOG.error("{} lines of the audit log are lost", waiting.size());
        }
        closeFile();
    }
}
