package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks the columns that each query needs. */
@Tag("compiled")
class ColumnsOfQueriesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            q1, number_of_local_calls_this_week total_duration_this_week
            q2, number_of_calls_this_week most_expensive_cost_this_week
            q3, number_of_calls_this_week total_cost_this_week total_duration_this_week
            q4, number_of_local_calls_this_week total_duration_of_local_calls_this_week
            q5, total_cost_of_local_calls_this_week total_cost_of_long_distance_calls_this_week
            q6, longest_duration_of_local_calls_this_day longest_duration_of_local_calls_this_week longest_duration_of_long_distance_calls_this_day longest_duration_of_long_distance_calls_this_week
            q7, total_cost_this_week total_duration_this_week
            w2, most_expensive_cost_this_week
            w3, number_of_calls_this_week total_duration_this_week
            flat_rate, total_cost_this_week total_duration_this_week
            """)
    void shouldAnswerOverItsColumnsAndBeRefusedWithoutAnyOfThem(String query, String names) {
        List<String> columns = List.of(names.split(" "));
        assertThat(errors(query, columns)).containsExactly((QueryError) null);
        for (String missing : columns) {
            List<String> kept = new ArrayList<>(columns);
            kept.remove(missing);
            assertThat(errors(query, kept))
                    .containsExactly(new QueryError(
                            QueryError.Code.COLUMN_NOT_KEPT,
                            "Column '" + missing + "' is not kept for scans. Add it to aim.matrix.columns, as in 'auto;"
                                    + missing + "', and start the job again from a savepoint."));
        }
    }

    private static List<QueryError> errors(String query, List<String> keptColumns) {
        return new CraftedMatrix(1, PlainDimensions.benchmark(), keptColumns).errors(AskedQuery.withDefaults(query));
    }
}
