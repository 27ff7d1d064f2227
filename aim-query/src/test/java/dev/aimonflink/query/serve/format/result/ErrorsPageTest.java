package dev.aimonflink.query.serve.format.result;

import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of errors has a row for each status, code and SQLSTATE that there is, and for no other. */
class ErrorsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    private static String section(String title) throws IOException {
        return Files.readString(PAGE).split("(?m)^## " + title + "$")[1].split("(?m)^## ")[0];
    }

    private static List<String> firstCells(String section, String cell) throws IOException {
        return Pattern.compile("(?m)^\\| " + cell + " \\|")
                .matcher(section(section))
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    @Test
    void shouldExplainEveryStatusOnce() throws IOException {
        List<String> statuses = new ArrayList<>();
        for (QueryResult.Status status : QueryResult.Status.values()) {
            statuses.add(status.name());
        }
        statuses.add(ResultCodec.CHUNK_STATUS);
        assertThat(firstCells("Status", "`(\\w+)`")).containsExactlyInAnyOrderElementsOf(statuses);
    }

    @Test
    void shouldExplainEveryCodeOnce() throws IOException {
        assertThat(firstCells("Codes", "`(\\w+)`"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Code.values()).map(Code::name).toList());
    }

    @Test
    void shouldSayTheStateOfEveryCode() throws IOException {
        for (Code code : Code.values()) {
            String state =
                    code.inSql() == null ? "[many](#sqlstate)" : code.inSql().state();
            assertThat(section("Codes")).contains("| `" + code + "` | " + state);
        }
    }

    @Test
    void shouldExplainEverySqlStateOnce() throws IOException {
        assertThat(firstCells("SQLSTATE", "([0-9A-Z, ]+)").stream().flatMap(cell -> Stream.of(cell.split(", "))))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(SqlState.values()).map(SqlState::code).toList());
    }
}
