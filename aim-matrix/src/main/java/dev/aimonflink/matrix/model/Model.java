package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is kept of which entities: aggregates of their events, and attributes. A user writes it as a page of YAML. Immutable and consistent.
 *
 * @param texts descriptions and units for people, by the path of keys that leads to them. They stand beside what they are about, so that
 *     nothing else depends on them: neither records nor events, nor whether two models have the same ones
 */
public record Model(
        String name,
        EventType event,
        EntityType entity,
        Aggregates aggregates,
        ColumnNames names,
        Map<List<String>, String> texts)
        implements Serializable {
    public static final String DESCRIPTION = "description";
    public static final String UNIT = "unit";

    public Model {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        Names.require("model", name, "model");
        ModelCheck check = new ModelCheck(event, entity, aggregates);
        check.requireAggregations();
        check.requireFilters();
        check.requirePatterns(names);
        check.requireNames(columns(event, aggregates, names), names);
        texts.forEach((path, text) -> Names.requireText(text, path.toArray(String[]::new)));
    }

    /** A model without descriptions. */
    public Model(String name, EventType event, EntityType entity, Aggregates aggregates, ColumnNames names) {
        this(name, event, entity, aggregates, names, Map.of());
    }

    /** What {@linkplain #texts a text} says; null if there is none. */
    public String text(String... path) {
        return texts.get(List.of(path));
    }

    /**
     * All columns in order: the stored ones, then the computed ones. Stored ones are in the order of copies, windows, filters and
     * functions, with all sums of squares at the end.
     */
    public List<ModelColumn> columns() {
        return columns(event, aggregates, names);
    }

    /** The functions that need a stored column that the model does not name; empty if it names it. */
    public Set<EventFunction> needing(ModelColumn stored) {
        boolean isOfEvents = stored.field() == ModelColumn.NO_FIELD;
        Set<EventFunction> needing = EnumSet.noneOf(EventFunction.class);
        for (Aggregation each : aggregates.aggregations()) {
            if (isOfEvents && each.isOfEvents() && !each.functions().isEmpty()) {
                return Set.of();
            } else if (isOfEvents) {
                needing.addAll(each.derived());
            } else if (each.field().equals(event.fields().get(stored.field()).name())) {
                needing.addAll(each.needing(stored.function()));
            }
        }
        return needing;
    }

    private static List<ModelColumn> columns(EventType event, Aggregates aggregates, ColumnNames names) {
        List<ModelColumn> stored = new ArrayList<>();
        List<ModelColumn> derived = new ArrayList<>();
        for (int copy = 0; copy < aggregates.copies(); copy++) {
            for (int window = 0; window < aggregates.windows().size(); window++) {
                for (int filter = 0; filter < aggregates.filters().size(); filter++) {
                    Place place = new Place(event, aggregates, names, filter, window, copy);
                    place.addStored(stored);
                    place.addDerived(derived);
                }
            }
        }
        stored.addAll(derived);
        return stored;
    }

    private record Place(EventType event, Aggregates aggregates, ColumnNames names, int filter, int window, int copy) {
        void addStored(List<ModelColumn> columns) {
            if (aggregates.hasCount()) {
                columns.add(column(EventFunction.COUNT, ModelColumn.NO_FIELD));
            }
            for (Aggregation each : aggregates.ofFields()) {
                for (EventFunction function : storedOf(each)) {
                    if (function != EventFunction.SQUARES) {
                        columns.add(column(function, fieldOf(each)));
                    }
                }
            }
            for (Aggregation each : aggregates.ofFields()) {
                if (each.stored().contains(EventFunction.SQUARES)) {
                    columns.add(column(EventFunction.SQUARES, fieldOf(each)));
                }
            }
        }

        /** An average of a field that events may lack counts those that have it. */
        private Set<EventFunction> storedOf(Aggregation aggregation) {
            Set<EventFunction> stored = aggregation.stored();
            if (!aggregation.derived().isEmpty()
                    && event.fields().get(fieldOf(aggregation)).isOptional()) {
                stored.add(EventFunction.COUNT);
            }
            return stored;
        }

        void addDerived(List<ModelColumn> columns) {
            for (Aggregation each : aggregates.ofFields()) {
                each.derived().forEach(function -> columns.add(column(function, fieldOf(each))));
            }
        }

        private int fieldOf(Aggregation aggregation) {
            return event.indexOf(aggregation.field()).orElseThrow();
        }

        private ModelColumn column(EventFunction function, int field) {
            String measure = field == ModelColumn.NO_FIELD
                    ? Aggregation.EVENTS
                    : event.fields().get(field).measure();
            EventFilter chosen = aggregates.filters().get(filter);
            String name = names.of(function, measure)
                    .name(
                            function.label(),
                            measure,
                            chosen.isAll() ? null : chosen.name(),
                            aggregates.windows().get(window).columnName());
            String suffix = copy == 0 ? "" : "_" + (copy + 1);
            return new ModelColumn(function, field, filter, window, copy, name + suffix);
        }
    }
}
