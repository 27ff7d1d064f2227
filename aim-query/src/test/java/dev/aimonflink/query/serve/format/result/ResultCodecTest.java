package dev.aimonflink.query.serve.format.result;

import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResultCodecTest {
    private static final LocalDate FRIDAY = LocalDate.of(2026, 11, 20);

    private static final AsOf DAY_AND_WEEK = new AsOf(
            1_795_132_800_000L,
            1_795_132_800_040L,
            inOrder("1 day", FRIDAY, "1 week", LocalDate.of(2026, 11, 16)),
            null,
            0,
            0);

    private static final AsOf OF_A_MODEL = new AsOf(
            1_795_132_800_000L,
            1_795_132_800_040L,
            inOrder(
                    "5 minutes", FRIDAY.atStartOfDay(),
                    "last 24 hours", LocalDateTime.of(2026, 11, 19, 1, 0),
                    "1 month", LocalDate.of(2026, 11, 1)),
            new TreeMap<>(Map.of(0, new Place(1234, 1_795_132_800_000L), 11, new Place(0, null))),
            0,
            0);

    private static final QueryResult OK = ok(
            List.of("region", "local", "per_second", "calls"),
            List.of(
                    List.of("ASIA", new BigDecimal("12.30"), 0.1, 3L),
                    List.of("EUROPE", new BigDecimal("0.00"), 1e10, Long.MIN_VALUE),
                    Arrays.asList(null, BigDecimal.valueOf(Long.MAX_VALUE, 2), Double.MIN_VALUE, Long.MAX_VALUE)));

    private static final QueryResult OF_ANY_MODEL = ok(OK.columns(), OK.rows(), OF_A_MODEL);

    private static final QueryResult LACKING = ok(
            OK.columns(),
            OK.rows(),
            new AsOf(DAY_AND_WEEK.eventTimeMs(), DAY_AND_WEEK.newestMs(), DAY_AND_WEEK.windows(), null, 123, 0));

    private static final QueryResult COUNTED = ok(
            OK.columns(),
            OK.rows(),
            new AsOf(DAY_AND_WEEK.eventTimeMs(), DAY_AND_WEEK.newestMs(), DAY_AND_WEEK.windows(), null, 0, 4_321),
            new Timings(10, 200, 3, 390, "s2"));

    private static final QueryResult REUSED =
            ok(OK.columns(), OK.rows(), DAY_AND_WEEK, new Timings(0, 0, 3, 0, null, 1, 150_001, 0));

    private static final String REUSED_GOLDEN =
            Golden.lines("result-ok-v1-reused.json").get(0);

    private static final String COUNTED_GOLDEN =
            Golden.lines("result-ok-v1-counted.json").get(0);

    private static final String LACKING_GOLDEN =
            Golden.lines("result-ok-v1-lost.json").get(0);

    private static final String PROGRESS_GOLDEN =
            Golden.lines("result-ok-v1-progress.json").get(0);

    private static final String RUN_GOLDEN =
            Golden.lines("result-ok-v1-run.json").get(0);

    private static final QueryResult TIMEOUT = new QueryResult(
            new QueryResult.Origin("aim.queries.v1-0-17", "7", "q4"),
            Status.TIMEOUT,
            QueryResult.Table.NONE,
            AsOf.NO_EVENT,
            new QueryResult.Work(new Partitions(1, 2), 0, Timings.NONE),
            new QueryError(Code.TIMED_OUT, "The deadline passed first. Ask again."));

    private static final QueryResult ERROR =
            QueryResult.refusal("r-1", "c1", null, new QueryError(Code.MALFORMED, "query is missing."));

    private final ResultCodec codec = new ResultCodec();

    private static Map<String, Temporal> inOrder(Object... windowsAndBeginnings) {
        Map<String, Temporal> windows = new LinkedHashMap<>();
        for (int i = 0; i < windowsAndBeginnings.length; i += 2) {
            windows.put((String) windowsAndBeginnings[i], (Temporal) windowsAndBeginnings[i + 1]);
        }
        return windows;
    }

    private static QueryResult ok(List<String> columns, List<List<Object>> rows) {
        return ok(columns, rows, DAY_AND_WEEK);
    }

    private static QueryResult ok(List<String> columns, List<List<Object>> rows, AsOf asOf) {
        return ok(columns, rows, asOf, new Timings(10, 200, 3, 0, null));
    }

    private static QueryResult ok(List<String> columns, List<List<Object>> rows, AsOf asOf, Timings timings) {
        return new QueryResult(
                new QueryResult.Origin("r-1", "c1", "q5"),
                Status.OK,
                new QueryResult.Table(columns, List.of(), rows),
                asOf,
                new QueryResult.Work(new Partitions(2, 2), 1_000, timings),
                null);
    }

    private static String golden(QueryResult result) {
        return Golden.lines("result-" + result.status().name().toLowerCase(Locale.ROOT) + "-v1.json")
                .get(0);
    }

    /** The result that a client reads: its doubles are decimals of the same digits. */
    private static QueryResult read(QueryResult sent) {
        List<List<Object>> rows = new ArrayList<>();
        for (List<Object> row : sent.rows()) {
            List<Object> cells = new ArrayList<>(row);
            cells.replaceAll(cell -> cell instanceof Double number ? new BigDecimal(Double.toString(number)) : cell);
            rows.add(cells);
        }
        return sent.withRows(rows);
    }

    @Test
    void shouldEncodeToGoldenText() {
        for (QueryResult result : List.of(OK, ERROR, TIMEOUT)) {
            assertThat(codec.encode(result)).asString().isEqualTo(golden(result));
        }
        assertThat(codec.encode(OF_ANY_MODEL)).asString().isEqualTo(PROGRESS_GOLDEN);
        assertThat(codec.encode(OF_ANY_MODEL.ofRun("9f"))).asString().isEqualTo(RUN_GOLDEN);
        assertThat(codec.encode(LACKING)).asString().isEqualTo(LACKING_GOLDEN);
        assertThat(codec.encode(COUNTED)).asString().isEqualTo(COUNTED_GOLDEN);
        assertThat(codec.encode(REUSED)).asString().isEqualTo(REUSED_GOLDEN);
    }

    @Test
    void shouldDecodeGoldenText() {
        for (QueryResult result : List.of(OK, ERROR, TIMEOUT)) {
            assertThat(codec.decode(Golden.utf8(golden(result)))).isEqualTo(read(result));
        }
        assertThat(codec.decode(Golden.utf8(PROGRESS_GOLDEN))).isEqualTo(read(OF_ANY_MODEL));
        assertThat(codec.decode(Golden.utf8(RUN_GOLDEN))).isEqualTo(read(OF_ANY_MODEL.ofRun("9f")));
        assertThat(codec.decode(Golden.utf8(LACKING_GOLDEN))).isEqualTo(read(LACKING));
        assertThat(codec.decode(Golden.utf8(COUNTED_GOLDEN))).isEqualTo(read(COUNTED));
        assertThat(codec.decode(Golden.utf8(REUSED_GOLDEN))).isEqualTo(read(REUSED));
    }

    @Test
    void shouldReadIntegersAsLongsAndAllOtherNumbersAsTheDecimalsThatWereSent() {
        List<Object> row = codec.decode(codec.encode(OK)).rows().get(0);
        assertThat(row).containsExactly("ASIA", new BigDecimal("12.30"), new BigDecimal("0.1"), 3L);
        BigDecimal whole = (BigDecimal) codec.decode(codec.encode(ok(List.of("ratio"), List.of(List.of(120.0)))))
                .rows()
                .get(0)
                .get(0);
        assertThat(whole).isEqualTo(new BigDecimal("120.0"));
    }

    @Test
    void shouldKeepEveryBitOfEveryDouble() {
        long seed = 8;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            double sent = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(sent)) {
                Object read = codec.decode(codec.encode(ok(List.of("ratio"), List.of(List.of(sent)))))
                        .rows()
                        .get(0)
                        .get(0);
                assertThat(((BigDecimal) read).doubleValue())
                        .as("seed=%d, i=%d", seed, i)
                        .isEqualTo(sent);
            }
        }
    }

    @Test
    void shouldKeepANegativeZeroWhichNoDecimalIs() {
        List<Object> row = codec.decode(
                        codec.encode(ok(List.of("a", "b", "c"), List.of(List.of(-0.0, 0.0, new BigDecimal("0.00"))))))
                .rows()
                .get(0);
        assertThat(row).containsExactly(-0.0, new BigDecimal("0.0"), new BigDecimal("0.00"));
    }

    @Test
    void shouldKeepEveryCentOfEveryAmount() {
        long seed = 9;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            List<List<Object>> rows = List.of(List.of(
                    BigDecimal.valueOf(random.nextLong(), 2), (Object) BigDecimal.valueOf(i, 2), random.nextLong()));
            assertThat(codec.decode(codec.encode(ok(List.of("a", "b", "c"), rows)))
                            .rows())
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(rows);
        }
    }

    @Test
    void shouldEncodeWhatItDecodedToWhatIsDecodedAlike() {
        for (QueryResult result : List.of(OK, OF_ANY_MODEL, ERROR, TIMEOUT)) {
            QueryResult once = codec.decode(codec.encode(result));
            assertThat(codec.decode(codec.encode(once))).isEqualTo(once);
        }
    }

    @Test
    void shouldWriteAChunkAsItsGoldenTextAndReadIt() {
        ResultChunk chunk = new ResultChunk(1, 3, 1_795_132_800_123L, 0);
        String golden = Golden.lines("result-chunk-v1.json").get(0);
        assertThat(codec.encode(OK.withRows(List.of()), chunk, "[[\"ASIA\",12.30,0.1,3]]"))
                .asString()
                .isEqualTo(golden);
        assertThat(codec.decodeRecord(Golden.utf8(golden)))
                .isEqualTo(new ResultRecord(read(OK.withRows(OK.rows().subList(0, 1))), chunk));
        assertThat(codec.decodeRecord(codec.encode(ERROR))).isEqualTo(new ResultRecord(ERROR, null));
    }

    @Test
    void shouldNotTakeAChunkForAWholeAnswer() {
        byte[] chunk = Golden.utf8(Golden.lines("result-chunk-v1.json").get(0));
        assertFails(MalformedException.class, () -> codec.decode(chunk))
                .hasMessage("it is one of 4 chunks, and the others are missing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "chunk":{"n":1,"last":3,"attempt":1795132800123}, | '' | chunk is missing
            "CHUNK" | "OK" | status=OK goes with no chunk
            "CHUNK" | "TIMEOUT" | status=TIMEOUT goes with no chunk
            "n":1 | "n":4 | n=4 and last=3 are no numbers of at most 32 chunks
            "n":1 | "n":-1 | n=-1 and last=3 are no numbers of at most 32 chunks
            "last":3 | "last":32 | n=1 and last=32 are no numbers of at most 32 chunks
            "last":3 | "last":4294967299 | n=1 and last=4294967299 are no numbers of at most 32 chunks
            "attempt":1795132800123 | "attempt":null | attempt must be a whole number, not null
            "last":3, | '' | last is missing
            """)
    void shouldRejectWrongChunks(String good, String wrong, String reason) {
        String text = Golden.lines("result-chunk-v1.json").get(0);
        assertThat(text).contains(good);
        assertFails(MalformedException.class, () -> codec.decodeRecord(Golden.utf8(text.replace(good, wrong))))
                .hasMessage(reason);
    }

    @Test
    void shouldKeepTheTypesOfAnAnswerToSql() {
        QueryResult typed = new QueryResult(
                new QueryResult.Origin("r", "c", "sql"),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of("city", "n"), List.of("text", "bigint"), List.of(List.of("Bern", 2L))),
                null,
                new QueryResult.Work(new QueryResult.Partitions(1, 1), 3, QueryResult.Timings.NONE),
                null);
        assertThat(new String(codec.encode(typed), StandardCharsets.UTF_8))
                .contains("\"columns\":[\"city\",\"n\"],\"types\":[\"text\",\"bigint\"],\"rows\"");
        assertThat(codec.decode(codec.encode(typed))).isEqualTo(typed);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepEveryErrorCode(Code code) {
        QueryError.InSql inSql = code == Code.SQL_ERROR ? new QueryError.InSql("42703", 8) : code.inSql();
        QueryResult result =
                QueryResult.refusal("r", "c", "q1", new QueryError(code, "Say\t\"why\" \u2028 \ud800.", inSql));
        assertThat(codec.decode(codec.encode(result))).isEqualTo(result);
    }

    @Test
    void shouldKeepThePlaceOfAnErrorOfAnyCode() {
        QueryError error = new QueryError(Code.COLUMN_NOT_KEPT, "No.").at(8);
        QueryResult result = QueryResult.refusal("r", "c", "sql", error);
        assertThat(codec.encode(result))
                .asString()
                .endsWith(
                        "\"error\":{\"code\":\"COLUMN_NOT_KEPT\",\"message\":\"No.\",\"sqlState\":\"0A000\",\"position\":8}}");
        assertThat(codec.decode(codec.encode(result))).isEqualTo(result);
    }

    @Test
    void shouldSayStateAndPositionOfAnErrorOfSql() {
        QueryError error = new QueryError(Code.SQL_ERROR, "No.", new QueryError.InSql("42703", 8));
        String json = new String(codec.encode(QueryResult.refusal("r", "c", "sql", error)), StandardCharsets.UTF_8);
        assertThat(json)
                .endsWith(
                        "\"error\":{\"code\":\"SQL_ERROR\",\"message\":\"No.\",\"sqlState\":\"42703\",\"position\":8}}");
        assertThatThrownBy(() -> codec.decode(Golden.utf8(json.replace(",\"position\":8", ""))))
                .hasMessageContaining("position is missing");
    }

    @Test
    void shouldIgnoreUnknownFields() {
        String later =
                golden(OK).replace("{\"eventTime", "{\"month\":[],\"eventTime").replace("{\"req", "{\"v\":2,\"req");
        assertThat(codec.decode(Golden.utf8(later))).isEqualTo(read(OK));
    }

    /** A codec remembers the last wide list of columns. */
    @Test
    void shouldKeepWideListsOfColumnsApart() {
        List<List<String>> lists = List.of(
                names("a", WideColumns.WIDE),
                names("a", WideColumns.WIDE + 1),
                names("\u00e4\"", WideColumns.WIDE),
                names("a", WideColumns.WIDE - 1),
                List.of());
        long seed = 10;
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            QueryResult result = ok(lists.get(random.nextInt(lists.size())), List.of());
            byte[] bytes = codec.encode(result);
            assertThat(bytes).as("seed=%d, i=%d", seed, i).isEqualTo(new ResultCodec().encode(result));
            assertThat(codec.decode(bytes)).as("seed=%d, i=%d", seed, i).isEqualTo(result);
        }
    }

    @Test
    void shouldReadAWideListThatBeginsLikeTheLast() {
        String text = new String(codec.encode(ok(names("a", WideColumns.WIDE), List.of())), StandardCharsets.UTF_8);
        QueryResult read = codec.decode(Golden.utf8(text));
        String spaced = text.replace(",", " , ");
        assertThat(codec.decode(Golden.utf8(spaced))).isEqualTo(read);
        assertFails(MalformedException.class, () -> codec.decode(Golden.utf8(text.replace("\"a0\"", "0"))))
                .hasMessage("columns must be a text, not a number");
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    @Test
    void shouldThrowNothingButMalformedForAnyBytes() {
        List<byte[]> good =
                List.of(codec.encode(OK), codec.encode(OF_ANY_MODEL), codec.encode(ERROR), codec.encode(TIMEOUT));
        Damage.survives(10, good, bytes -> codec.encode(codec.decode(bytes)));
        Damage.survives(
                11, List.of(Golden.utf8(Golden.lines("result-chunk-v1.json").get(0))), codec::decodeRecord);
        assertFails(MalformedException.class, () -> codec.decode(null)).hasMessage("the value is null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "OK" | "ok" | status=ok is unknown to this release
            "OK" | "ERROR" | status=ERROR goes with an error
            null} | {"code":"NEW","message":""}} | code=NEW is unknown to this release
            null} | {"code":"INTERNAL","message":"","sqlState":"XX000","position":0}} | status=OK goes with no error
            null} | {"code":"INTERNAL","message":""}} | sqlState is missing
            "rowsScanned":1000, | `` | rowsScanned is missing
            "windows":{"1 day":"2026-11-20","1 week":"2026-11-16"} | "day":null | windows is missing
            "2026-11-20" | 7 | 1 day must be a text, not a number
            "windows":{"1 day":"2026-11-20","1 week":"2026-11-16"} | "windows":[] | a JSON object is expected, not an array
            "windows" | "progress":{"0":{"offset":1}},"windows" | time is missing
            "windows" | "progress":{"0":{"offset":null,"time":1}},"windows" | offset must be a whole number, not null
            "answered":2 | "answered":2,"answered":2 | answered is given twice
            ["ASIA",12.30,0.1,3] | {} | an array is expected, not an object
            ["ASIA",12.30,0.1,3] | [[]] | a single value is expected, not an array
            12.30 | 1e401 | a number has a scale of -401, beyond 400
            12.30 | 1e-401 | a number has a scale of 401, beyond 400
            2026-11-20 | 2026-11-31 | unreadable JSON: Text '2026-11-31' could not be parsed: Invalid date 'NOVEMBER 31'
            """)
    void shouldRejectWrongResults(String good, String wrong, String reason) {
        String text = golden(OK);
        assertThat(text).contains(good);
        assertFails(MalformedException.class, () -> codec.decode(Golden.utf8(text.replace(good, wrong))))
                .hasMessage(reason);
    }

    @Test
    void shouldReadNumbersBeyondALongAsDecimals() {
        String text = golden(OK).replace("9223372036854775807", "9223372036854775808");
        assertThat(codec.decode(Golden.utf8(text)).rows().get(2)).contains(new BigDecimal("9223372036854775808"));
    }
}
