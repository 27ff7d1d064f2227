package dev.aimonflink.clients.shell;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobTablesTest {
    static final LiveValues NO_VALUES = new LiveValues(statement -> List.of());

    static final List<List<Object>> ROWS = List.of(
            row("analyticsmatrix", "VIEW", "card_id", "text", null, null, "YES", "cardid"),
            row("analyticsmatrix", "VIEW", "zip_city", "text", null, null, "YES", "city, cities"),
            row("analyticsmatrix", "VIEW", "max_cost", "numeric", 18L, 2L, "NO", null),
            row("cards", "BASE TABLE", "card_id", "text", null, null, "YES", "cardid"),
            row("cards", "BASE TABLE", "zip_city", "text", null, null, "YES", "city, cities"),
            row("cards", "BASE TABLE", "max_cost", "numeric", 18L, 2L, "NO", null),
            row("regions", "BASE TABLE", "zip", "text", null, null, "YES", null),
            row("regions", "BASE TABLE", "city", "text", null, null, "YES", null));

    private final List<String> asked = new ArrayList<>();
    private final LiveValues live = new LiveValues(statement -> {
        asked.add(statement);
        return statement.contains("regions") ? List.of(row("Bern"), row("Zurich")) : List.of(row("Bern"), row("Thun"));
    });

    private final Vocabulary words = new Vocabulary(() -> JobTables.asked(statement -> ROWS, live));

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    private List<String> words(String before) {
        words.refresh();
        return new Completion(words).of(before).words();
    }

    @Test
    void shouldAskWhatAJobUnderstands() {
        Catalogue ofJob = Catalogues.of(CallModel.schema(42), PresetModels.tables(), AnswerLimits.USUAL);
        Query query = ofJob.bind(new AskedQuery("sql", Map.of("text", JobTables.STATEMENT.formatted(10, 0))));
        assertThat(query.answerColumns())
                .hasSameSizeAs(ROWS.get(0))
                .startsWith("table_name", "table_type", "column_name");
        assertThat(query.answerTypes()).contains("integer", Index.atIndex(4)).contains("integer", Index.atIndex(5));
    }

    @Test
    void shouldAskAgainForMoreColumnsThanAnAnswerMayHave() {
        List<List<Object>> all = IntStream.rangeClosed(0, JobTables.COLUMNS_OF_AN_ANSWER)
                .mapToObj(i -> row("cards", "BASE TABLE", "c" + i, "text", null, null, "YES", null))
                .toList();
        KnownTables tables = JobTables.asked(
                        statement -> statement.endsWith("LIMIT 5000 OFFSET 0")
                                ? all.subList(0, JobTables.COLUMNS_OF_AN_ANSWER)
                                : all.subList(JobTables.COLUMNS_OF_AN_ANSWER, all.size()),
                        NO_VALUES)
                .orElseThrow();
        assertThat(tables.tables().get(0).columns()).hasSize(JobTables.COLUMNS_OF_AN_ANSWER + 1);
    }

    @Test
    void shouldCompleteTheNamesOfTheJob() {
        assertThat(words("SELECT max_")).containsExactly("max_cost");
        assertThat(words("SELECT cit")).containsExactly("cities", "city");
        assertThat(words("SELECT 1 FROM ca")).containsExactly("cards");
        assertThat(words("SELECT 1 FROM sub")).isEmpty();
    }

    @Test
    void shouldCompleteTheValuesOfFilesAndOfTheMatrix() {
        assertThat(words("SELECT 1 FROM cards WHERE city = '")).containsExactly("Bern'", "Thun'", "Zurich'");
        assertThat(asked)
                .as("the other name of the matrix has the same values")
                .containsExactlyInAnyOrder(
                        "SELECT DISTINCT \"city\" FROM regions ORDER BY 1 LIMIT 1001",
                        "SELECT DISTINCT \"zip_city\" FROM cards ORDER BY 1 LIMIT 1001");
    }

    @Test
    void shouldAskForNoKeysOfEntitiesAndNoNumbers() {
        assertThat(words("SELECT 1 FROM cards WHERE card_id = '")).isEmpty();
        assertThat(words("SELECT 1 FROM cards WHERE max_cost = '")).isEmpty();
        assertThat(asked).isEmpty();
    }
}
