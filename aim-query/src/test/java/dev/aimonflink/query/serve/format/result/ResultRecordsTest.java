package dev.aimonflink.query.serve.format.result;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.query.serve.format.result.ResultChunk.MAX_CHUNKS;
import static dev.aimonflink.query.serve.format.result.ResultRecords.MAX_RECORD_BYTES;
import static dev.aimonflink.query.serve.format.result.ResultRecords.MAX_ROWS_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

class ResultRecordsTest {
    private static final long ATTEMPT = 1_795_132_800_123L;
    private static final AsOf AS_OF = new AsOf(1L, 2L, Map.of("1 day", LocalDate.of(2026, 11, 20)), null, 0, 0);

    private final ResultCodec codec = new ResultCodec();
    private final ResultRecords records = new ResultRecords();

    private static QueryResult ok(List<String> columns, List<List<Object>> rows, AsOf asOf) {
        List<String> types = Collections.nCopies(columns.size(), "text");
        return new QueryResult(
                new QueryResult.Origin("r-1", "c1", "sql"),
                Status.OK,
                new QueryResult.Table(columns, types, rows),
                asOf,
                new QueryResult.Work(new Partitions(2, 2), 1_000, new Timings(10, 200, 3, 0, null)),
                null);
    }

    private static QueryResult ok(List<List<Object>> rows) {
        return ok(List.of("text"), rows, AS_OF);
    }

    /** A row whose JSON has so many bytes. */
    private static List<Object> row(int bytes) {
        return List.of("x".repeat(bytes - "[\"\"]".length()));
    }

    private static List<List<Object>> rows(int count, int bytes) {
        return Collections.nCopies(count, row(bytes));
    }

    /** The rows of all chunks, after a check of what else they say. */
    private QueryResult together(QueryResult sent, List<byte[]> chunks) {
        List<List<Object>> rows = new ArrayList<>();
        for (int n = 0; n < chunks.size(); n++) {
            byte[] chunk = chunks.get(n);
            assertThat(chunk).hasSizeLessThanOrEqualTo(MAX_RECORD_BYTES);
            ResultRecord read = codec.decodeRecord(chunk);
            assertThat(read.chunk()).isEqualTo(new ResultChunk(n, chunks.size() - 1, ATTEMPT, 0));
            assertThat(read.result().withRows(List.of())).isEqualTo(sent.withRows(List.of()));
            rows.addAll(read.result().rows());
        }
        return sent.withRows(rows);
    }

    private void assertRefused(QueryResult result, String message) {
        ResultRecords.Encoded encoded = records.of(result, ATTEMPT);
        QueryResult refused = new QueryResult(
                new QueryResult.Origin("r-1", "c1", "sql"),
                Status.ERROR,
                QueryResult.Table.NONE,
                AS_OF,
                new QueryResult.Work(new Partitions(2, 2), 1_000, new Timings(10, 200, 3, 0, null)),
                new QueryError(Code.RESULT_TOO_LARGE, message));
        assertThat(encoded.sent()).isEqualTo(refused);
        assertThat(encoded.records()).hasSize(1);
        assertThat(codec.decode(encoded.records().get(0))).isEqualTo(refused);
    }

    @Test
    void shouldSendAnAnswerUpToTheSizeOfARecordWhole() {
        int rest = codec.encode(ok(List.of())).length;
        QueryResult atLimit = ok(List.of(row(MAX_RECORD_BYTES - rest)));
        ResultRecords.Encoded encoded = records.of(atLimit, ATTEMPT);
        assertThat(encoded.sent()).isSameAs(atLimit);
        assertThat(encoded.records()).hasSize(1);
        assertThat(encoded.records().get(0)).hasSize(MAX_RECORD_BYTES).isEqualTo(codec.encode(atLimit));
    }

    @Test
    void shouldSendAnAnswerOfOneByteMoreInTwoChunks() {
        int rest = codec.encode(ok(List.of())).length;
        int first = 1_000;
        QueryResult beyond = ok(List.of(row(first), row(MAX_RECORD_BYTES - rest - first)));
        assertThat(codec.encode(beyond)).hasSize(MAX_RECORD_BYTES + 1);
        ResultRecords.Encoded encoded = records.of(beyond, ATTEMPT);
        assertThat(encoded.records()).hasSize(2);
        assertThat(encoded.sent()).isSameAs(beyond);
        assertThat(together(beyond, encoded.records())).isEqualTo(beyond);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSendAllRowsInTheirOrderHoweverLongTheyAre(long seed) {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int bytes = 0; bytes < MAX_ROWS_BYTES / 2; ) {
            int length = random.nextInt(1 << random.nextInt(17));
            // Signs of one to four bytes, and escapes.
            String text = "a\u00e4\u20ac\ud83d\ude00\"\n".repeat(length / 8) + rows.size();
            rows.add(List.of(text));
            bytes += text.getBytes(StandardCharsets.UTF_8).length;
        }
        QueryResult result = ok(rows);
        List<byte[]> chunks = records.of(result, ATTEMPT).records();
        assertThat(chunks).as("seed=%d", seed).hasSizeBetween(5, MAX_CHUNKS);
        assertThat(together(result, chunks)).as("seed=%d", seed).isEqualTo(result);
    }

    @Test
    void shouldSendRowsUpToTheLimitAndSayWhatToDoBeyondIt() {
        int bytes = 1_024;
        // Each row has a comma or, the last one, a bracket behind it.
        List<List<Object>> atLimit = new ArrayList<>(rows(MAX_ROWS_BYTES / bytes - 1, bytes - 1));
        atLimit.add(row(bytes - 2));
        QueryResult longest = ok(atLimit);
        assertThat(together(longest, records.of(longest, ATTEMPT).records())).isEqualTo(longest);

        atLimit.set(0, row(bytes));
        assertRefused(
                ok(atLimit),
                "The result has more than 8388608 bytes. Ask for fewer columns, or for fewer rows: with a LIMIT, a"
                        + " narrower condition, or parameters that select fewer groups.");
    }

    @Test
    void shouldSendTheStatementsOfABatchInChunksOfTheirOwn() {
        QueryResult batch = ok(List.of("a"), List.of(List.of("x")), AS_OF)
                .withOthers(List.of(ok(List.of("b"), List.of(), AS_OF), ok(rows(3, 500_000))));
        List<byte[]> chunks = records.of(batch, ATTEMPT).records();
        assertThat(chunks).hasSize(5);
        List<Integer> statements = new ArrayList<>();
        for (int n = 0; n < chunks.size(); n++) {
            ResultRecord read = codec.decodeRecord(chunks.get(n));
            statements.add(read.chunk().statement());
            assertThat(read.chunk()).isEqualTo(new ResultChunk(n, 4, ATTEMPT, statements.get(n)));
        }
        assertThat(statements).containsExactly(0, 1, 2, 2, 2);
        assertThat(codec.decodeRecord(chunks.get(1)).result()).isEqualTo(ok(List.of("b"), List.of(), AS_OF));
    }

    @Test
    void shouldLimitTheRowsOfAllStatementsOfABatchTogether() {
        QueryResult half = ok(rows(MAX_ROWS_BYTES / 2 / 1_024, 1_024));
        assertRefused(
                half.withOthers(List.of(half)),
                "The result has more than 8388608 bytes. Ask for fewer columns, or for fewer rows: with a LIMIT, a"
                        + " narrower condition, or parameters that select fewer groups.");
    }

    @Test
    void shouldRefuseARowThatFitsNoRecord() {
        int rest = codec.encode(ok(List.of())).length;
        QueryResult wide = ok(List.of("a", "b"), List.of(List.of("x".repeat(500_000), "y".repeat(500_000))), AS_OF);
        String message = records.of(wide, ATTEMPT).sent().error().message();
        assertThat(message)
                .matches(
                        "A row of the result has 1000007 bytes, and a record has room for \\d+\\. It has 2 columns: name"
                                + " those that you need, in the SELECT or in the parameter 'columns'\\.");
        int room = Integer.parseInt(message.replaceAll(".*room for (\\d+).*", "$1"));
        assertThat(room).isBetween(MAX_RECORD_BYTES - rest - 200, MAX_RECORD_BYTES - rest);
        QueryResult fitting = ok(List.of(row(room), row(room)));
        assertThat(together(fitting, records.of(fitting, ATTEMPT).records()).rows())
                .isEqualTo(fitting.rows());
    }

    @Test
    void shouldSendUpToTheMostChunksAndSayWhatToDoBeyondThem() {
        // A chunk has room for one such row only.
        List<String> columns = List.of("x".repeat(500_000));
        QueryResult most = ok(columns, rows(MAX_CHUNKS, 220_000), AS_OF);
        List<byte[]> chunks = records.of(most, ATTEMPT).records();
        assertThat(chunks).hasSize(MAX_CHUNKS);
        assertThat(together(most, chunks)).isEqualTo(most);

        assertRefused(
                ok(columns, rows(MAX_CHUNKS + 1, 220_000), AS_OF),
                "The result has rows so long that they need more than 32 records. Ask for fewer columns, or for fewer"
                        + " rows: with a LIMIT, a narrower condition, or parameters that select fewer groups.");
    }

    /** So that the sink can send it, however many Kafka partitions there are. */
    @Test
    void shouldLeaveOutTheProgressOfAResultThatIsTooLargeWithoutItsRows() {
        Map<Integer, Place> progress = new TreeMap<>();
        for (int partition = 0; partition < 20_000; partition++) {
            progress.put(partition, new Place(Long.MAX_VALUE, Long.MAX_VALUE));
        }
        AsOf asOf = new AsOf(AS_OF.eventTimeMs(), AS_OF.newestMs(), AS_OF.windows(), progress, 0, 0);
        QueryResult result = ok(List.of("a"), List.of(), asOf);
        int bytes = codec.encode(result, new ResultChunk(MAX_CHUNKS, MAX_CHUNKS, ATTEMPT, 0), "[]").length;
        assertRefused(
                result,
                "The result has " + bytes + " bytes without its rows, and a record at most 921600. Name fewer columns,"
                        + " or ask without \"progress\":true.");
    }
}
