package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Lists what to change in a model where a count or a sum has no room for an event. */
public final class RoomRemedies {
    private RoomRemedies() {}

    /**
     * The remedies as the end of a sentence: {@code "declare a smaller range, give fewer panes, or leave out stdev"}.
     *
     * @param isOneValue whether one event's value is too large even without any other event
     * @param isNarrow whether it is a sum of 32 bits
     * @param functions of the model that need the sum; none for a count, which others need too
     */
    public static String of(
            WindowPolicy window, boolean isOneValue, boolean isNarrow, Collection<EventFunction> functions) {
        List<String> remedies = new ArrayList<>();
        if (isOneValue) {
            remedies.add("declare a smaller range");
        }
        if (window.parts() > 1 || !isOneValue) {
            remedies.add(window.remedy());
        }
        if (isNarrow) {
            remedies.add("take out 'sum: int'");
        }
        if (!functions.isEmpty()) {
            remedies.add("leave out " + labels(functions));
        }
        int last = remedies.size() - 1;
        return last == 0
                ? remedies.get(0)
                : String.join(", ", remedies.subList(0, last)) + ", or " + remedies.get(last);
    }

    public static String labels(Collection<EventFunction> functions) {
        return functions.stream().map(EventFunction::label).collect(Collectors.joining(" and "));
    }
}
