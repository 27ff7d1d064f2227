package dev.aimonflink.matrix.model;

import java.io.Serializable;

/**
 * One column of a model's matrix.
 *
 * @param field index; {@link #NO_FIELD} for counts of events
 * @param filter index
 * @param window index
 * @param copy from 0
 * @param name unique in its model
 */
public record ModelColumn(EventFunction function, int field, int filter, int window, int copy, String name)
        implements Serializable {
    public static final int NO_FIELD = -1;

    private static final int THIS = "this ".length();

    /** As in {@code Sum of amount of online payments this week}, or with the model's own text of the aggregate. */
    public String description(Model model) {
        boolean isOfEvents = field == NO_FIELD;
        EventField of = isOfEvents ? null : model.event().fields().get(field);
        EventFilter chosen = model.aggregates().filters().get(filter);
        String own = model.text("aggregates", isOfEvents ? Aggregation.EVENTS : of.name(), function.label());
        String when = " " + when(model.aggregates().windows().get(window));
        String suffix = copy == 0 ? "" : ", copy " + (copy + 1);
        if (own != null) {
            return asPart(own) + when + (chosen.isAll() ? "" : ", " + events(model, chosen)) + suffix;
        } else if (isOfEvents) {
            return "Number of " + events(model, chosen) + when + suffix;
        }
        String measure = words(of.measure());
        String events = (chosen.isAll() ? "all " : "") + events(model, chosen);
        return (function == EventFunction.COUNT
                        ? "Number of " + events + " with " + measure
                        : words(of.type().is(FieldType.Kind.TIME)) + " " + measure + " of " + events)
                + when
                + suffix;
    }

    /** The unit of the field; null if it has none, or values are squares or numbers of events. */
    public String unit(Model model) {
        return switch (function) {
            case COUNT, SQUARES, VAR -> null;
            default -> model.text("fields", model.event().fields().get(field).name(), Model.UNIT);
        };
    }

    private String words(boolean isOfTimes) {
        return switch (function) {
            case COUNT -> "Number of";
            case SUM -> "Sum of";
            case MIN -> isOfTimes ? "Earliest" : "Lowest";
            case MAX -> isOfTimes ? "Latest" : "Highest";
            case SQUARES -> "Sum of squares of";
            case AVG -> "Average";
            case STDEV -> "Standard deviation of";
            case VAR -> "Variance of";
        };
    }

    /** As in {@code online payments}: what the filter's description says, or else its name. */
    private static String events(Model model, EventFilter filter) {
        String own = model.text("filters", filter.name(), Model.DESCRIPTION);
        if (own != null) {
            boolean isWord = own.length() > 1 && Character.isLowerCase(own.charAt(1));
            return asPart(isWord ? Character.toLowerCase(own.charAt(0)) + own.substring(1) : own);
        }
        return (filter.isAll() ? "" : words(filter.name()) + " ")
                + words(Names.plural(model.event().name()));
    }

    private static String when(WindowPolicy window) {
        String words = words(window.columnName());
        if (words.startsWith("last ")) {
            return "in the last " + words.substring((words.startsWith("last 1 ") ? "last 1 " : "last ").length());
        }
        boolean areSeveral = words.startsWith("this ") && Character.isDigit(words.charAt(THIS));
        return areSeveral ? "in these " + words.substring(THIS) : words;
    }

    private static String words(String name) {
        return Names.snakeCase(name).replace('_', ' ');
    }

    /** Without the point of a sentence. */
    private static String asPart(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
