package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.Window.Unit;
import java.time.Duration;
import java.util.List;

/**
 * How often a rule fires for one entity at most, while it stays true.
 *
 * @param slides whether the interval begins with a firing; otherwise it ends with the calendar, at a full hour, a midnight or before a
 *     Monday
 */
public record Every(Period period, boolean slides) {
    public static final Every EVENT = new Every(Period.ALWAYS, false);

    /** How long it is. Those of less than a day divide it. */
    public enum Period {
        ALWAYS("always", "always", Window.DAY, 0),
        FIVE_MINUTES("5min", "5 min", new Window(Unit.MINUTE, 5), 1),
        TEN_MINUTES("10min", "10 min", new Window(Unit.MINUTE, 10), 1),
        QUARTER("15min", "15 min", new Window(Unit.MINUTE, 15), 1),
        HALF_HOUR("30min", "30 min", new Window(Unit.MINUTE, 30), 1),
        HOUR("1h", "1 hour", new Window(Unit.HOUR, 1), 1),
        TWO_HOURS("2h", "2 hours", new Window(Unit.HOUR, 2), 1),
        SIX_HOURS("6h", "6 hours", new Window(Unit.HOUR, 6), 1),
        TWELVE_HOURS("12h", "12 hours", new Window(Unit.HOUR, 12), 1),
        DAY("1d", "1 day", Window.DAY, 1),
        TWO_DAYS("2d", "2 days", Window.DAY, 2),
        WEEK("1w", "1 week", Window.WEEK, 1);

        private final String label;
        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // a record of a unit and a number
        private final Window window;

        private final int windows;

        Period(String label, String words, Window window, int windows) {
            this.label = label;
            this.words = words;
            this.window = window;
            this.windows = windows;
        }

        public static Period of(String label) {
            return Labels.find(
                    label, List.of(values()), Period::label, "every=" + label + " is no interval. Use one of ");
        }

        /** As in a rule. */
        public String label() {
            return label;
        }

        /** As in a model, another way to write the label. */
        public String words() {
            return words;
        }

        /** Consecutive windows of the calendar. */
        Window window() {
            return window;
        }

        /** After how many windows an interval ends, including the one in which the rule fired. */
        int windows() {
            return windows;
        }

        /** Where no clock is put forward or back; zero for {@link #ALWAYS}. */
        public Duration length() {
            return window.longest().multipliedBy(windows);
        }
    }

    public Every {
        if (period == Period.ALWAYS && slides) {
            throw new InvalidInputException(
                    "start=sliding needs an interval. Give one, such as 'every: 1h' or 'every: 1d', too.");
        }
    }
}
