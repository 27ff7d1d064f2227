package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SqlCommandTest {
    private final FakeKafka kafka = new FakeKafka()
            .withTopics()
            .withModel(CallModel.schema(42).model(), PresetModels.tables())
            .withRefusals()
            .withJob(SqlCommandTest::answer);

    /** A job that refuses what is wrong, as a real one, and answers with the length of the text. */
    private static QueryResult answer(Request request) {
        String text = (String) request.asked().params().get("text");
        return Results.ok(request, List.of("n"), List.of(List.of((long) text.length())));
    }

    private List<AskedQuery> asked() {
        return kafka.requests().stream().map(Request::asked).toList();
    }

    @Test
    void shouldAskAStatement() {
        CommandRun.of(kafka, "sql", "-c", "SELECT 1;", "--output=csv")
                .succeeds()
                .says("")
                .shows("n\n8\n");
        assertThat(asked()).containsExactly(new AskedQuery("sql", Map.of("text", "SELECT 1")));
    }

    @Test
    void shouldWarnOnceWhereEventsAreMissing() {
        kafka.withJob(request -> Results.lacking(request, 123));
        CommandRun.of(kafka, "sql", "-c", "SELECT 1; SELECT 2", "-tA")
                .succeeds()
                .says("123 events are missing: Kafka no longer had them, and the job went on.\n")
                .shows("1\n1\n");
    }

    @Test
    void shouldShowThePlainLinesOfAPlan() {
        kafka.withJob(request ->
                Results.ok(request, List.of("QUERY PLAN"), List.of(List.of("Answer"), List.of("-> Each partition"))));
        assertThat(CommandRun.of(kafka, "sql", "-c", "EXPLAIN SELECT 1").out())
                .startsWith("Answer\n-> Each partition\n(2 rows) sql ");
    }

    /** Values of each type as a job answers them. */
    private void answerWithValues() {
        kafka.withJob(request -> ofTypes(
                Results.ok(
                        request,
                        List.of("name", "cost", "ratio", "n"),
                        List.of(
                                Arrays.asList("-", new BigDecimal("0.00000001"), 0.1 + 0.2, 12L),
                                Arrays.asList(null, null, null, null),
                                Arrays.asList("", new BigDecimal("1.123456789"), 8.0, 1L),
                                Arrays.asList("7", new BigDecimal("1E+3"), 1e300, 1L),
                                Arrays.asList("|", 5L, -0.0, -1L),
                                Arrays.asList("x", 5L, "NaN", 1L))),
                List.of("text", "numeric", "double precision", "bigint")));
    }

    private static QueryResult ofTypes(QueryResult result, List<String> types) {
        return new QueryResult(
                new QueryResult.Origin(result.requestId(), result.clientId(), result.query()),
                result.status(),
                new QueryResult.Table(result.columns(), types, result.rows()),
                result.asOf(),
                new QueryResult.Work(result.partitions(), result.rowsScanned(), result.timings()),
                null);
    }

    @Test
    void shouldShowEveryDigitAsPostgresqlDoes() {
        answerWithValues();
        CommandRun table = CommandRun.of(kafka, "sql", "-c", "SELECT 1");
        assertThat(table.out()).startsWith("""
                +------+-------------+---------------------+----+
                | name |        cost |               ratio |  n |
                +------+-------------+---------------------+----+
                | -    |  0.00000001 | 0.30000000000000004 | 12 |
                |      |             |                     |    |
                |      | 1.123456789 |                   8 |  1 |
                | 7    |        1000 |              1e+300 |  1 |
                | |    |           5 |                  -0 | -1 |
                | x    |           5 |                 NaN |  1 |
                +------+-------------+---------------------+----+
                (6 rows) sql as of 2026-11-20T00:00:00Z, 1 day since""");
        assertThat(table.out()).contains("; scanned 1000 rows of 2/2 partitions; queued ");
        CommandRun.of(kafka, "sql", "-c", "SELECT 1", "--output=csv").shows("""
                name,cost,ratio,n
                -,0.00000001,0.30000000000000004,12
                ,,,
                "",1.123456789,8,1
                7,1000,1e+300,1
                |,5,-0,-1
                x,5,NaN,1
                """);
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "--output=jsonl")
                        .out())
                .contains("[\"-\",0.00000001,0.30000000000000004,12],[null,null,null,null]", "[\"x\",5,\"NaN\",1]");
    }

    @Test
    void shouldShowRowsAsSomebodyWants() {
        answerWithValues();
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-tA", "--null", "none")
                        .out())
                .startsWith("-|0.00000001|0.30000000000000004|12\nnone|none|none|none\n|1.123456789|8|1\n")
                .endsWith("x|5|NaN|1\n");
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-A").out())
                .startsWith("name|cost|ratio|n\n-|")
                .contains("\n(6 rows) sql as of");
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-x").out()).startsWith("""
                +--------+---------------------+
                | column | value               |
                +--------+---------------------+
                | name   | -                   |
                | cost   | 0.00000001          |
                | ratio  | 0.30000000000000004 |
                | n      | 12                  |
                +--------+---------------------+
                """);
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-xtA").out())
                .startsWith("name|-\ncost|0.00000001\nratio|0.30000000000000004\nn|12\n\nname|\n");
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-t").out()).startsWith("""
                +---+-------------+---------------------+----+
                | - |  0.00000001 | 0.30000000000000004 | 12 |
                """);
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "-t", "--output=csv", "--null=none")
                        .out())
                .startsWith("-,0.00000001,0.30000000000000004,12\nnone,none,none,none\n\"\",");
    }

    @Test
    void shouldDescribeTablesWithoutAShell() {
        kafka.withJob(Results::timeout);
        CommandRun.of(kafka, "sql", "-c", "\\d regioninfo")
                .fails("The job does not say which tables it has now. \\d asks again.\n");
        kafka.withJob(request -> Results.ok(request, SqlDialogueTest.COLUMNS_OF_CATALOG, SqlDialogueTest.CATALOG));
        CommandRun run = CommandRun.of(kafka, "sql", "-c", "\\d subscribers");
        assertThat(run.err()).startsWith("The first question over all entities");
        assertThat(run.out()).contains("| column ");
        assertThat(CommandRun.of(kafka, "sql", "-o", "csv", "-c", " \\dt").out())
                .startsWith("table,columns,kept\n")
                .contains("\nsubscribers,");
        CommandRun none = CommandRun.of(kafka, "sql", "-c", "\\d nope")
                .exits(ExitCode.FAILURE)
                .shows("");
        assertThat(none.err()).endsWith("There is no table nope. \\d lists all.\n");
        CommandRun.of(kafka, "sql", "-c", "\\watch 1")
                .refuses("command=\\watch is for the shell, which is `aim sql` without -c and -f. Give \\d, \\d TABLE"
                        + " or a statement.\n");
        CommandRun.of(kafka, "sql", "-c", "\\l")
                .says("There is no command \\l. There is one database, and \\d lists its tables.\n");
        assertThat(asked())
                .hasSize(4)
                .allMatch(each -> each.params().get("text").toString().contains("information_schema.columns"));
    }

    @Test
    void shouldReadStandardInputWhereNobodyTypes() {
        CommandRun.withInput("SELECT 1;\nSELECT 2", kafka, "sql", "--output=csv")
                .says("");
        assertThat(asked())
                .containsExactly(
                        new AskedQuery("sql", Map.of("text", "SELECT 1")),
                        new AskedQuery("sql", Map.of("text", "SELECT 2")));
    }

    @Test
    void shouldGiveValuesOfParameters() {
        String text = "SELECT count(*) FROM subscribers WHERE subscriber_id < $1 AND city = $2";
        CommandRun.of(kafka, "sql", "-c", text, "--value", "7", "--value", "Bern")
                .says("");
        assertThat(asked()).containsExactly(new AskedQuery("sql", Map.of("text", text, "1", "7", "2", "Bern")));
    }

    @Test
    void shouldLimitTheRowsOfAnAnswer() {
        CommandRun.of(kafka, "sql", "-c", "SELECT 1", "--max-rows", "20").says("");
        assertThat(asked()).containsExactly(new AskedQuery("sql", Map.of("text", "SELECT 1", "limits.rows", 20L)));
        assertThat(CommandRun.of(kafka, "sql", "-c", "SELECT 1", "--max-rows", "0")
                        .err())
                .contains("max-rows=0 is no number of rows. Give 1 or more.");
    }

    @Test
    void shouldAskEachStatementOfAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1; -- the first; it is short\nSELECT ';ö'");
        CommandRun.of(kafka, "sql", "-f", file.toString(), "--output=csv")
                .says("")
                .shows("n\n8\nn\n11\n");
        assertThat(asked()).extracting(each -> each.params().get("text")).containsExactly("SELECT 1", "SELECT ';ö'");
    }

    @Test
    void shouldSkipTheMarkThatSomeEditorsBeginAFileWith(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "\uFEFFSELECT 1");
        CommandRun.of(kafka, "sql", "-f", file.toString()).says("");
        CommandRun.withInput("\uFEFFSELECT 2", kafka, "sql").says("");
        assertThat(asked()).extracting(each -> each.params().get("text")).containsExactly("SELECT 1", "SELECT 2");
    }

    @Test
    void shouldAskWhatStandardInputHas() {
        CommandRun.withInput("SELECT 1", kafka, "sql", "-f", "-", "--output=jsonl")
                .succeeds();
        assertThat(asked()).containsExactly(new AskedQuery("sql", Map.of("text", "SELECT 1")));
    }

    @Test
    void shouldWriteOneDocumentOfJson() {
        CommandRun run = CommandRun.of(kafka, "sql", "-c", "SELECT 1; SELECT 22", "--output=json");
        assertThat(run.out())
                .startsWith("[")
                .endsWith("]\n")
                .containsSubsequence("[\n        8\n      ]", "[\n        9\n      ]");
    }

    @Test
    void shouldAskABatchInOneRequestAndPrintEachAnswer() {
        kafka.withJob(request -> answer(request)
                .withOthers(List.of(Results.ok(request, List.of("m"), List.of(List.of(1L), List.of(2L))))));
        CommandRun.of(kafka, "sql", "--batch", "-c", "SELECT 1; SELECT 22", "--output=csv")
                .says("")
                .shows("n\n19\nm\n1\n2\n");
        assertThat(asked()).containsExactly(new AskedQuery("sql", Map.of("text", "SELECT 1; SELECT 22")));
        CommandRun json = CommandRun.of(kafka, "sql", "--batch", "-c", "SELECT 1; SELECT 22", "--output=json");
        assertThat(json.out())
                .startsWith("[")
                .containsSubsequence("\"n\"", "\"m\"")
                .endsWith("]\n");
    }

    @Test
    void shouldRefuseABatchInADialogue() {
        System.setProperty("aim.dialogue", "true");
        try {
            CommandRun.of(kafka, "sql", "--batch")
                    .refuses("--batch asks several statements together, and a dialogue asks each when it ends. Give the"
                            + " statements with -c or -f, or leave --batch out.\n");
            assertThat(asked()).isEmpty();
        } finally {
            System.clearProperty("aim.dialogue");
        }
    }

    @Test
    void shouldPointAtWhatIsWrongAndAskTheNext() {
        CommandRun.of(kafka, "sql", "-c", "SELECT 1;\nSELECT categroy FROM subscribers;\nSELECT 22", "--output=csv")
                .exits(ExitCode.PARTIAL)
                .says("""
                ERROR 42703: There is no column "categroy". Did you mean 'category'?
                  line 2: SELECT categroy FROM subscribers;
                                 ^
                """)
                .shows("n\n8\nn\n9\n");
    }

    @Test
    void shouldSayTheStateOfEveryErrorAndPointAtItsPlace() {
        kafka.withJob(request -> QueryResult.refusal(
                request.requestId(),
                request.clientId(),
                "sql",
                new QueryError(QueryError.Code.COLUMN_NOT_KEPT, "It is not kept.").at(12)));
        CommandRun.of(kafka, "sql", "-c", "SELECT max(total_cost_this_week) FROM subscribers")
                .says("""
                        ERROR 0A000: It is not kept.
                          SELECT max(total_cost_this_week) FROM subscribers
                                     ^
                        """);
        kafka.withJob(Results::timeout);
        CommandRun late = CommandRun.of(kafka, "sql", "-c", "SELECT 1");
        assertThat(late.err()).startsWith("ERROR 57014: ");
        assertThat(late.exitCode()).isEqualTo(ExitCode.TIMEOUT);
    }

    @Test
    void shouldNameTheOptionsThatHelp() {
        CommandRun.of(kafka, "sql", "-c", "SELECT $1::bigint")
                .says("ERROR 42P02: The query has parameters=1, but there are values=0. Give one value for each"
                        + " parameter. On the command line, --value gives that of $1, and again that of $2.\n");
    }

    @Test
    void shouldSayWhereCommandsOfTheShellAre(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\n\\x\n");
        CommandRun run = CommandRun.of(kafka, "sql", "-f", file.toString());
        assertThat(run.err())
                .startsWith("ERROR 42601: The character \"\\\" begins nothing that is known here.")
                .endsWith(
                        "Commands such as \\watch are for the shell, which is `aim sql` without -c and -f; -c takes \\d"
                                + " alone.\n");
    }

    @Test
    void shouldAskTheStatementsOfAFileBeforeTheOneThatHasNoEnd(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\nSELECT 'two;\nSELECT 3;");
        CommandRun run = CommandRun.of(kafka, "sql", "-f", file.toString());
        assertThat(run.err()).startsWith("ERROR 42601: The string has no end. Close it with '.");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(asked()).extracting(each -> each.params().get("text")).containsExactly("SELECT 1");
        CommandRun.of(kafka, "sql", "--batch", "-f", file.toString()).exits(ExitCode.FAILURE);
        assertThat(asked()).as("all or none").hasSize(1);
    }

    @Test
    void shouldReadAFileThatIsLongerThanAStatementMayBe(@TempDir Path folder) throws IOException {
        String comment = "-- " + "x".repeat(70_000) + "\n";
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\n" + comment + "SELECT 2;");
        CommandRun.of(kafka, "sql", "-f", file.toString()).succeeds();
        assertThat(asked()).extracting(each -> each.params().get("text")).containsExactly("SELECT 1", "SELECT 2");
    }

    @Test
    void shouldAskNothingOfATextThatHasNoStatements() {
        CommandRun.of(kafka, "sql", "-c", "SELECT 1; SELECT 'two").fails("""
                ERROR 42601: The string has no end. Close it with '.
                  SELECT 1; SELECT 'two
                                   ^
                """);
        assertThat(asked()).isEmpty();
    }

    @Test
    void shouldRefuseToAskNothing(@TempDir Path folder) throws IOException {
        CommandRun unused = CommandRun.of(kafka, "sql", "-c", " ; -- nothing")
                .refuses("There is no statement. Write one, such as SELECT count(*) FROM subscribers.\n");
        byte[] latin = "SELECT 'ö'".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("latin.sql"), latin);
        CommandRun.of(kafka, "sql", "-f", file.toString())
                .refuses("file=" + file + " is not in UTF-8. Convert it, as with iconv -t UTF-8.\n");
        CommandRun.withInput(latin, kafka, "sql")
                .refuses("Standard input is not in UTF-8. Convert it, as with iconv -t UTF-8.\n");
        CommandRun.of(kafka, "sql", "-f", folder + "/none.sql")
                .says("file=" + folder + "/none.sql is no file. Give one of SQL statements, or - for stdin.\n");
        CommandRun.of(kafka, "sql", "-f", folder.toString())
                .refuses("file=" + folder + " is a folder. Give a file of SQL statements, or - for stdin.\n");
        CommandRun.of(kafka, "sql").exits(ExitCode.USAGE);
        assertThat(asked()).isEmpty();
    }
}
