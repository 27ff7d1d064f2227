package dev.aimonflink.job;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What a class logs while a test runs. */
public final class CapturedLog extends AbstractAppender implements AutoCloseable {
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Logger logger;

    public CapturedLog(Class<?> of) {
        super("captured", null, null, true, Property.EMPTY_ARRAY);
        logger = (Logger) LogManager.getLogger(of);
        start();
        logger.addAppender(this);
    }

    @Override
    public void append(LogEvent event) {
        messages.add(event.getMessage().getFormattedMessage());
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.removeAppender(this);
        stop();
    }
}
