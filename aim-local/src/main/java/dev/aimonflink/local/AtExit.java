package dev.aimonflink.local;

import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes what is still open when the JVM ends by Ctrl-C or SIGTERM, youngest first. Closing twice must be possible, because the owner may
 * close at the same time.
 */
public final class AtExit {
    private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();
    private static boolean isEnding;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "aim-at-exit"));
    }

    private AtExit() {}

    /** @throws ClientException if the JVM is ending */
    public static synchronized void add(AutoCloseable open) {
        requireNotEnding();
        OPEN.push(open);
    }

    /**
     * Opens something and adds it. The end of the JVM waits meanwhile, so that nothing just opened is left behind.
     *
     * @throws ClientException if the JVM is ending; then nothing is opened
     */
    static synchronized <T extends AutoCloseable> T open(Opening<T> opening) throws IOException {
        requireNotEnding();
        T opened = opening.open();
        OPEN.push(opened);
        return opened;
    }

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
