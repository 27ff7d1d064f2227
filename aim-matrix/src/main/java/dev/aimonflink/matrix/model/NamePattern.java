package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes column names from a text such as <code>{function}_{measure}[_of_{filter}]_{window}</code>. The part in brackets is omitted for
 * aggregates of all events.
 */
public record NamePattern(String text) implements Serializable {
    private static final List<String> PLACES = List.of("function", "measure", "filter", "window");
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final Pattern OPTIONAL = Pattern.compile("\\[([^\\[\\]]*)\\]");

    public NamePattern {
        Matcher places = PLACE.matcher(text);
        while (places.find()) {
            if (!PLACES.contains(places.group(1))) {
                throw new InvalidInputException("A name cannot have a part {" + places.group(1) + "}. There are {"
                        + String.join("}, {", PLACES) + "}.");
            }
        }
        String rest = OPTIONAL.matcher(PLACE.matcher(text).replaceAll("")).replaceAll("$1");
        if (!rest.matches("[A-Za-z0-9_]*")) {
            throw new InvalidInputException(
                    "names='" + text + "' is no pattern. Write letters, digits, underscores, the parts {"
                            + String.join("}, {", PLACES) + "}, and [...] around what aggregates of all events lack.");
        }
    }

    /** @param filter null for all events */
    String name(String function, String measure, String filter, String window) {
        String chosen = filter == null
                ? OPTIONAL.matcher(text).replaceAll("")
                : text.replace("[", "").replace("]", "");
        return chosen.replace("{function}", function)
                .replace("{measure}", measure)
                .replace("{filter}", filter == null ? EventFilter.ALL.name() : filter)
                .replace("{window}", window);
    }
}
