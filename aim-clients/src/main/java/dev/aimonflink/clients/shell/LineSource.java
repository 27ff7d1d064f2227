package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Screen;
import java.time.Duration;

/** Where the texts of a dialogue come from: a person at a terminal. */
public interface LineSource {
    /** What a person did instead of ending a text, or null in {@link Line}. */
    enum Sign {
        /** Ctrl-C: the text is to be forgotten. */
        INTERRUPT,
        /** Ctrl-D, or the end of the input. */
        END
    }

    /** @param text null if there is a sign instead */
    record Line(String text, Sign sign) {
        static Line of(String text) {
            return new Line(text, null);
        }

        static Line of(Sign sign) {
            return new Line(null, sign);
        }
    }

    /**
     * Asks for a text: statements, or a command, or both. It has as many lines as it needs to be complete.
     *
     * @param begun with which it begins, for the person to go on
     */
    Line next(String prompt, String begun);

    /** Waits. Returns false at once if Ctrl-C is pressed meanwhile. */
    boolean pause(Duration time);

    /** The screen as it is now. */
    Screen screen();

    /** Empties the screen, if there is one. */
    void clear();
}
