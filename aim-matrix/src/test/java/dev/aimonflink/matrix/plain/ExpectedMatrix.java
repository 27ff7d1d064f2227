package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.sql.SqlException;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;

import static org.assertj.core.api.Assertions.assertThat;

/** What a matrix of any model should hold: the values of the oracle, and beside them what profiles say. */
public final class ExpectedMatrix {
    /** Sums of doubles are rounded more than once. */
    private static final Offset<Double> ROUNDING = Offset.offset(1e-8);

    /** What should become of an event. */
    public enum Outcome {
        APPLIED,
        LATE,
        OVERFLOW,
        /** A filter fails on it. */
        FAILED
    }

    private final Model model;
    private final List<ModelColumn> columns;
    private final List<String> names = new ArrayList<>();
    private final PlainMatrix matrix;

    /** The entities that have a row: one is made by an event or a profile, and a profile that is cleared leaves it. */
    private final Map<EntityId, Attributes> rows;

    /** Whether averages and the like may be computed from columns that differ in age. */
    private final boolean isEvolved;

    public ExpectedMatrix(Model model, ZoneId zone) {
        this(model, new PlainMatrix(model, zone), new LinkedHashMap<>(), false);
    }

    private ExpectedMatrix(Model model, PlainMatrix matrix, Map<EntityId, Attributes> rows, boolean isEvolved) {
        this.model = model;
        columns = model.columns();
        names.add(model.event().key().name());
        model.entity().attributes().forEach(attribute -> names.add(attribute.name()));
        columns.forEach(column -> names.add(column.name()));
        this.matrix = matrix;
        this.rows = rows;
        this.isEvolved = isEvolved;
    }

    public Outcome event(DeclaredEvent event) {
        try {
            PlainMatrix.Outcome outcome =
                    matrix.apply(key(event.key()), event.clockMs(), event.timestampMs(), event.values());
            if (outcome == PlainMatrix.Outcome.APPLIED) {
                rows.putIfAbsent(event.key(), Attributes.NONE);
            }
            return Outcome.valueOf(outcome.name());
        } catch (SqlException failed) {
            return Outcome.FAILED;
        }
    }

    /** The name of the column that an event of the outcome {@link Outcome#OVERFLOW} overflows. */
    public String overflowing(DeclaredEvent event) {
        return matrix.overflowing(key(event.key()), event.timestampMs(), event.values())
                .orElseThrow()
                .name();
    }

    public void profile(EntityId key, Attributes attributes) {
        if (!attributes.isEmpty() || rows.containsKey(key)) {
            rows.put(key, attributes);
        }
    }

    public void forget(EntityId key) {
        rows.remove(key);
        matrix.forget(key(key));
    }

    public void advanceTo(long timeMs) {
        matrix.advanceTo(timeMs);
    }

    public Set<EntityId> keys() {
        return rows.keySet();
    }

    /** The matrix of another model that goes on from here. An attribute is kept if it has the same name, kind and scale. */
    public ExpectedMatrix evolvedTo(Model other) {
        Map<EntityId, Attributes> converted = new LinkedHashMap<>();
        rows.forEach((key, attributes) -> converted.put(key, converted(attributes, other)));
        return new ExpectedMatrix(other, matrix.evolvedTo(other), converted, true);
    }

    private Attributes converted(Attributes attributes, Model other) {
        List<Object> values = new ArrayList<>();
        for (Attribute attribute : other.entity().attributes()) {
            List<Attribute> before = model.entity().attributes();
            Object value = null;
            for (int i = 0; i < before.size(); i++) {
                if (before.get(i).name().equals(attribute.name())
                        && before.get(i).type().is(attribute.type().kind())
                        && before.get(i).type().scale() == attribute.type().scale()) {
                    value = attributes.value(i);
                }
            }
            values.add(value);
        }
        return Attributes.of(values.toArray());
    }

    private static Object key(EntityId id) {
        return id.isText() ? id.text() : (Object) id.number();
    }

    /**
     * Checks the answer to the query of one entity.
     *
     * @param answered the names of its columns
     * @param answer its rows
     */
    public void assertAnswer(EntityId key, List<String> answered, List<List<Object>> answer, String what) {
        if (!rows.containsKey(key)) {
            assertThat(answer).as("%s, %s", key, what).isEmpty();
            return;
        }
        assertThat(answer).as("%s, %s", key, what).hasSize(1);
        assertThat(answered).as(what).isEqualTo(names);
        List<Object> row = answer.get(0);
        assertThat(row).as(what).hasSameSizeAs(names);
        int next = names.size() - columns.size();
        assertThat(row.subList(0, next)).as("%s, %s", key, what).isEqualTo(attributes(key));
        for (ModelColumn column : columns) {
            assertValue(column, row.get(next++), matrix.value(key(key), column), key + ", " + what);
        }
    }

    private List<Object> attributes(EntityId key) {
        List<Object> values = new ArrayList<>();
        values.add(key(key));
        List<Attribute> attributes = model.entity().attributes();
        for (int i = 0; i < attributes.size(); i++) {
            Object value = rows.get(key).value(i);
            boolean isDecimal = value != null && attributes.get(i).type().is(Kind.DECIMAL);
            values.add(
                    isDecimal
                            ? BigDecimal.valueOf(
                                    (Long) value, attributes.get(i).type().scale())
                            : value);
        }
        return values;
    }

    private void assertValue(ModelColumn column, Object value, Object expected, String what) {
        boolean isOfDoubles = column.function() != EventFunction.COUNT
                && model.event().fields().get(column.field()).type().is(Kind.DOUBLE);
        boolean isSpread = column.function() == EventFunction.STDEV || column.function() == EventFunction.VAR;
        if (isOfDoubles && isSpread && isEvolved) {
            return; // A sum may have begun before its squares, and doubles cannot say so.
        }
        String name = column.name() + " of " + what;
        if (!isOfDoubles || value == null || expected == null) {
            assertThat(value).as(name).isEqualTo(expected);
        } else if (column.function() == EventFunction.STDEV) {
            // A small error of a variance near zero is a large one of its root.
            assertThat(Math.pow((Double) value, 2)).as(name).isCloseTo(Math.pow((Double) expected, 2), ROUNDING);
        } else {
            assertThat((Double) value).as(name).isCloseTo((Double) expected, ROUNDING);
        }
    }
}
