package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicRecord.Expected;
import dev.aimonflink.query.sqllogic.LogicRecord.Order;
import dev.aimonflink.query.sqllogic.LogicRecord.Question;
import dev.aimonflink.query.sqllogic.LogicRecord.Statement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogicReaderTest {
    private static LogicReader reader(String... lines) {
        return new LogicReader(
                "some.test", new BufferedReader(new StringReader(String.join("\n", lines))), LogicSystem.POSTGRESQL);
    }

    private static List<LogicRecord> all(LogicReader reader) throws IOException {
        List<LogicRecord> records = new ArrayList<>();
        for (LogicRecord record = reader.next(); record != null; record = reader.next()) {
            records.add(record);
        }
        return records;
    }

    @Test
    void shouldReadStatementsAndQueries() throws IOException {
        assertThat(all(reader(
                        "# a comment",
                        "hash-threshold 8",
                        "",
                        "statement ok",
                        "CREATE TABLE t(",
                        "  a INTEGER)",
                        "",
                        "statement error",
                        "SELECT",
                        "",
                        "query IT rowsort label-1",
                        "SELECT a, b",
                        "FROM t",
                        "----",
                        "1",
                        "x",
                        "",
                        "query R",
                        "SELECT 1.5",
                        "----",
                        "30 values hashing to 3c13dee48d9356ae19af2515e05e6b54",
                        "",
                        "",
                        "query I valuesort",
                        "SELECT 1 WHERE false",
                        "----")))
                .containsExactly(
                        new Statement(4, true, "", "CREATE TABLE t(\n  a INTEGER)"),
                        new Statement(8, false, "", "SELECT"),
                        new Question(11, "IT", Order.ROWSORT, "SELECT a, b\nFROM t", Expected.of(List.of("1", "x"))),
                        new Question(
                                18,
                                "R",
                                Order.NOSORT,
                                "SELECT 1.5",
                                Expected.hash(30, "3c13dee48d9356ae19af2515e05e6b54")),
                        new Question(24, "I", Order.VALUESORT, "SELECT 1 WHERE false", Expected.of(List.of())));
    }

    @Test
    void shouldReadHowAnErrorBegins() throws IOException {
        assertThat(all(reader(
                        "statement error 42703",
                        "SELECT c",
                        "----",
                        "There is no",
                        "column",
                        "",
                        "statement error 0A000",
                        "BEGIN")))
                .containsExactly(
                        new Statement(1, false, "42703 There is no column", "SELECT c"),
                        new Statement(7, false, "0A000", "BEGIN"));
    }

    @Test
    void shouldLeaveOutWhatIsForOtherSystems() throws IOException {
        LogicReader reader = reader(
                "onlyif mysql # a reason",
                "statement ok",
                "one",
                "",
                "skipif postgresql",
                "statement ok",
                "two",
                "",
                "skipif mysql # not compatible",
                "skipif oracle",
                "statement ok",
                "three",
                "",
                "onlyif postgresql",
                "statement ok",
                "four",
                "",
                "skipif mysql",
                "onlyif sqlite",
                "statement ok",
                "five",
                "",
                "statement ok",
                "six");

        assertThat(all(reader)).extracting(LogicRecord::sql).containsExactly("three", "four", "six");
        assertThat(reader.othersLeftOut()).isEqualTo(3);
    }

    @Test
    void shouldStopWhereAFileHaltsForPostgres() throws IOException {
        assertThat(all(reader(
                        "onlyif mysql",
                        "halt",
                        "",
                        "statement ok",
                        "one",
                        "",
                        "skipif mysql",
                        "halt",
                        "",
                        "statement ok",
                        "two")))
                .extracting(LogicRecord::sql)
                .containsExactly("one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            frobnicate all|some.test:2: record=frobnicate is unknown. Fix the file.
            statement maybe|some.test:2: statement=maybe is neither ok nor error. Fix the file.
            statement|some.test:2: statement has no word behind it. Fix the file.
            query IX|some.test:2: types=IX are not all I, R or T. Fix the file.
            query I sorted|some.test:2: sort=sorted is none of nosort, rowsort and valuesort. Fix the file.
            query I rowsort|some.test:2: the query has no line ----. Fix the file.
            """)
    void shouldRefuseWhatIsMalformed(String line, String message) {
        assertFails(IllegalArgumentException.class, () -> all(reader("", line, "SELECT 1")))
                .hasMessage(message);
    }

    @Test
    void shouldBoundTheLinesOfARecord() throws IOException {
        String most = "line\n".repeat(LogicReader.MAX_LINES);
        assertThat(all(reader("statement ok", most))).hasSize(1);
        assertThatThrownBy(() -> all(reader("statement ok", most + "line")))
                .hasMessage("some.test:1: the record has more than lines=10000. Fix the file.");
    }
}
