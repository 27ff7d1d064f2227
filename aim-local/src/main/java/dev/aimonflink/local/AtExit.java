package dev.aimonflink.local;

import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes what is still open when the JVM ends by Ctrl-C or SIGTERM, the youngest first. Closing twice must be possible,
 * since the owner may close at the same time.
 */
public final class AtExit {
    private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();
    private static boolean isEnding;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "aim-at-exit"));
    }

    private AtExit() {}

    /** @throws ClientException if the JVM ends already */
    public static synchronized void add(AutoCloseable open) {
        requireNotEnding();
        OPEN.push(open);
    }

    /**
     * Opens something and adds it. The end of the JVM waits meanwhile: otherwise what is opened right before it would be left
     * behind.
     *
     * @throws ClientException if the JVM ends already; then nothing is opened
     */
    static synchronized <T extends AutoCloseable> T open(Opening<T> opening) throws IOException {
        requireNotEnding();
        T opened = opening.open();
        OPEN.push(opened);
        return opened;
    }

    /** Opens something that is to be closed when the JVM ends. */
    @FunctionalInterface
    interface Opening<T> {
        T open() throws IOException;
    }

    private static void requireNotEnding() {
        if (isEnding) {
            throw new ClientException("Nothing is started any more: the JVM ends.");
        }
    }

    public static synchronized void remove(AutoCloseable closed) {
        OPEN.removeIf(each -> each == closed);
    }

    private static synchronized AutoCloseable youngest() {
        isEnding = true;
        return OPEN.poll();
    }

    private static void closeAll() {
        for (AutoCloseable open = youngest(); open != null; open = youngest()) {
            try {
                open.close();
            } catch (Exception e) {
                System.err.println("At the end of the JVM: " + e.getMessage());
            }
        }
    }
}
