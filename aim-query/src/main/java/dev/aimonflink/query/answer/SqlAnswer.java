package dev.aimonflink.query.answer;

import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.cut.SqlFailures;
import dev.aimonflink.query.request.Query;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.Relations;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** A query whose answer is that of a plan. */
interface SqlAnswer extends Query {
    PlannedQuery planned();

    @Override
    default List<String> answerColumns() {
        return planned().plan().outputs().stream().map(Output::name).toList();
    }

    @Override
    default List<String> answerTypes() {
        return planned().plan().outputs().stream()
                .map(output -> output.type().toString())
                .toList();
    }

    /** The rows of a plan, as results have them. */
    static List<List<Object>> rows(PlannedQuery query, Relations relations, AnswerLimits limits, StopCheck check) {
        try {
            return RowEngine.run(query, relations, limits.ofMerger(), check).rows().stream()
                    .map(row -> Arrays.stream(row).map(SqlAnswer::shown).toList())
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
