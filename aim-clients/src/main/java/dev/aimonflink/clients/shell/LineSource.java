package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Screen;
import java.time.Duration;

/** Where a dialogue's texts come from: a person at a terminal. */
public interface LineSource {
    /** What a person did instead of ending a text, or null in {@link Line}. */
    enum Sign {
        /** Ctrl-C: the text is dropped. */
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
     * Asks for statements or a command or both, with as many lines as needed.
     *
     * @param begun its beginning, for the person to continue
     */
    Line next(String prompt, String begun);

    /** Waits; false at once if Ctrl-C is pressed. */
    boolean pause(Duration time);

    /** As it is now. */
    Screen screen();

    void clear();
}
