package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.sql.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads windows as people write them: {@code 3 days}, {@code last 24 hours by 10 minutes}, {@code last 100 events}, {@code ever}. */
public final class WindowText {
    private static final String LENGTH = "(-?\\d{1,9}) +([a-z]+?)s?";
    private static final Pattern TUMBLING = Pattern.compile(LENGTH);
    private static final Pattern LAST = Pattern.compile("last +" + LENGTH + "(?: +by +" + LENGTH + ")?");
    private static final Pattern BRIEF = Pattern.compile("(\\d{1,9}) *(m|min|h|d|w)");
    private static final String EVENT = "event";
    private static final List<String> UNITS =
            Stream.of(Window.Unit.values()).map(Window.Unit::label).toList();

    private WindowText() {}

    /** @throws InvalidInputException saying what is wrong and how to fix it */
    public static WindowPolicy parse(String written) {
        String text = written.strip();
        WindowPolicy ever = new Ever();
        if (text.equals(ever.toString())) {
            return ever;
        }
        Matcher tumbling = TUMBLING.matcher(text);
        if (tumbling.matches()) {
            return window(tumbling.group(1), tumbling.group(2), UNITS);
        }
        Matcher last = LAST.matcher(text);
        if (!last.matches()) {
            throw new InvalidInputException("window '" + Spelling.shortened(written) + "' is not known. " + hint(text));
        }
        if (last.group(2).equals(EVENT)) {
            if (last.group(3) != null) {
                throw new InvalidInputException(
                        "A window of the last events has no panes. Write 'last " + last.group(1) + " events'.");
            }
            return new LastEvents(Integer.parseInt(last.group(1)));
        }
        Window length = window(
                last.group(1),
                last.group(2),
                Stream.concat(UNITS.stream(), Stream.of(EVENT)).toList());
        return last.group(3) == null
                ? SlidingWindow.of(length)
                : new SlidingWindow(length, window(last.group(3), last.group(4), UNITS));
    }

    /** Other programs write {@code 24h}. */
    private static String hint(String text) {
        Matcher brief = BRIEF.matcher(text);
        if (!brief.matches()) {
            return "Write it like '1 day', 'last 24 hours', 'last 100 events' or 'ever'.";
        }
        String unit = UNITS.stream()
                .filter(each -> each.startsWith(brief.group(2)))
                .findFirst()
                .orElseThrow();
        String length = brief.group(1) + " " + unit + (brief.group(1).equals("1") ? "" : "s");
        return "Write '" + length + "' for calendar windows, or 'last " + length + "' for a sliding one.";
    }

    private static Window window(String count, String unit, List<String> known) {
        Optional<Window.Unit> found = Stream.of(Window.Unit.values())
                .filter(each -> each.label().equals(unit))
                .findFirst();
        return new Window(
                found.orElseThrow(() -> new InvalidInputException(YamlFile.unknown("unit", unit, known)
                        + (known.contains(EVENT) ? " Events are 'last " + count + " events', whatever one is." : ""))),
                Integer.parseInt(count));
    }
}
