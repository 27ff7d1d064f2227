package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityProfile;
import dev.aimonflink.core.model.EntityUpdate;
import dev.aimonflink.core.model.EventFunction;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.query.AskedQuery;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recomputes what the point query of any model answers: the key, the attributes, and all columns as {@link PlainMatrix} has
 * them. Not thread-safe.
 */
public final class PlainEntities implements Oracle {
    private final Map<Object, Attributes> attributes = new HashMap<>();
    private final Set<Object> withEvents = new HashSet<>();
    private Model model;
    private PlainMatrix matrix;

    public PlainEntities(Model model, ZoneId zone) {
        this.model = model;
        matrix = new PlainMatrix(model, zone);
    }

    /**
     * Counts an event as {@link PlainMatrix#apply} does.
     *
     * @throws dev.aimonflink.sql.SqlException if a filter has no value for it
     */
    public PlainMatrix.Outcome event(DeclaredEvent event) {
        Object key = event.key().value();
        PlainMatrix.Outcome outcome = matrix.apply(key, event.timestampMs(), event.values());
        if (outcome == PlainMatrix.Outcome.APPLIED) {
            withEvents.add(key);
        }
        return outcome;
    }

    /** Advances the clock to a time, unless it is there already. */
    public void advanceTo(long timeMs) {
        matrix.advanceTo(timeMs);
    }

    /** Sets the attributes of an entity, or erases it. A profile without attributes clears them, and adds no entity. */
    public void update(EntityUpdate update) {
        Object key = update.key().value();
        if (update instanceof EntityProfile profile) {
            if (!profile.attributes().isEmpty() || attributes.containsKey(key)) {
                attributes.put(key, profile.attributes());
            }
        } else {
            attributes.remove(key);
            withEvents.remove(key);
            matrix.forget(key);
        }
    }

    /** Goes on with another model of the same entities, as {@link PlainMatrix#evolvedTo} does. */
    public void evolveTo(Model other) {
        if (!other.entity().attributes().equals(model.entity().attributes())) {
            throw new IllegalArgumentException("attributes=" + names(other) + " of the model '" + other.name()
                    + "' are not " + names(model) + ". Give a model with the same.");
        }
        matrix = matrix.evolvedTo(other);
        model = other;
    }

    private static List<String> names(Model of) {
        return of.entity().attributes().stream().map(Attribute::name).toList();
    }

    /** One row for a known entity: the key, the attributes and the columns in the order of the model. */
    @Override
    public List<List<Object>> answer(AskedQuery asked) {
        Object key = asked.params().get(model.event().key().name());
        if (!asked.query().equals(model.entity().name()) || key == null) {
            throw new IllegalArgumentException("query=" + asked.query() + " is not recomputed. Give a query for one "
                    + model.entity().name() + ".");
        }
        if (!attributes.containsKey(key) && !withEvents.contains(key)) {
            return List.of();
        }
        List<Object> row = new ArrayList<>();
        row.add(key);
        List<Attribute> declared = model.entity().attributes();
        for (int i = 0; i < declared.size(); i++) {
            Object value = attributes.getOrDefault(key, Attributes.NONE).value(i);
            row.add(shown(value, declared.get(i).type()));
        }
        for (ModelColumn column : model.columns()) {
            row.add(withEvents.contains(key) ? matrix.value(key, column) : ofNoEvents(column));
        }
        return List.of(row);
    }

    private static Object shown(Object value, FieldType type) {
        return value != null && type.is(FieldType.Kind.DECIMAL)
                ? BigDecimal.valueOf((Long) value, type.scale())
                : value;
    }

    private static Object ofNoEvents(ModelColumn column) {
        boolean isTotal = column.function() == EventFunction.COUNT
                || column.function() == EventFunction.SUM
                || column.function() == EventFunction.SQUARES;
        return isTotal ? (Object) 0L : null;
    }

    @Override
    public int rows() {
        Set<Object> known = new HashSet<>(attributes.keySet());
        known.addAll(withEvents);
        return known.size();
    }
}
