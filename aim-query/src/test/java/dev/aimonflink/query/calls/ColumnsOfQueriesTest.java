package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks the columns that each query needs. */
@Tag("compiled")
class ColumnsOfQueriesTest {
    private static final Catalogue CATALOGUE =
            Catalogues.of(CallModel.schema(42), PlainDimensions.benchmark(), AnswerLimits.USUAL);

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
    void shouldReadNoOtherColumns(String query, String names) {
        assertThat(CATALOGUE.bind(AskedQuery.withDefaults(query)))
                .isInstanceOfSatisfying(ScanQuery.class, scan -> assertThat(scan.columns())
                        .containsExactlyInAnyOrder(names.split(" ")));
    }
}
