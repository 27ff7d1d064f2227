package dev.aimonflink.clients.cli.environment;

import java.io.PrintStream;

/** One line on a terminal that is overwritten; without a terminal it prints nothing. */
public final class LiveLine implements AutoCloseable {
    private static final String BACK_TO_START_AND_CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final boolean watched;

    public LiveLine(Environment environment) {
        terminal = environment.live();
        watched = environment.terminal();
    }

    public void show(String line) {
        if (watched) {
            terminal.print(BACK_TO_START_AND_CLEAR + line);
            terminal.flush();
        }
    }

    @Override
    public void close() {
        show("");
    }
}
