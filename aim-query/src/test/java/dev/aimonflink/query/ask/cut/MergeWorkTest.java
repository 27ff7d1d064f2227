package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.Query;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MergeWorkTest {
    /** Above which the merger lets another thread merge. */
    private static final long MANY = 4_096;

    private static final MatrixTables TABLES =
            new MatrixTables(CallModel.schema(42), PresetModels.tables(), CallModel.tableAliases());

    private static long rows(String text, long sentRows) {
        Query query = new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of());
        return query.rowsToMerge(sentRows);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM subscribers",
                "SELECT zip, count(*) FROM subscribers GROUP BY zip ORDER BY 2 DESC LIMIT 3",
                "SELECT zip FROM subscribers UNION SELECT zip FROM subscribers",
                "SELECT count(*) FROM subscribers HAVING count(*) > (SELECT count(*) FROM RegionInfo)",
                "SELECT zip, rank() OVER (ORDER BY count(*)) FROM subscribers GROUP BY zip",
                "SELECT * FROM subscribers WHERE subscriber_id = 7",
                "SELECT s.zip, r.city FROM subscribers s JOIN RegionInfo r ON r.zip = s.zip WHERE subscriber_id = 7"
            })
    void shouldBeShortOfFewRows(String text) {
        assertThat(rows(text, 20)).as(text).isPositive().isLessThan(MANY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT zip, count(*) FROM subscribers GROUP BY zip ORDER BY 2 DESC LIMIT 3",
                "SELECT zip, rank() OVER (ORDER BY count(*)) FROM subscribers GROUP BY zip"
            })
    void shouldBeLongOfManyRows(String text) {
        assertThat(rows(text, 5_000)).as(text).isGreaterThan(MANY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b",
                "SELECT count(*) FROM subscribers s, generate_series(1, 1000000) g",
                "SELECT count(*) FROM subscribers a, subscribers b, subscribers c WHERE a.total_cost_this_week + b.total_cost_this_week > c.total_cost_this_week",
                "SELECT table_name FROM information_schema.columns",
                "SELECT zip, count(*), (SELECT max(r.city) FROM RegionInfo r WHERE r.zip > s.zip) FROM subscribers s GROUP BY zip",
                "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week >"
                        + " (SELECT count(*) FROM subscribers, generate_series(1, 3) g)"
            })
    void shouldBeLongOfFewRowsThatMayBecomeMany(String text) {
        assertThat(rows(text, 20)).as(text).isGreaterThan(MANY);
    }

    /** The largest numbers do not overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 31, Long.MAX_VALUE})
    void shouldNotOverflow(long sentRows) {
        assertThat(rows("SELECT count(*) FROM subscribers a, subscribers b, subscribers c", sentRows))
                .isBetween(0L, Long.MAX_VALUE / 2);
    }
}
