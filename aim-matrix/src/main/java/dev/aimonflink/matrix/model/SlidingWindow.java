package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.Window.Unit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The last panes of the local calendar, including the current one. A pane is a {@linkplain Window calendar window}, past for all entities
 * at once, so "last 24 hours" in panes of an hour covers between 23 and 24 of them.
 *
 * @param length a whole number of panes
 */
public record SlidingWindow(Window length, Window pane) implements WindowPolicy {
    /** A record has a cell for each pane and aggregate. */
    public static final int MAX_PANES = 1_000;

    /** Months are missing, because their length varies. */
    private static final Map<Unit, Long> MINUTES =
            new EnumMap<>(Map.of(Unit.MINUTE, 1L, Unit.HOUR, 60L, Unit.DAY, 24L * 60, Unit.WEEK, 7L * 24 * 60));

    /** In the order in which they are tried. */
    private static final List<Window> SUGGESTED_PANES = List.of(
            new Window(Unit.MINUTE, 5),
            new Window(Unit.MINUTE, 1),
            new Window(Unit.HOUR, 1),
            new Window(Unit.HOUR, 6),
            Window.DAY,
            Window.WEEK);

    private static final int MAX_SUGGESTED_PANES = 100;

    public SlidingWindow {
        requireFixed(length);
        requireFixed(pane);
        long panes = minutes(length) / minutes(pane);
        if (minutes(length) % minutes(pane) != 0 || panes < 2 || panes > MAX_PANES) {
            throw new InvalidInputException("The last " + length + " are not 2 to " + MAX_PANES + " times " + pane
                    + ". Give panes by which they can be divided, such as 'last "
                    + suggestedPane(length).map(each -> length + " by " + each).orElse("24 hours by 1 hour") + "'.");
        }
    }

    /** Panes that divide the length, few enough to be cheap. */
    private static Optional<Window> suggestedPane(Window length) {
        return SUGGESTED_PANES.stream()
                .filter(each -> minutes(length) % minutes(each) == 0)
                .filter(each -> minutes(length) / minutes(each) >= 2)
                .filter(each -> minutes(length) / minutes(each) <= MAX_SUGGESTED_PANES)
                .findFirst();
    }

    /** With the usual panes: a minute for minutes, an hour for hours, a day for days and weeks. */
    public static SlidingWindow of(Window length) {
        return new SlidingWindow(length, usualPane(length));
    }

    private static Window usualPane(Window length) {
        return new Window(length.unit() == Unit.WEEK ? Unit.DAY : length.unit(), 1);
    }

    private static void requireFixed(Window window) {
        if (!MINUTES.containsKey(window.unit())) {
            throw new InvalidInputException("A window of the last " + window
                    + " is impossible, because months differ in length. Write it like 'last 30 days'.");
        }
    }

    private static long minutes(Window window) {
        return MINUTES.get(window.unit()) * window.count();
    }

    @Override
    public int panes() {
        return (int) (minutes(length) / minutes(pane));
    }

    @Override
    public String kind() {
        return "sliding, " + panes() + " panes of " + pane;
    }

    @Override
    public String remedy() {
        return "give fewer panes";
    }

    @Override
    public String columnName() {
        return "last_" + length.toString().replace(' ', '_');
    }

    @Override
    public Duration longest() {
        return length.longest();
    }

    @Override
    public String toString() {
        return "last " + length + (pane.equals(usualPane(length)) ? "" : " by " + pane);
    }
}
