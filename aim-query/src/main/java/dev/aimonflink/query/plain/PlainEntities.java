package dev.aimonflink.query.plain;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Recomputes the answers to the queries of any model. The query for one entity has the key, the attributes, and all columns of {@link
 * PlainMatrix}; texts read the same values. Not thread-safe.
 */
public final class PlainEntities implements Oracle {
    private final Map<Object, Attributes> attributes = new LinkedHashMap<>();

    /** An entity's values by SQL column name. */
    private final Map<String, Function<Object, Object>> columns = new HashMap<>();

    private Model model;
    private List<ModelColumn> ofModel;
    private PlainMatrix matrix;
    private PlainQueries queries;

    /** Null once a value may have changed. */
    private PlainRows rows;

    /** Answers no texts. */
    public PlainEntities(Model model, ZoneId zone) {
        this(model, zone, null);
    }

    /** @param queries the texts of the model; null if none is asked */
    public PlainEntities(Model model, ZoneId zone, PlainQueries queries) {
        matrix = new PlainMatrix(model, zone);
        set(model, queries);
    }

    private void set(Model changed, PlainQueries ofChanged) {
        model = changed;
        ofModel = changed.columns();
        queries = ofChanged;
        rows = null;
        columns.clear();
        columns.put(Names.snakeCase(model.event().key().name()), key -> key);
        List<Attribute> declared = model.entity().attributes();
        for (int i = 0; i < declared.size(); i++) {
            int index = i;
            Attribute attribute = declared.get(i);
            columns.put(Names.snakeCase(attribute.name()), key -> {
                Object value = attribute(key, index);
                return value != null && attribute.type().is(FieldType.Kind.TIME)
                        ? Instant.ofEpochMilli((Long) value)
                        : value;
            });
        }
        for (ModelColumn column : ofModel) {
            if (column.function().isStored()) {
                columns.put(Names.folded(column.name()), key -> matrix.value(key, column));
            }
        }
    }

    /**
     * Counts an event like {@link PlainMatrix#apply}.
     *
     * @throws dev.aimonflink.sql.SqlException if a filter has no value for it
     */
    public PlainMatrix.Outcome event(DeclaredEvent event) {
        rows = null;
        Object key = event.key().value();
        PlainMatrix.Outcome outcome = matrix.apply(key, event.clockMs(), event.timestampMs(), event.values());
        if (outcome == PlainMatrix.Outcome.APPLIED) {
            attributes.putIfAbsent(key, Attributes.NONE);
        }
        return outcome;
    }

    public void advanceTo(long timeMs) {
        rows = null;
        matrix.advanceTo(timeMs);
    }

    /** Sets the attributes of an entity, or erases it. A profile without attributes clears them, and adds no entity. */
    public void update(EntityUpdate update) {
        rows = null;
        Object key = update.key().value();
        if (update instanceof EntityProfile profile) {
            if (!profile.attributes().isEmpty() || attributes.containsKey(key)) {
                attributes.put(key, profile.attributes());
            }
        } else {
            attributes.remove(key);
            matrix.forget(key);
        }
    }

    /**
     * Continues with another model of the same entities, like {@link PlainMatrix#evolvedTo}.
     *
     * @param texts of the other model; null if none is asked
     */
    public void evolveTo(Model other, PlainQueries texts) {
        if (!other.entity().attributes().equals(model.entity().attributes())) {
            throw new IllegalArgumentException("attributes=" + names(other) + " of the model '" + other.name()
                    + "' are not " + names(model) + ". Give a model with the same.");
        }
        matrix = matrix.evolvedTo(other);
        set(other, texts);
    }

    private static List<String> names(Model of) {
        return of.entity().attributes().stream().map(Attribute::name).toList();
    }

    /** One row for a known entity: the key, the attributes, and the columns in the model's order. */
    @Override
    public List<List<Object>> answer(AskedQuery asked) {
        Object key = asked.params().get(model.event().key().name());
        if (key == null && queries != null) {
            rows = rows == null ? new PlainRows(List.copyOf(attributes.keySet()), this::inSql) : rows;
            PlainRows present = rows;
            return queries.answer(asked, table -> present.of(table.columns()));
        } else if (key == null) {
            throw new IllegalArgumentException("query=" + asked.query() + " is not recomputed. Give a query for one "
                    + model.entity().name() + ".");
        } else if (!attributes.containsKey(key)) {
            return List.of();
        }
        List<Object> row = new ArrayList<>();
        row.add(key);
        for (int i = 0; i < model.entity().attributes().size(); i++) {
            row.add(attribute(key, i));
        }
        for (ModelColumn column : ofModel) {
            row.add(matrix.value(key, column));
        }
        return List.of(row);
    }

    private Object inSql(Object key, String column) {
        Function<Object, Object> known = columns.get(column);
        if (known == null) {
            throw new IllegalArgumentException(
                    "column=" + column + " is not recomputed for texts. Give one that is stored.");
        }
        return known.apply(key);
    }

    private Object attribute(Object key, int index) {
        FieldType type = model.entity().attributes().get(index).type();
        Object value = attributes.get(key).value(index);
        return value != null && type.is(FieldType.Kind.DECIMAL)
                ? BigDecimal.valueOf((Long) value, type.scale())
                : value;
    }

    @Override
    public int rows() {
        return attributes.size();
    }

    /** A column is computed for all entities on first use, because texts read few of hundreds. */
    private static final class PlainRows {
        private final List<Object> keys;
        private final BiFunction<Object, String, Object> values;
        private final Map<String, Object[]> columns = new HashMap<>();

        PlainRows(List<Object> keys, BiFunction<Object, String, Object> values) {
            this.keys = keys;
            this.values = values;
        }

        Iterable<Row> of(List<Column> table) {
            Object[][] cells = new Object[table.size()][];
            return () -> IntStream.range(0, keys.size())
                    .<Row>mapToObj(row -> column -> {
                        if (cells[column] == null) {
                            cells[column] =
                                    columns.computeIfAbsent(table.get(column).name(), this::computed);
                        }
                        return cells[column][row];
                    })
                    .iterator();
        }

        private Object[] computed(String column) {
            return keys.stream().map(key -> values.apply(key, column)).toArray();
        }
    }
}
