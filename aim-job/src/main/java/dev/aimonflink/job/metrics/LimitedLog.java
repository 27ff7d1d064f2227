package dev.aimonflink.job.metrics;

import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.sql.text.VisibleText;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * A place in the code that logs something of each record or request. Because clients can send any number of these, with any text, it logs
 * at most {@link #LINES_A_MINUTE} of each format, and then how many it left out. Texts are cut, and what could forge a line or drive a
 * terminal is {@linkplain VisibleText escaped}, also in exception messages.
 */
public final class LimitedLog {
    static final int LINES_A_MINUTE = 10;

    /** The most characters of each text. */
    static final int MAX_CHARS = 1_024;

    /** The most frames of an exception and of each of its causes. */
    static final int MAX_FRAMES = 16;

    private static final int MAX_CAUSES = 4;
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final NanoClock clock;

    /** By format, of which the code has a few. */
    private final Map<String, Minute> minutes = new HashMap<>();

    private static final class Minute {
        private long begunNanos;
        private int lines;
        private long leftOut;
    }

    public LimitedLog(Logger log) {
        this(log, NanoClock.SYSTEM);
    }

    LimitedLog(Logger log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
    }

    /**
     * Logs an error, unless the minute has had its lines.
     *
     * @param format with braces, as in SLF4J
     * @param defectOrNull to log with its trace
     */
    public synchronized void error(String format, Throwable defectOrNull, Object... texts) {
        if (!hasRoom(format)) {
            return;
        }
        Object[] arguments = new Object[texts.length + (defectOrNull == null ? 0 : 1)];
        for (int i = 0; i < texts.length; i++) {
            arguments[i] = shown(String.valueOf(texts[i]));
        }
        if (defectOrNull == null) {
            log.error(format, arguments);
        } else {
            arguments[texts.length] = trace(defectOrNull);
            log.error(format + "\n{}", arguments);
        }
    }

    private boolean hasRoom(String format) {
        long nowNanos = clock.nanoTime();
        Minute minute = minutes.get(format);
        if (minute == null || nowNanos - minute.begunNanos >= MINUTE_NANOS) {
            if (minute != null && minute.leftOut > 0) {
                log.error("{} lines like the next were left out.", minute.leftOut);
            }
            minute = new Minute();
            minute.begunNanos = nowNanos;
            minutes.put(format, minute);
        }
        if (minute.lines == LINES_A_MINUTE) {
            if (minute.leftOut == 0) {
                log.error("More lines like the last are left out for up to a minute.");
            }
            minute.leftOut++;
            return false;
        }
        minute.lines++;
        return true;
    }

    private static String shown(String text) {
        return VisibleText.ofLine(text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...");
    }

    /** A logger would write the messages as they are. */
    private static String trace(Throwable defect) {
        StringBuilder trace = new StringBuilder();
        Throwable cause = defect;
        for (int causes = 0; cause != null && causes < MAX_CAUSES; causes++) {
            trace.append(causes == 0 ? "" : "\nCaused by: ")
                    .append(cause.getClass().getName());
            trace.append(cause.getMessage() == null ? "" : ": " + shown(cause.getMessage()));
            StackTraceElement[] frames = cause.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
                trace.append("\n\tat ").append(frames[i]);
            }
            cause = cause.getCause();
        }
        return trace.toString();
    }
}
