package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.EntityRecord;
import dev.aimonflink.core.matrix.Lookup;
import dev.aimonflink.core.matrix.RecordCodec;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.EntityKey;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Records;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The point query: one entity by its key. Of cards, it is
 *
 * <pre>
 * SELECT :columns FROM cards WHERE card_id = :cardId
 * </pre>
 *
 * @param columns those of the answer; empty for all attributes and aggregates
 */
public record EntityQuery(MatrixSchema schema, EntityId key, List<String> columns) implements Query, Lookup {
    /** The parameter that names the columns of the answer. */
    private static final String COLUMNS = "columns";

    /**
     * The entry of the catalogue.
     *
     * @param entity the name of the model's entity
     * @param schema called when the query is bound
     * @param listing the command that lists the aggregates
     */
    public static Catalogue.Entry entry(String entity, EntityKey key, Supplier<MatrixSchema> schema, String listing) {
        return new Catalogue.Entry(
                entity,
                "all aggregates and attributes of one " + entity,
                List.of(Parameter.key(key), Parameter.names(COLUMNS)),
                arguments -> new EntityQuery(schema.get(), arguments, listing));
    }

    private EntityQuery(MatrixSchema schema, Arguments arguments, String listing) {
        this(schema, arguments.key(schema.model().event().key()), arguments.names(COLUMNS));
        for (String column : columns) {
            if (!schema.contains(column)
                    && !attributeNames(schema).contains(column)
                    && schema.derived(column) == null) {
                throw arguments.invalid("knows no column " + Arguments.quoted(column)
                        + ". Give names with commas between them; " + listing
                        + " lists the aggregates, the attributes are "
                        + String.join(", ", attributeNames(schema)) + ".");
            }
        }
    }

    @Override
    public Partial partial(EntityRecord record) {
        return Partial.of(new Records().add(record == null ? null : RecordCodec.toBytes(record)));
    }

    @Override
    public List<String> answerColumns() {
        if (!columns.isEmpty()) {
            return columns;
        }
        List<String> names = new ArrayList<>(attributeNames(schema));
        names.addAll(schema.names());
        return names;
    }

    /** One row, or none where there is no such entity. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        byte[] stored = merged.states(0, Records.class).record(0);
        if (stored == null) {
            return List.of();
        }
        EntityRecord record = RecordCodec.ofBytes(stored);
        RecordValues values = new RecordValues(schema);
        List<Object> row = new ArrayList<>();
        if (columns.isEmpty()) {
            attributeNames(schema).forEach(attribute -> row.add(values.attribute(record, attribute)));
            schema.columns().forEach(column -> row.add(values.stored(record, column)));
            schema.derived().forEach(column -> row.add(values.derived(record, column)));
        } else {
            columns.forEach(column -> row.add(value(values, record, column)));
        }
        return List.of(row);
    }

    private Object value(RecordValues values, EntityRecord record, String column) {
        if (attributeNames(schema).contains(column)) {
            return values.attribute(record, column);
        }
        return schema.contains(column)
                ? values.stored(record, schema.column(column))
                : values.derived(record, schema.derived(column));
    }

    /** The names of the key and of the attributes. */
    private static List<String> attributeNames(MatrixSchema schema) {
        List<String> names = new ArrayList<>();
        names.add(schema.model().event().key().name());
        schema.model().entity().attributes().forEach(each -> names.add(each.name()));
        return names;
    }
}
