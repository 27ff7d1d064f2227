package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class KnownKeysTest {
    private static final MatrixTables TABLES =
            new MatrixTables(CallModel.schema(42), PresetModels.tables(), CallModel.tableAliases());

    /** @param read the columns of the conditions that vectors test */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count(*) | TRUE | zip
            count(*) | r.country = 'Switzerland' | country
            count(*) | 'Switzerland' <> r.country | country
            count(*) | r.country = 'Switzerland' AND r.city < 'M' | country, city
            count(*) | r.country IS NOT NULL | zip, country
            count(*) | coalesce(r.country, 'Italy') = 'Italy' | zip, country
            count(*) | a.category = 1 | zip, category
            max(r.city), count(*) | TRUE | zip
            r.region, count(*) | TRUE | region
            r.zip, count(*) | TRUE | zip
            r.region, count(*) | r.country = 'Switzerland' | country
            a.category, count(*) | TRUE | zip
            """)
    void shouldTestWhetherAKeyIsKnownInAColumnThatIsReadAnyway(String selected, String condition, String read) {
        String groups = selected.contains(", count") && !selected.startsWith("max") ? " GROUP BY 1" : "";
        String text = "SELECT " + selected + " FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip WHERE "
                + condition + groups;
        SqlQuery query = (SqlQuery) new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of());
        List<Column> columns = new ArrayList<>();
        KnownKeys.conditions(query.cut().fragments().get(0)).forEach(each -> ColumnsOf.add(each, columns));
        assertThat(String.join(", ", columns.stream().map(Column::name).toList()))
                .as(text)
                .isEqualTo(read);
    }
}
