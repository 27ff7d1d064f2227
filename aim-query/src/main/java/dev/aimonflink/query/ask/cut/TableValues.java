package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.ModelRelations;
import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.InitialValues;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.simplify.Simplified;
import java.util.List;
import java.util.Map;

/**
 * A query with constants in place of the queries in its expressions, if all of these read tables.
 *
 * @param query unchanged if there are none, or if one scans the matrix
 * @param sent the values, for others to plan the same query; null if nothing was computed or they are too long
 */
public record TableValues(PlannedQuery query, Partial sent) {
    /** @param sentOrNull null to compute the values here */
    public static TableValues of(
            PlannedQuery query, Partial sentOrNull, MatrixTables tables, AnswerLimits limits, StopCheck check) {
        if (query.initials().isEmpty()
                || query.initials().stream().anyMatch(initial -> Plans.scansMatrix(initial.plan(), tables))) {
            return new TableValues(query, null);
        }
        if (sentOrNull != null) {
            return new TableValues(Simplified.of(SentValues.in(query, sentOrNull)), sentOrNull);
        }
        InitialValues values =
                RowEngine.initialValues(query, new ModelRelations(tables, Map.of()), limits.ofMerger(), check);
        Partial sent = SentValues.of(values);
        return SentValues.areTooLong(sent)
                ? new TableValues(new PlannedQuery(values.in(query.plan()), List.of()), null)
                : new TableValues(Simplified.of(SentValues.in(query, sent)), sent);
    }
}
