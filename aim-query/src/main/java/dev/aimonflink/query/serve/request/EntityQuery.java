package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The point query: one entity by its key. For cards, it is
 *
 * <pre>
 * SELECT :columns FROM cards WHERE card_id = :cardId
 * </pre>
 *
 * <p>The columns may also be those of tables whose keys are attributes, as if they were joined:
 *
 * <pre>
 * SELECT country FROM cards LEFT JOIN regions ON regions.zip = cards.zip WHERE card_id = :cardId
 * </pre>
 *
 * @param columns of the answer; empty for all attributes and aggregates
 * @param ofTables the {@code columns} that are looked up in tables
 */
public record EntityQuery(MatrixSchema schema, EntityId key, List<String> columns, Map<String, TableColumn> ofTables)
        implements PointQuery {
    private static final String COLUMNS = "columns";

    /** @param tables called when a query names a column that the model lacks */
    public static Catalogue.Entry entry(
            String entity, EntityKey key, Supplier<MatrixSchema> schema, Supplier<TableColumns> tables) {
        return new Catalogue.Entry(
                entity,
                "all aggregates and attributes of one " + entity,
                List.of(Parameter.key(key), Parameter.names(COLUMNS)),
                arguments -> bound(schema.get(), tables, arguments));
    }

    private static EntityQuery bound(MatrixSchema schema, Supplier<TableColumns> tables, GivenParameters arguments) {
        EntityId key = arguments.key(schema.model().event().key());
        List<String> columns = arguments.names(COLUMNS);
        Map<String, TableColumn> ofTables = new LinkedHashMap<>();
        for (String column : columns) {
            boolean isOfModel = schema.contains(column)
                    || schema.derived(column) != null
                    || attributeNames(schema).contains(column);
            if (!isOfModel) {
                ofTables.put(column, new NamedTableColumn(schema, tables.get()).of(column, arguments));
            }
        }
        return new EntityQuery(schema, key, columns, ofTables);
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

    /** One row, or none if there is no such entity. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        EntityRecord record = PointQuery.record(merged);
        if (record == null) {
            return List.of();
        }
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
        TableColumn ofTable = ofTables.get(column);
        if (ofTable != null) {
            return ofTable.cell(record.attributes());
        }
        if (schema.contains(column)) {
            return values.stored(record, schema.column(column));
        }
        return schema.derived(column) != null
                ? values.derived(record, schema.derived(column))
                : values.attribute(record, column);
    }

    static List<String> attributeNames(MatrixSchema schema) {
        List<String> names = new ArrayList<>();
        names.add(schema.model().event().key().name());
        schema.model().entity().attributes().forEach(each -> names.add(each.name()));
        return names;
    }
}
