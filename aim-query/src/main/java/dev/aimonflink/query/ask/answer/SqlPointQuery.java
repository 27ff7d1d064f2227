package dev.aimonflink.query.ask.answer;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.MergeWork;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.ModelRelations;
import dev.aimonflink.query.ask.tables.RecordCells;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.request.PointQuery;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.TableRows;
import java.util.List;
import java.util.Map;

/** An SQL query of one entity. Its record has all columns, so the merger runs the whole plan over this one row. */
public record SqlPointQuery(PlannedQuery planned, MatrixTables tables, AnswerLimits limits, EntityId key)
        implements PointQuery, SqlAnswer {
    @Override
    public List<List<Object>> answer(Partial merged) {
        EntityRecord record = PointQuery.record(merged);
        List<Row> rows = record == null ? List.of() : List.of(row(record));
        TableRows others = new ModelRelations(tables, Map.of());
        return SqlAnswer.rows(
                planned,
                (Table table) -> tables.isMatrix(table) ? rows : others.rows(table),
                limits,
                limits.mergeCheck());
    }

    @Override
    public long rowsToMerge(long sentRows) {
        return MergeWork.rows(planned, tables, 1);
    }

    private Row row(EntityRecord record) {
        ColumnValues values = new ColumnValues(tables.schema());
        RecordCells cells = new RecordCells(record);
        return column -> values.value(tables.matrixColumns().get(column), cells);
    }
}
