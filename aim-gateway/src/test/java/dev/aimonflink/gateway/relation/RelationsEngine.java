package dev.aimonflink.gateway.relation;

import dev.aimonflink.query.sqllogic.LogicEngine;
import dev.aimonflink.query.sqllogic.LogicSystem;
import dev.aimonflink.query.sqllogic.LogicTables;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Answers files of statements as the gateway answers what is about its own relations. */
final class RelationsEngine implements LogicEngine {
    static final LogicSystem SYSTEM = new LogicSystem("gateway", RelationsEngine::new);

    private final FixedRelations relations;

    private RelationsEngine(LogicTables tables) {
        relations = new FixedRelations(
                tables.all().stream().map(RelationsEngine::relation).toList());
    }

    private static Relation relation(LogicTables.Contents table) {
        return new Relation(
                "public",
                table.name(),
                table.columns().stream()
                        .map(column -> new PgColumn(column.name(), column.isText() ? PgType.TEXT : PgType.INT4))
                        .toList(),
                table::rows);
    }

    @Override
    public Reply ask(String sql) {
        try {
            RelationStatement statement = TwoServers.statement(relations, new FixedSurroundings(), sql);
            List<List<Object>> rows = statement.run(List.of(), TwoServers.NO_JOB, StopCheck.NEVER, bytes -> {}).stream()
                    .map(row -> shown(row, statement.columns()))
                    .toList();
            return Reply.of(rows);
        } catch (SqlException failure) {
            return Reply.failed(failure.state().code(), failure.getMessage());
        } catch (RuntimeException defect) {
            return Reply.failed(SqlState.INTERNAL_ERROR.code(), null);
        }
    }

    /** The names of types as others have them: texts. */
    private List<Object> shown(Object[] row, List<PgColumn> columns) {
        PgText texts = new PgText(ZoneOffset.UTC, relations);
        List<Object> shown = new ArrayList<>();
        for (Object value : row) {
            boolean isType = value != null && columns.get(shown.size()).type() == PgType.REGTYPE;
            shown.add(isType ? texts.write(PgType.REGTYPE, value) : value);
        }
        return shown;
    }
}
