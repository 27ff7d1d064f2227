package dev.aimonflink.core.answer;

import dev.aimonflink.core.cut.AnswerLimits;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Records;
import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.core.record.EntityRecord;
import dev.aimonflink.core.record.RecordCodec;
import dev.aimonflink.core.tables.ColumnValues;
import dev.aimonflink.core.tables.MatrixTables;
import dev.aimonflink.core.tables.ModelRelations;
import dev.aimonflink.core.tables.RecordCells;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.Relations;
import java.util.List;
import java.util.Map;

/** An SQL query of one entity. Its record has all columns, and the merger runs the whole plan over this one row of the matrix. */
public record SqlPointQuery(PlannedQuery planned, MatrixTables tables, AnswerLimits limits, EntityId key)
        implements PointQuery {
    @Override
    public Partial partial(EntityRecord record) {
        return Partial.of(new Records().add(record == null ? null : RecordCodec.toBytes(record)));
    }

    @Override
    public List<String> answerColumns() {
        return AnswerRows.names(planned);
    }

    @Override
    public List<String> answerTypes() {
        return AnswerRows.types(planned);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        byte[] stored = merged.states(0, Records.class).record(0);
        List<Row> rows = stored == null ? List.of() : List.of(row(RecordCodec.ofBytes(stored)));
        Relations others = new ModelRelations(tables, Map.of());
        return AnswerRows.of(
                planned,
                (Table table) -> tables.isMatrix(table) ? rows : others.rows(table),
                limits,
                limits.mergeCheck());
    }

    private Row row(EntityRecord record) {
        ColumnValues values = new ColumnValues(tables.schema());
        RecordCells cells = new RecordCells(record, tables.entityTables());
        return column -> values.value(tables.matrixColumns().get(column), cells);
    }
}
