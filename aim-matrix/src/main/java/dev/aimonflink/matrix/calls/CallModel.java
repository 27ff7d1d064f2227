package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.util.Map;

/** The benchmark's models of subscribers' calls. The smallest is the file aim-42.yaml in the jar. */
public final class CallModel {
    public static final int AGGREGATES_PER_COPY = 42;

    /** The benchmark's default: thirteen copies. */
    public static final int DEFAULT_AGGREGATES = 546;

    /** The indexes of the fields of a call. */
    public static final int DURATION = 0;

    public static final int COST = 1;
    private static final int LONG_DISTANCE = 2;

    private static final float CENTS = 100;

    private static final Model SMALLEST = PresetModels.named("aim-42");

    private CallModel() {}

    /** @throws InvalidInputException if the count is not a multiple of 42, or too large */
    public static Model withAggregates(int count) {
        if (!isNumber(count)) {
            throw new InvalidInputException("aggregates=" + count + " is not a model. Give a multiple of "
                    + AGGREGATES_PER_COPY + " up to " + Aggregates.MAX_COLUMNS + ", such as 42 or 546.");
        }
        Aggregates ofACopy = SMALLEST.aggregates();
        Aggregates wanted = new Aggregates(
                ofACopy.filters(), ofACopy.windows(), ofACopy.aggregations(), count / AGGREGATES_PER_COPY);
        return new Model(
                "aim_" + count, SMALLEST.event(), SMALLEST.entity(), wanted, SMALLEST.names(), SMALLEST.texts());
    }

    static boolean isNumber(int count) {
        return count > 0 && count <= Aggregates.MAX_COLUMNS && count % AGGREGATES_PER_COPY == 0;
    }

    /** The model with one copy of each aggregate. */
    public static Model smallest() {
        return SMALLEST;
    }

    public static MatrixSchema schema(int aggregates) {
        return MatrixSchema.of(withAggregates(aggregates));
    }

    public static boolean isOfCalls(Model model) {
        return model.event().equals(SMALLEST.event());
    }

    /** Whether a model's entities are the benchmark's subscribers, whose tables are in the jar. */
    public static boolean isOfSubscribers(Model model) {
        return model.entity().equals(SMALLEST.entity());
    }

    public static EventType eventType() {
        return SMALLEST.event();
    }

    public static EntityType entityType() {
        return SMALLEST.entity();
    }

    /** The papers' names of a model's tables, each with the name in the model; empty for other models. */
    public static Map<String, String> tableAliases(Model model) {
        return isOfSubscribers(model) ? tableAliases() : Map.of();
    }

    public static Map<String, String> tableAliases() {
        return Map.of("Category", "SubscriberCategory", "SubscriberValue", "CellValueType");
    }

    /** The inverse of {@link #fill}. */
    public static Event call(DeclaredEvent event) {
        return new Event(
                event.keyNumber(),
                event.timestampMs(),
                (int) event.values().bits(DURATION),
                event.values().bits(COST) / CENTS,
                event.values().bits(LONG_DISTANCE) != 0);
    }

    public static DeclaredEvent event(Event call) {
        DeclaredEvent event = newEvent();
        fill(event, call);
        return event;
    }

    /** Makes an event for {@link #fill}. */
    public static DeclaredEvent newEvent() {
        return new DeclaredEvent(eventType());
    }

    public static void fill(DeclaredEvent event, Event call) {
        event.keyNumber(call.subscriberId());
        event.timestampMs(call.timestampMs());
        EventValues values = event.values();
        values.bits(DURATION, call.durationSeconds());
        values.bits(COST, call.costCents());
        values.bits(LONG_DISTANCE, call.longDistance() ? 1 : 0);
    }
}
