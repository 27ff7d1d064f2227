package dev.aimonflink.query.answer;

import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.cut.SqlFailures;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.Relations;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** The rows of an answer, as results have them. */
final class AnswerRows {
    private AnswerRows() {}

    static List<String> names(PlannedQuery query) {
        return query.plan().outputs().stream().map(Output::name).toList();
    }

    static List<String> types(PlannedQuery query) {
        return query.plan().outputs().stream()
                .map(output -> output.type().toString())
                .toList();
    }

    static List<List<Object>> of(PlannedQuery query, Relations relations, AnswerLimits limits, StopCheck check) {
        try {
            return RowEngine.run(query, relations, limits.ofMerger(), check).rows().stream()
                    .map(row -> Arrays.stream(row).map(AnswerRows::shown).toList())
                    .toList();
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }

    /** Times are texts, because they may have more digits than milliseconds. */
    private static Object shown(Object value) {
        return value instanceof Instant ? value.toString() : value;
    }
}
