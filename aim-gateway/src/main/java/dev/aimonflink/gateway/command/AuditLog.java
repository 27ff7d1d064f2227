package dev.aimonflink.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.ask.RunningQueries.Query;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a line of JSON for each statement that has ended: who asked what, and how it ended. Values of parameters are not written. */
final class AuditLog implements Consumer<Query>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final BufferedWriter file;

    AuditLog(Path path) {
        try {
            create(path);
            file = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new InvalidInputException(
                    "audit=" + path + " cannot be written: " + unwritable.getMessage()
                            + ". Give a file in a folder that exists.",
                    unwritable);
        }
    }

    /** Statements have values of the data, so only the owner can read them. A file that is there stays as it is. */
    private static void create(Path path) throws IOException {
        if (!Files.exists(path)
                && path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }

    @Override
    public synchronized void accept(Query query) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", query.began().toString());
        line.put("user", query.user());
        line.put("application", query.application());
        line.put("pid", query.processId());
        line.put("milliseconds", query.time().toNanos() / 1e6);
        line.put("rows", query.rows());
        line.put("sqlstate", query.failure());
        line.put("query", query.whole());
        try {
            file.write(JSON.writeValueAsString(line));
            file.newLine();
            file.flush();
        } catch (IOException lost) {
            LOG.error("A line of the audit log is lost", lost);
        }
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException lost) {
            LOG.error("The audit log was not closed", lost);
        }
    }
}
