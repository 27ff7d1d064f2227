package dev.aimonflink.clients.output;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class AnswerOutputTest {
    private static final List<String> COLUMNS = List.of("city", "calls", "ratio", "cost");
    private static final List<List<Object>> ROWS = List.of(
            Arrays.asList("Zürich, \"ZH\"", 12L, 0.1234567891, new BigDecimal("1234567.50")),
            Arrays.asList(null, null, null, null),
            Arrays.asList("", 1L, 2.0, new BigDecimal("0.00")));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private AnswerOutput output(OutputFormat format) {
        return new AnswerOutput(format, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteTablesForPeople() {
        output(OutputFormat.TABLE).print(COLUMNS, ROWS);
        assertThat(written()).isEqualTo("""
                        +--------------+-------+----------+------------+
                        | city         | calls |    ratio |       cost |
                        +--------------+-------+----------+------------+
                        | Zürich, "ZH" |    12 | 0.123457 | 1234567.50 |
                        | -            |     - |        - |          - |
                        |              |     1 |        2 |       0.00 |
                        +--------------+-------+----------+------------+
                        """);
    }

    @Test
    void shouldWriteJson() {
        output(OutputFormat.JSON).print(COLUMNS, ROWS.subList(0, 2));
        assertThat(written()).isEqualTo("""
                        [
                          {
                            "city" : "Zürich, \\"ZH\\"",
                            "calls" : 12,
                            "ratio" : 0.1234567891,
                            "cost" : 1234567.50
                          },
                          {
                            "city" : null,
                            "calls" : null,
                            "ratio" : null,
                            "cost" : null
                          }
                        ]
                        """);
    }

    @Test
    void shouldWriteJsonLines() {
        output(OutputFormat.JSONL).print(COLUMNS, ROWS.subList(0, 2));
        assertThat(written()).isEqualTo("""
                        {"city":"Zürich, \\"ZH\\"","calls":12,"ratio":0.1234567891,"cost":1234567.50}
                        {"city":null,"calls":null,"ratio":null,"cost":null}
                        """);
    }

    @Test
    void shouldWriteCsvThatTellsNullFromEmpty() {
        output(OutputFormat.CSV).print(COLUMNS, ROWS);
        assertThat(written()).isEqualTo("""
                        city,calls,ratio,cost
                        "Zürich, ""ZH""\",12,0.1234567891,1234567.50
                        ,,,
                        "",1,2.0,0.00
                        """);
    }

    @Test
    void shouldQuoteLineBreaksInCsv() {
        output(OutputFormat.CSV).print(List.of("a"), List.of(List.of("x\ny"), List.of("x\ry")));
        assertThat(written()).isEqualTo("a\n\"x\ny\"\n\"x\ry\"\n");
    }

    @Test
    void shouldWriteTablesWithoutRows() {
        output(OutputFormat.TABLE).print(List.of("a"), List.of());
        output(OutputFormat.JSON).print(List.of("a"), List.of());
        output(OutputFormat.JSONL).print(List.of("a"), List.of());
        output(OutputFormat.CSV).print(List.of("a"), List.of());
        assertThat(written()).isEqualTo("""
                        +---+
                        | a |
                        +---+
                        +---+
                        [ ]
                        a
                        """);
    }

    @Test
    void shouldNotWrapLongTexts() {
        output(OutputFormat.TABLE).print(List.of("a"), List.of(List.of("x ".repeat(200) + "y")));
        assertThat(written().lines()).hasSize(5);
    }

    @Test
    void shouldTurnARecordOnItsSide() {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("zip", "CH-8000");
        record.put("calls", 3L);
        record.put("cheapest", null);
        output(OutputFormat.TABLE).printRecord(record);
        output(OutputFormat.JSONL).printRecord(record);
        output(OutputFormat.JSON).printRecord(record);
        output(OutputFormat.CSV).printRecord(record);
        assertThat(written()).isEqualTo("""
                        +----------+---------+
                        | name     | value   |
                        +----------+---------+
                        | zip      | CH-8000 |
                        | calls    | 3       |
                        | cheapest | -       |
                        +----------+---------+
                        {"zip":"CH-8000","calls":3,"cheapest":null}
                        {
                          "zip" : "CH-8000",
                          "calls" : 3,
                          "cheapest" : null
                        }
                        zip,calls,cheapest
                        CH-8000,3,
                        """);
    }

    @Test
    void shouldWriteOtherValuesAsTexts() {
        output(OutputFormat.JSONL).print(List.of("day", "ok"), List.of(List.of(LocalDate.of(2026, 11, 20), true)));
        assertThat(written()).isEqualTo("{\"day\":\"2026-11-20\",\"ok\":true}\n");
    }

    @Test
    void shouldShortenRatiosButNotAmounts() {
        output(OutputFormat.TABLE)
                .print(
                        List.of("n"),
                        List.of(
                                List.of(new BigDecimal("0.01002421249788")),
                                List.of(new BigDecimal("100.00")),
                                List.of(123456789.0),
                                List.of(1e-10),
                                List.of(new BigDecimal("-0.00000001234")),
                                List.of(Double.NaN)));
        assertThat(written()).contains("0.010024 |", " 100.00 |", "123456789 |", " 1E-10 |", " -1.234E-8 |", "NaN |");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseRowsOfAnotherWidth(OutputFormat format) {
        assertFails(IllegalArgumentException.class, () -> output(format).print(List.of("a"), List.of(List.of(1, 2))));
    }

    @Test
    void shouldRefuseDocumentsWhereThereAreOnlyRows() {
        assertFails(IllegalStateException.class, () -> output(OutputFormat.CSV).printDocument(Map.of()));
    }

    @Test
    void shouldFindAFormatByItsLabel() {
        for (OutputFormat format : OutputFormat.values()) {
            assertThat(OutputFormat.of(format.label())).isEqualTo(format);
        }
        assertFails(InvalidInputException.class, () -> OutputFormat.of("xml"))
                .hasMessage("output=xml is no format. Give one of table, json, jsonl, csv.");
    }

    @Test
    void shouldFitATableIntoTheScreenByLinesOfItsWidestColumns() {
        List<String> columns = List.of("check", "detail", "fix");
        List<List<?>> rows = List.of(
                List.of(
                        "job",
                        "it runs and answers much too late to be of use",
                        "Give it more time, or fewer questions"),
                List.of("a", "b", ""));
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new AnswerOutput(OutputFormat.TABLE, out, new Screen(60, 100, "")).print(columns, rows);
        String table = bytes.toString(StandardCharsets.UTF_8);
        assertThat(table.lines()).allMatch(line -> line.length() <= 60).anyMatch(line -> line.length() > 56);
        assertThat(table.replaceAll("[+|\\s-]+", " "))
                .contains("it runs and answers", "much too late to be of", "Give it more time, or", "fewer questions");
        bytes.reset();
        new AnswerOutput(OutputFormat.TABLE, out).print(columns, rows);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("| it runs and answers much too late to be of use |");
    }

    @Test
    void shouldPrintWhatThePagerDoesNotShow() {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new Screen(10, 1, "no-such-program 2>/dev/null").print("text\n", out);
        new Screen(3, 2, "").print("more\n", out);
        new Screen(3, 2, "exit 1").print("| wide |\n", out);
        new Screen(3, 2, "exit 1").print("a note\n", out);
        new Screen(10, 2, "exit 1").print("fits\n", out);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("text\nmore\na note\nfits\n");
    }
}
