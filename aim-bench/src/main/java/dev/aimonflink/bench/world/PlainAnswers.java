package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.plain.PlainQueries;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.sql.evaluate.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Answers the benchmark's texts for subscribers with known cells, keeping no row, so millions can be generated while they are read. */
final class PlainAnswers {
    interface Subscriber {
        Attributes attributes();

        long cell(StoredColumn column);
    }

    private final MatrixTables tables;
    private final PlainQueries queries;

    PlainAnswers(MatrixSchema schema) {
        EntityTables dimensions = PresetModels.tables();
        tables = new MatrixTables(schema, dimensions, Map.of());
        queries = new PlainQueries(tables, Catalogues.of(schema));
    }

    /** @param subscribers gives those from 0 to the size minus one */
    List<List<Object>> answer(AskedQuery call, long size, LongFunction<? extends Subscriber> subscribers) {
        return queries.answer(
                call,
                table -> () -> LongStream.range(0, size)
                        .mapToObj(id -> row(id, subscribers.apply(id)))
                        .iterator());
    }

    private Row row(long id, Subscriber subscriber) {
        return index -> {
            MatrixColumn column = tables.matrixColumns().get(index);
            if (column instanceof MatrixColumn.Stored stored) {
                return value(stored.column(), subscriber.cell(stored.column()));
            } else if (column instanceof MatrixColumn.OfAttribute attribute) {
                return subscriber.attributes().value(attribute.index());
            } else {
                return id;
            }
        };
    }

    static Object value(StoredColumn aggregate, long cell) {
        if (CallAggregate.of(aggregate).isExtreme() && cell == aggregate.empty()) {
            return null;
        }
        return aggregate.isInt() ? (Object) cell : BigDecimal.valueOf(cell, 2);
    }
}
