package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallQueriesTest {
    private final Catalogue catalogue = Catalogues.of(CallModel.schema(42));

    @ParameterizedTest
    @CsvSource({
        "q1, kernel q1, 1",
        "q2, kernel q2, 1",
        "q3, kernel q3, 1",
        "q4, kernel q4, 1",
        "q5, kernel q5, 1",
        "q6, kernel q6, 4",
        "q7, kernel q7, 1",
        "w2, vectors, 1",
        "w3, vectors, 1"
    })
    void shouldBeComputedByTheLoopsThatAreWrittenForThem(String id, String way, int times) {
        SqlQuery query = (SqlQuery) catalogue.bind(AskedQuery.withDefaults(id));

        assertThat(query.ways()).hasSize(times).extracting(ScanWay::toString).containsOnly(way);
    }

    @Test
    void shouldBeOnThePageOfFormats() throws IOException {
        String page = inOneLine(Files.readString(Path.of("..", "docs", "formats.md")));

        assertThat(CallQueries.texts()).hasSize(10).allSatisfy(text -> assertThat(page)
                .contains("```sql " + inOneLine(text) + " ```"));
    }

    private static String inOneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
