package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Lookup;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.RecordCodec;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.MatrixSchema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The point query.
 *
 * <pre>
 * SELECT :columns FROM AnalyticsMatrix WHERE subscriber_id = :subscriberId
 * </pre>
 *
 * @param columns those of the answer; empty for all attributes and aggregates
 */
public record SubscriberQuery(MatrixSchema schema, EntityId key, List<String> columns) implements Query, Lookup {
    static final List<Parameter> PARAMETERS =
            List.of(Parameter.requiredNumber("subscriberId"), Parameter.names("columns"));

    private static final List<String> ATTRIBUTES =
            List.of("subscriberId", "zip", "subscriptionType", "category", "cellValueType");

    SubscriberQuery(MatrixSchema schema, Arguments arguments) {
        this(schema, EntityId.of(arguments.number("subscriberId")), arguments.names("columns"));
        for (String column : columns) {
            if (!schema.contains(column) && !ATTRIBUTES.contains(column) && schema.derived(column) == null) {
                throw arguments.invalid("knows no column " + Arguments.quoted(column)
                        + ". Give names with commas between them; `aim schema` lists the aggregates, the attributes are "
                        + String.join(", ", ATTRIBUTES) + ".");
            }
        }
    }

    @Override
    public Partial partial(SubscriberRecord record) {
        return record == null ? Found.NONE : new Found(record.copy());
    }

    @Override
    public List<String> answerColumns() {
        if (!columns.isEmpty()) {
            return columns;
        }
        List<String> names = new ArrayList<>(ATTRIBUTES.size() + schema.names().size());
        names.addAll(ATTRIBUTES);
        names.addAll(schema.names());
        return names;
    }

    /** One row, or none where there is no such subscriber. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        SubscriberRecord record = ((Found) merged).record;
        if (record == null) {
            return List.of();
        }
        boolean all = columns.isEmpty();
        List<Object> row =
                new ArrayList<>(all ? ATTRIBUTES.size() + schema.names().size() : columns.size());
        if (all) {
            ATTRIBUTES.forEach(attribute -> row.add(attribute(record, attribute)));
            RecordValues values = new RecordValues(schema);
            schema.columns().forEach(column -> row.add(values.stored(record, column)));
            schema.derived().forEach(column -> row.add(values.derived(record, column)));
        } else {
            columns.forEach(column -> row.add(value(record, column)));
        }
        return List.of(row);
    }

    private Object value(SubscriberRecord record, String column) {
        if (ATTRIBUTES.contains(column)) {
            return attribute(record, column);
        }
        RecordValues values = new RecordValues(schema);
        return schema.contains(column)
                ? values.stored(record, schema.column(column))
                : values.derived(record, schema.derived(column));
    }

    private static Object attribute(SubscriberRecord record, String name) {
        Profile profile = record.profile();
        if (name.equals(ATTRIBUTES.get(0))) {
            return record.id();
        }
        if (profile == null) {
            return null;
        }
        return switch (name) {
            case "zip" -> profile.zip();
            case "subscriptionType" -> (long) profile.subscriptionType();
            case "category" -> (long) profile.category();
            default -> (long) profile.cellValueType();
        };
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        if (!in.readBoolean()) {
            return Found.NONE;
        }
        return new Found(RecordCodec.read(in));
    }

    /** @param record null if there is no such subscriber */
    private record Found(SubscriberRecord record) implements Partial {
        static final Found NONE = new Found(null);

        /** At most one side has a record, because one partition owns the subscriber. */
        @Override
        public Partial merge(Partial other) {
            return record == null ? other : this;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeBoolean(record != null);
            if (record != null) {
                RecordCodec.write(record, out);
            }
        }
    }
}
