package dev.aimonflink.query.ask.answer;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.ShownValues;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.rows.TableRows;
import java.util.Arrays;
import java.util.List;

/** A query that is answered by the answer of a plan. */
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

    static List<List<Object>> rows(PlannedQuery query, TableRows relations, AnswerLimits limits, StopCheck check) {
        try {
            return RowEngine.run(query, relations, limits.ofMerger(), check).rows().stream()
                    .map(row -> Arrays.stream(row).map(ShownValues::of).toList())
                    .toList();
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }
}
