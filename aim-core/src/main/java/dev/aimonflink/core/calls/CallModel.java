package dev.aimonflink.core.calls;

import dev.aimonflink.core.model.AggregateFunction;
import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.Aggregation;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.ColumnNames;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.Draw;
import dev.aimonflink.core.model.EntityKey;
import dev.aimonflink.core.model.EntityType;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventFilter;
import dev.aimonflink.core.model.EventType;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.NamePattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models of calls that schema files describe. Schema files know no other events. */
public final class CallModel {
    /** The indexes of the fields of a call. */
    private static final int DURATION = 0;

    private static final int COST = 1;
    private static final int LONG_DISTANCE = 2;

    /** In a unit of currency. */
    private static final float CENTS = 100;

    private static final EventField DURATION_FIELD = new EventField(
            "durationSeconds",
            FieldType.INT,
            BigDecimal.ZERO,
            BigDecimal.valueOf(604_800),
            false,
            null,
            Measure.DURATION.label(),
            true,
            Draw.USUAL);
    private static final EventField COST_FIELD = new EventField(
            "cost",
            FieldType.MONEY,
            BigDecimal.ZERO,
            BigDecimal.valueOf(100_000),
            false,
            null,
            Measure.COST.label(),
            false,
            Draw.USUAL);
    private static final EventField LONG_DISTANCE_FIELD = EventField.of("longDistance", FieldType.BOOLEAN);
    private static final List<EventField> EVENT_FIELDS = List.of(DURATION_FIELD, COST_FIELD, LONG_DISTANCE_FIELD);
    private static final EventType EVENT_TYPE =
            new EventType("call", new EntityKey("subscriberId", false), "timestamp", EVENT_FIELDS);
    private static final EntityType ENTITY_TYPE = new EntityType(
            "subscriber",
            List.of(
                    new Attribute("zip", FieldType.TEXT, "RegionInfo", List.of("city", "region", "country")),
                    new Attribute("subscriptionType", FieldType.INT, "SubscriptionType", List.of("type")),
                    new Attribute("category", FieldType.INT, "SubscriberCategory", List.of("category")),
                    new Attribute("cellValueType", FieldType.INT, "CellValueType", List.of("value"))),
            tables());
    private static final String OF_CALLS = "_{measure}[_of_{filter}_calls]_{window}";
    private static final ColumnNames NAMES = names();

    private CallModel() {}

    /** The files are in the jar. */
    private static Map<String, String> tables() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("RegionInfo", "region-info.csv");
        tables.put("SubscriptionType", "subscription-type.csv");
        tables.put("SubscriberCategory", "subscriber-category.csv");
        tables.put("CellValueType", "cell-value-type.csv");
        return tables;
    }

    private static ColumnNames names() {
        Map<String, NamePattern> patterns = new LinkedHashMap<>();
        patterns.put("count", new NamePattern("number_of[_{filter}]_calls_{window}"));
        patterns.put("sum", new NamePattern("total" + OF_CALLS));
        patterns.put("min duration", new NamePattern("shortest" + OF_CALLS));
        patterns.put("max duration", new NamePattern("longest" + OF_CALLS));
        patterns.put("min cost", new NamePattern("cheapest" + OF_CALLS));
        patterns.put("max cost", new NamePattern("most_expensive" + OF_CALLS));
        patterns.put("squares", new NamePattern("total_squared" + OF_CALLS));
        patterns.put("avg", new NamePattern("average" + OF_CALLS));
        patterns.put("stdev", new NamePattern("standard_deviation_of" + OF_CALLS));
        patterns.put("var", new NamePattern("variance_of" + OF_CALLS));
        return new ColumnNames(patterns, Map.of());
    }

    /** The attributes of a profile; null is no profile. */
    public static Attributes attributes(Profile profile) {
        return profile == null
                ? Attributes.NONE
                : Attributes.of(profile.zip(), (long) profile.subscriptionType(), (long) profile.category(), (long)
                        profile.cellValueType());
    }

    /** The profile that attributes have been {@linkplain #attributes(Profile) made of}, or null. */
    public static Profile profile(long subscriberId, Attributes attributes) {
        return attributes.isEmpty()
                ? null
                : new Profile(
                        subscriberId,
                        (String) attributes.value(0),
                        Math.toIntExact((Long) attributes.value(1)),
                        Math.toIntExact((Long) attributes.value(2)),
                        Math.toIntExact((Long) attributes.value(3)));
    }

    /** Whether the entities of a model are the subscribers of the benchmark, whose tables are in the jar. */
    public static boolean isOfSubscribers(Model model) {
        return model.entity().equals(ENTITY_TYPE);
    }

    /** The call that {@link #fill} has filled in. */
    public static Event call(DeclaredEvent event) {
        return new Event(
                event.keyNumber(),
                event.timestampMs(),
                (int) event.values().bits(DURATION),
                event.values().bits(COST) / CENTS,
                event.values().bits(LONG_DISTANCE) != 0);
    }

    /** Makes an event of a call. */
    public static DeclaredEvent event(Event call) {
        DeclaredEvent event = newEvent();
        fill(event, call);
        return event;
    }

    public static EventType eventType() {
        return EVENT_TYPE;
    }

    public static EntityType entityType() {
        return ENTITY_TYPE;
    }

    /** Makes an event for {@link #fill}. */
    public static DeclaredEvent newEvent() {
        return new DeclaredEvent(EVENT_TYPE);
    }

    /** Fills in a call. */
    public static void fill(DeclaredEvent event, Event call) {
        event.keyNumber(call.subscriberId());
        event.timestampMs(call.timestampMs());
        EventValues values = event.values();
        values.bits(DURATION, call.durationSeconds());
        values.bits(COST, call.costCents());
        values.bits(LONG_DISTANCE, call.longDistance() ? 1 : 0);
    }

    /** The model of a schema's columns, with the same names in the same order. */
    public static Model of(SchemaDefinition definition) {
        return new Model(
                nameOf(definition),
                EVENT_TYPE,
                ENTITY_TYPE,
                new Aggregates(
                        definition.filters().stream().map(CallModel::filter).toList(),
                        List.copyOf(definition.windows()),
                        aggregations(definition),
                        definition.copies()),
                new ColumnNames(NAMES.patterns(), aliases(definition)));
    }

    /** The names of columns in the papers on the benchmark, which differ from ours. */
    private static Map<String, String> aliases(SchemaDefinition definition) {
        Map<String, String> aliases = new LinkedHashMap<>();
        if (!definition.filters().contains(CallFilter.ALL)) {
            return aliases;
        }
        definition.windows().forEach(window -> {
            String suffix = "_" + window.columnName();
            if (definition.functions().contains(Function.COUNT)) {
                aliases.put("total_number_of_calls" + suffix, "number_of_calls" + suffix);
            }
            if (definition.functions().contains(Function.SUM_DURATION)) {
                aliases.put("total_duration_of_calls" + suffix, "total_duration" + suffix);
            }
            if (definition.functions().contains(Function.MAX_COST)) {
                aliases.put("most_expensive_call" + suffix, "most_expensive_cost" + suffix);
            }
        });
        return aliases;
    }

    /** Further names of tables in the papers, each with the name in the model. */
    public static Map<String, String> tableAliases() {
        return Map.of("Category", "SubscriberCategory", "SubscriberValue", "CellValueType");
    }

    /** Whether the events of a model are calls. */
    public static boolean isOfCalls(Model model) {
        return model.event().equals(EVENT_TYPE);
    }

    /** Whether a model could come from a schema file. Then the names of its columns say what they hold. */
    public static boolean couldBeOfSchemaFile(Model model) {
        Set<EventFilter> known =
                Stream.of(CallFilter.values()).map(CallModel::filter).collect(Collectors.toSet());
        return isOfCalls(model)
                && isOfSubscribers(model)
                && model.names().patterns().equals(NAMES.patterns())
                && known.containsAll(model.aggregates().filters());
    }

    /** As the presets are named. */
    private static String nameOf(SchemaDefinition definition) {
        SchemaDefinition once = new SchemaDefinition(
                definition.windows(), definition.filters(), definition.functions(), definition.derived(), 1);
        return once.equals(SchemaDefinition.benchmark(1))
                ? "aim_" + SchemaDefinition.AGGREGATES_PER_COPY * definition.copies()
                : "calls";
    }

    /** The property of a call that a field is, or {@link Measure#CALLS} if a column is of no field. */
    public static Measure measure(int field) {
        return switch (field) {
            case DURATION -> Measure.DURATION;
            case COST -> Measure.COST;
            default -> Measure.CALLS;
        };
    }

    /** The calls of a filter, as a condition over their fields. */
    public static EventFilter filter(CallFilter filter) {
        return switch (filter) {
            case ALL -> EventFilter.ALL;
            case LOCAL -> new EventFilter("local", "not longDistance");
            case LONG_DISTANCE -> new EventFilter("long_distance", "longDistance");
        };
    }

    private static List<Aggregation> aggregations(SchemaDefinition definition) {
        List<Aggregation> aggregations = new ArrayList<>();
        if (definition.functions().contains(Function.COUNT)) {
            aggregations.add(Aggregation.ofEvents());
        }
        add(aggregations, definition, Measure.DURATION, DURATION_FIELD);
        add(aggregations, definition, Measure.COST, COST_FIELD);
        return aggregations;
    }

    private static void add(
            List<Aggregation> aggregations, SchemaDefinition definition, Measure measure, EventField field) {
        Set<AggregateFunction> functions = EnumSet.noneOf(AggregateFunction.class);
        definition.functions().stream()
                .filter(each -> each.measure() == measure)
                .forEach(each -> functions.add(named(each.label())));
        definition.derived().stream()
                .filter(each -> each.measure() == measure)
                .forEach(each -> functions.add(named(each.label())));
        if (!functions.isEmpty()) {
            aggregations.add(Aggregation.of(field.name(), functions));
        }
    }

    private static AggregateFunction named(String label) {
        return AggregateFunction.named().stream()
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow();
    }
}
