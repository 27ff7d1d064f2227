package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.update.RoomRemedies;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds fields with a range in which a single value is already too large for a sum. An event counts wholly or not at all, so the window
 * with the most parts limits the values in all windows.
 *
 * <p>A field without {@code min} and {@code max} has the whole range of its type. For squares and for sums of 32 bits that also causes a
 * warning, because everyday values reach their limits. Only an astronomic value reaches the limit of a sum of 64 bits, so there only a
 * declared bound is one that a user expects to count.
 */
final class RangeWarnings {
    private final Model model;

    /** The window in which the least values count. */
    private final WindowPolicy tightest;

    RangeWarnings(Model model) {
        this.model = model;
        tightest = model.aggregates().windows().stream()
                .limit(Math.max(1, model.aggregates().ending()))
                .max(Comparator.comparingInt(WindowPolicy::parts))
                .orElseThrow();
    }

    void addTo(List<String> warnings) {
        for (Aggregation aggregation : model.aggregates().ofFields()) {
            EventField field = model.event()
                    .fields()
                    .get(model.event().indexOf(aggregation.field()).orElseThrow());
            if (field.type().isNumber() && !field.type().is(FieldType.Kind.DOUBLE)) {
                addSquares(aggregation, field, warnings);
                addSums(aggregation, field, warnings);
            }
        }
    }

    private void addSquares(Aggregation aggregation, EventField field, List<String> warnings) {
        List<EventFunction> functions = aggregation.functions().stream()
                .filter(each -> each.stored().contains(EventFunction.SQUARES))
                .toList();
        long limit = squareRoot(Long.MAX_VALUE / tightest.parts());
        add(functions, field, Math.max(Math.abs(field.minUnits()), Math.abs(field.maxUnits())), limit, false, warnings);
    }

    /** Deviations need sums too, but their squares have the smaller limit. */
    private void addSums(Aggregation aggregation, EventField field, List<String> warnings) {
        List<EventFunction> functions = aggregation.functions().stream()
                .filter(each -> each.stored().equals(Set.of(EventFunction.SUM)))
                .toList();
        boolean isNarrow = field.hasNarrowSums() && !(tightest instanceof Ever);
        long least = isNarrow || field.min() != null ? Math.abs(field.minUnits()) : 0;
        long greatest = isNarrow || field.max() != null ? Math.abs(field.maxUnits()) : 0;
        long limit = (isNarrow ? Integer.MAX_VALUE : Long.MAX_VALUE) / tightest.parts();
        add(functions, field, Math.max(least, greatest), limit, isNarrow, warnings);
    }

    private void add(
            List<EventFunction> functions,
            EventField field,
            long largest,
            long limit,
            boolean isNarrow,
            List<String> warnings) {
        if (functions.isEmpty() || largest <= limit) {
            return;
        }
        String remedies = RoomRemedies.of(tightest, true, isNarrow, functions);
        warnings.add("The field '" + field.name() + "' may be in " + field.shown(field.minUnits()) + ".."
                + field.shown(field.maxUnits()) + ", but its " + RoomRemedies.labels(functions) + " in the window '"
                + tightest + "' " + (functions.size() > 1 ? "have" : "has") + " no room for a value outside "
                + field.shown(-limit) + ".." + field.shown(limit) + ", and an event with one is a dead letter. "
                + remedies.substring(0, 1).toUpperCase(Locale.ROOT) + remedies.substring(1) + ".");
    }

    /** The greatest whole number whose square is not greater. */
    private static long squareRoot(long square) {
        // A double has fewer digits than a long, so its root may be one too large.
        long root = (long) Math.sqrt((double) square);
        return root > square / root ? root - 1 : root;
    }
}
