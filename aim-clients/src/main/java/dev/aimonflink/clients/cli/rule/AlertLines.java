package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.format.AlertJson;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleValues;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes each alert to a file as the job would have, one JSON object a line. */
final class AlertLines implements RuleJudge.Alerts, AutoCloseable {
    private final String eventsTopic;

    /** Null if there is no file. */
    private final OutputStream out;

    /** @param fileOrNull a new file; null to write nothing */
    AlertLines(Path fileOrNull, String eventsTopic) {
        this.eventsTopic = eventsTopic;
        try {
            out = fileOrNull == null
                    ? null
                    : new BufferedOutputStream(
                            Files.newOutputStream(fileOrNull, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (FileAlreadyExistsException exists) {
            throw new InvalidInputException(
                    "alerts=" + fileOrNull + " exists already. Give the name of a new file.", exists);
        } catch (IOException unwritable) {
            throw new InvalidInputException(
                    "alerts=" + fileOrNull + " cannot be written: " + unwritable.getMessage()
                            + ". Give a file in a folder that exists.",
                    unwritable);
        }
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (out == null) {
            return;
        }
        String id = AlertJson.id(rule, eventsTopic, values, isResolved);
        try {
            out.write(AlertJson.alert(id, rule, values, isResolved, suppressed, sinceMs));
            out.write('\n');
        } catch (IOException unwritable) {
            throw new UncheckedIOException("The file of alerts cannot be written.", unwritable);
        }
    }

    @Override
    public void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException("The file of alerts cannot be written.", unwritable);
        }
    }
}
