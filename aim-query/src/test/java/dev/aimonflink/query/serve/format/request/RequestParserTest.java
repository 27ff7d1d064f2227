package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Accepted;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Refused;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Unanswerable;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestParserTest {
    private static final String KEY = "aim.queries.v1-0-17";
    private static final long RECORD_MS = 1_795_132_800_000L;
    private static final String EXAMPLE = "Send a JSON object such as {\"clientId\":\"c1\",\"query\":\"q1\"}.";

    private final Catalogue catalogue =
            Catalogues.of(CallModel.schema(42), PlainDimensions.benchmark(), AnswerLimits.USUAL);
    private final RequestParser parser = new RequestParser(catalogue);

    private RequestOutcome parse(String text) {
        return parser.parse(Golden.utf8(text), KEY, RECORD_MS);
    }

    private Request accepted(String text) {
        RequestOutcome parsed = parse(text);
        assertThat(parsed).isInstanceOf(Accepted.class);
        Accepted accepted = (Accepted) parsed;
        Query bound = catalogue.bind(accepted.request().asked());
        if (!catalogue.isText(accepted.request().asked())) {
            assertThat(accepted.query().answerColumns()).isEqualTo(bound.answerColumns());
        }
        return accepted.request();
    }

    private QueryResult refused(String text) {
        RequestOutcome parsed = parse(text);
        assertThat(parsed).isInstanceOf(Refused.class);
        return ((Refused) parsed).result();
    }

    private QueryError errorOf(String text) {
        QueryResult result = refused(text);
        assertThat(result.status()).isEqualTo(QueryResult.Status.ERROR);
        assertThat(result.clientId()).isEqualTo("c1");
        assertThat(result.rows()).isEmpty();
        return result.error();
    }

    private String unanswerable(String text) {
        RequestOutcome parsed = parse(text);
        assertThat(parsed).isInstanceOf(Unanswerable.class);
        return ((Unanswerable) parsed).reason();
    }

    private static String c1(String rest) {
        return "{\"clientId\":\"c1\"," + rest + "}";
    }

    @Test
    void shouldParseGoldenText() {
        List<Request> requests =
                Golden.lines("request-v1.json").stream().map(this::accepted).toList();
        assertThat(requests)
                .containsExactly(
                        new Request(
                                KEY,
                                "r-1",
                                "c1",
                                new AskedQuery("q4", Map.of("gamma", 5L, "delta", 60L)),
                                RECORD_MS + 5_000),
                        new Request(
                                KEY,
                                KEY,
                                "Z\u00fcrich",
                                new AskedQuery("q5", Map.of("category", "business")),
                                RECORD_MS + 60_000),
                        new Request(KEY, "r-3", "c1", AskedQuery.withDefaults("q3"), RECORD_MS + 1),
                        new Request(
                                KEY, "r-4", "c1", AskedQuery.withDefaults("q1"), RECORD_MS + 1, AnswerOptions.of(true)),
                        new Request(
                                KEY,
                                "r-5",
                                "c1",
                                AskedQuery.withDefaults("q1"),
                                RECORD_MS + 1,
                                new AnswerOptions(false, Map.of(), 200)));
    }

    @Test
    void shouldDefaultWhateverIsNotGiven() {
        Request expected = new Request(KEY, KEY, "c1", AskedQuery.withDefaults("q1"), RECORD_MS + 5_000);
        assertThat(accepted(c1("\"query\":\"q1\""))).isEqualTo(expected);
        assertThat(accepted(
                        c1("\"query\":\"q1\",\"requestId\":null,\"params\":null,\"timeoutMs\":null,\"progress\":null")))
                .isEqualTo(expected);
        assertThat(((Accepted) parse(c1("\"query\":\"q1\",\"params\":{\"alpha\":null}"))).query())
                .isEqualTo(((Accepted) parse(c1("\"query\":\"q1\""))).query());
        assertThat(accepted(c1("\"query\":\"q1\",\"progress\":false"))).isEqualTo(expected);
    }

    @Test
    void shouldKeepNullsAmongTheValuesOfAText() {
        String params = "{\"text\":\"SELECT $1::text, $2::bigint\",\"1\":null,\"2\":2}";
        assertThat(accepted(c1("\"query\":\"sql\",\"params\":" + params))
                        .asked()
                        .params())
                .containsEntry("1", null)
                .containsEntry("2", 2L);
    }

    @Test
    void shouldBindTheQueryToItsParameters() {
        Accepted accepted = (Accepted) parse(c1("\"query\":\"subscriber\",\"params\":{\"subscriberId\":2}"));
        assertThat(accepted.query())
                .isEqualTo(catalogue.bind(new AskedQuery("subscriber", Map.of("subscriberId", 2L))));
        assertThat(accepted.query())
                .isNotEqualTo(catalogue.bind(new AskedQuery("subscriber", Map.of("subscriberId", 3L))));
    }

    @Test
    void shouldTakeNumbersAsIds() {
        Request request = accepted("{\"clientId\":7,\"requestId\":1.50,\"query\":\"q1\"}");
        assertThat(request.clientId()).isEqualTo("7");
        assertThat(request.requestId()).isEqualTo("1.50");
    }

    @ParameterizedTest
    @CsvSource({"11, q4, 7", "1, q1, 0", "7, q7, 0", "8, q1, 7", "14, q7, 7", "999999999999, q7, 999999999992"})
    void shouldTakeThePlainIntegersOfTheThesis(String text, String query, String clientId) {
        Request expected = new Request(KEY, KEY, clientId, AskedQuery.withDefaults(query), RECORD_MS + 5_000);
        assertThat(accepted(text)).isEqualTo(expected);
        assertThat(accepted(" " + text + "\n")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1000000000000"})
    void shouldRejectPlainIntegersOutOfRange(String text) {
        assertThat(unanswerable(text))
                .isEqualTo("request=" + text + " is no plain request. Send an integer from 1 to 999999999999,"
                        + " a multiple of 7 for the client plus the number of a query.");
    }

    @Test
    void shouldReportToTheClientWhatFollowsAPlainInteger() {
        QueryResult result = refused("11 12");
        assertThat(result.clientId()).isEqualTo("7");
        assertThat(result.query()).isEqualTo("q4");
        assertThat(result.error().message())
                .isEqualTo("Something follows the request. Send one request in each record.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "queri":"q1" | A request has no field 'queri'. It has requestId, clientId, query, params, timeoutMs, progress, freshness, maxAgeMs, limits, onBehalfOf, cancel.
            "queri":null | A request has no field 'queri'. It has requestId, clientId, query, params, timeoutMs, progress, freshness, maxAgeMs, limits, onBehalfOf, cancel.
            "query":"q1","query":"q1" | The field 'query' is given twice. Give it once.
            "query":"q1","clientId":"c2" | The field 'clientId' is given twice. Give it once.
            "query":1 | query must be a text such as "q1", not a number.
            "query":null | query is missing. Name one of the catalogue, such as "q1".
            "timeoutMs":1 | query is missing. Name one of the catalogue, such as "q1".
            "requestId":[1],"query":"q1" | requestId must be a text or a number, not an array.
            "requestId":true,"query":"q1" | requestId must be a text or a number, not true.
            "requestId":"","query":"q1" | requestId has 0 characters. Give it 1 to 256.
            "timeoutMs":0 | timeoutMs=0 is not a timeout. Give whole milliseconds from 1 to 60000.
            "timeoutMs":60001 | timeoutMs=60001 is not a timeout. Give whole milliseconds from 1 to 60000.
            "timeoutMs":1.5 | timeoutMs=1.5 is not a timeout. Give whole milliseconds from 1 to 60000.
            "timeoutMs":99999999999999999999 | timeoutMs=99999999999999999999 is not a timeout. Give whole milliseconds from 1 to 60000.
            "timeoutMs":"5s" | timeoutMs=5s is not a timeout. Give whole milliseconds from 1 to 60000.
            "timeoutMs":{"s":5} | timeoutMs=an object is not a timeout. Give whole milliseconds from 1 to 60000.
            "progress":1 | progress=1 is neither true nor false. Give true to get the offset and the time in each Kafka partition, or leave it out.
            "progress":"true" | progress=true is neither true nor false. Give true to get the offset and the time in each Kafka partition, or leave it out.
            "progress":{} | progress=an object is neither true nor false. Give true to get the offset and the time in each Kafka partition, or leave it out.
            "params":[1],"query":"q1" | params must be an object such as {"alpha":2}, not an array.
            "params":{"alpha":1,"alpha":2},"query":"q1" | The parameter 'alpha' is given twice. Give it once.
            """)
    void shouldRefuseRequestsOfAnotherForm(String rest, String message) {
        assertThat(errorOf(c1(rest))).isEqualTo(new QueryError(Code.MALFORMED, message));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"beta":1} | Query 'q1' has no parameter 'beta'. It takes alpha.
            {"beta":null} | Query 'q1' has no parameter 'beta'. It takes alpha.
            {"alpha":"1"} | Query 'q1' needs a whole number for alpha, not '1'.
            {"alpha":1.0} | Query 'q1' needs a whole number for alpha, not 1.0.
            {"alpha":1e999} | Query 'q1' needs a whole number for alpha, not Infinity.
            {"alpha":true} | Query 'q1' needs a whole number for alpha, not true.
            {"alpha":9223372036854775808} | alpha=9223372036854775808 is out of range. Give a 64-bit number.
            {"alpha":[1]} | The parameter 'alpha' must be a number, a text, true, false or null, not an array.
            {"alpha":{}} | The parameter 'alpha' must be a number, a text, true, false or null, not an object.
            """)
    void shouldRefuseWrongParameters(String params, String message) {
        assertThat(errorOf(c1("\"query\":\"q1\",\"params\":" + params)))
                .isEqualTo(new QueryError(Code.INVALID_PARAMETER, message));
    }

    @Test
    void shouldRefuseUnknownQueries() {
        QueryResult result = refused("{\"requestId\":\"r-1\",\"clientId\":\"c1\",\"query\":\"q8\"}");
        assertThat(result.requestId()).isEqualTo("r-1");
        assertThat(result.query()).isEqualTo("q8");
        assertThat(result.error().code()).isEqualTo(Code.UNKNOWN_QUERY);
        assertThat(result.error().message()).startsWith("There is no query 'q8'. Ask one of q1, q2, q3,");
    }

    @Test
    void shouldNotEchoNamesOverTheLimit() {
        String name = "n".repeat(Limits.MAX_NAME_LENGTH);
        assertThat(errorOf(c1("\"query\":\"" + name + "\"")).message()).contains(name);
        assertThat(errorOf(c1("\"query\":\"" + name + "n\"")))
                .isEqualTo(new QueryError(
                        Code.UNKNOWN_QUERY,
                        "There is no query with a name of 257 characters. Names are such as \"q1\"."));
        assertThat(errorOf(c1("\"" + name + "nn\":1")).message())
                .isEqualTo(
                        "A request has no field '" + name
                                + "...'. It has requestId, clientId, query, params, timeoutMs, progress, freshness, maxAgeMs, limits, onBehalfOf, cancel.");
        assertThat(errorOf(c1("\"query\":\"q1\",\"params\":{\"" + name + "n\":1}")))
                .isEqualTo(new QueryError(
                        Code.INVALID_PARAMETER, "No parameter has a name of 257 characters, and names are short."));
    }

    @Test
    void shouldTakeIdsUpToTheirLimit() {
        String id = "i".repeat(Limits.MAX_NAME_LENGTH);
        Request request = accepted("{\"clientId\":\"" + id + "\",\"requestId\":\"" + id + "\",\"query\":\"q1\"}");
        assertThat(request.clientId()).isEqualTo(id);
        assertThat(request.requestId()).isEqualTo(id);
        assertThat(unanswerable("{\"clientId\":\"" + id + "i\",\"query\":\"q1\"}"))
                .isEqualTo("clientId has 257 characters. Give it 1 to 256.");
        QueryResult result = refused(c1("\"requestId\":\"" + id + "i\",\"query\":\"q1\""));
        assertThat(result.requestId()).isEqualTo(KEY);
        assertThat(result.error().message()).isEqualTo("requestId has 257 characters. Give it 1 to 256.");
    }

    @Test
    void shouldFindTheClientBehindWrongFields() {
        QueryResult result = refused("{\"params\":[{\"clientId\":\"no\"}],\"timeoutMs\":\"soon\",\"clientId\":\"c1\"}");
        assertThat(result.clientId()).isEqualTo("c1");
        assertThat(result.error().message()).startsWith("params must be an object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"query\":\"q1\"} | clientId is missing. Give the key that the result is to have.",
                "{\"clientId\":null,\"query\":\"q1\"} | clientId is missing. Give the key that the result is to have.",
                "{\"clientId\":\"\",\"query\":\"q1\"} | clientId has 0 characters. Give it 1 to 256.",
                "{\"clientId\":{},\"query\":\"q1\"} | clientId must be a text or a number, not an object.",
                "{\"query\":1} | query must be a text such as \"q1\", not a number.",
                "[] | A request is expected, not an array. " + EXAMPLE,
                "\"q1\" | A request is expected, not a text. " + EXAMPLE,
                "1.5 | A request is expected, not a fraction. " + EXAMPLE,
                "`` | A request is expected, not nothing. " + EXAMPLE,
                "q1 | The request is unreadable JSON at byte 2: Unrecognized token 'q1': was expecting (JSON String,"
                        + " Number, Array, Object or token 'null', 'true' or 'false'). " + EXAMPLE
            })
    void shouldSayWhyNoClientGetsAnAnswer(String text, String reason) {
        assertThat(unanswerable(text)).isEqualTo(reason);
    }

    @Test
    void shouldSayThatTombstonesAreNoRequests() {
        assertThat(parser.parse(null, KEY, RECORD_MS))
                .isEqualTo(new Unanswerable("The value is null. A request cannot be deleted; it ends by itself."));
    }

    @Test
    void shouldSalvageWhatStandsBeforeTheDamage() {
        String text = "{\"clientId\":\"c1\",\"requestId\":\"r-1\",\"query\":\"q4\",\"params\":{\"gamma\":5}}";
        for (int end = 0; end < text.length(); end++) {
            for (String damage : List.of("", "\u0001", "]")) {
                String damaged = text.substring(0, end) + damage;
                if (end < text.indexOf(",\"requestId")) {
                    assertThat(parse(damaged)).as(damaged).isInstanceOf(Unanswerable.class);
                    continue;
                }
                QueryResult result = refused(damaged);
                assertThat(result.clientId()).as(damaged).isEqualTo("c1");
                assertThat(result.requestId()).as(damaged).isEqualTo(end < text.indexOf(",\"query") ? KEY : "r-1");
                assertThat(result.query()).as(damaged).isEqualTo(end < text.indexOf(",\"params") ? null : "q4");
                assertThat(result.error().code()).as(damaged).isEqualTo(Code.MALFORMED);
                assertThat(result.error().message()).as(damaged).startsWith("The request is unreadable JSON at byte ");
            }
        }
    }

    @Test
    void shouldSayThatARequestIsInAnotherEncoding() {
        byte[] latin = "{\"clientId\":\"c1\",\"query\":\"sql\",\"params\":{\"text\":\"SELECT '\u00f6'\"}}"
                .getBytes(StandardCharsets.ISO_8859_1);
        QueryError error =
                ((Refused) parser.parse(latin, KEY, RECORD_MS)).result().error();
        assertThat(error.code()).isEqualTo(Code.MALFORMED);
        assertThat(error.inSql()).isEqualTo(new QueryError.InSql("22021", 0));
        assertThat(error.message())
                .startsWith("The request is not in UTF-8: it is unreadable JSON at byte ")
                .endsWith(". Send it in UTF-8.");
    }

    @Test
    void shouldNotTakeHalfANumberForAnId() {
        assertThat(parse("{\"clientId\":12")).isInstanceOf(Unanswerable.class);
        assertThat(refused("{\"clientId\":12,\"requestId\":34").requestId()).isEqualTo(KEY);
        String halved = " ".repeat(RequestParser.MAX_REQUEST_BYTES - 2) + "11";
        assertThat(((Accepted) parse(halved)).request().clientId()).isEqualTo("7");
        assertThat(parse(halved + "1")).isInstanceOf(Unanswerable.class);
    }

    @Test
    void shouldReadTextsUpToTheSizeLimitAndRefuseLargerOnes() {
        String text = c1("\"requestId\":\"r-1\",\"query\":\"q1\"");
        String atLimit = text + " ".repeat(RequestParser.MAX_REQUEST_BYTES - text.length());
        assertThat(accepted(atLimit).clientId()).isEqualTo("c1");
        QueryResult result = refused(atLimit + " ");
        assertThat(result.requestId()).isEqualTo("r-1");
        assertThat(result.query()).isEqualTo("q1");
        assertThat(result.error())
                .isEqualTo(new QueryError(Code.TOO_LARGE, "The request has 65537 bytes. Send at most 65536."));
    }

    @Test
    void shouldNotLookBeyondTheSizeLimit() {
        String padding = "\"query\":\"" + "q".repeat(RequestParser.MAX_REQUEST_BYTES) + "\"";
        assertThat(errorOf(c1(padding)).code()).isEqualTo(Code.TOO_LARGE);
        assertThat(unanswerable("{" + padding + ",\"clientId\":\"c1\"}"))
                .startsWith("The request has ")
                .endsWith(" bytes. Send at most 65536.");
    }

    @Test
    void shouldReadDownToTheDepthLimitAndNoFurther() {
        // The request is the first level and its parameters the second.
        int levels = Json.MAX_DEPTH - 2;
        String deep = "{\"params\":{\"alpha\":" + "[".repeat(levels) + "]".repeat(levels) + "},\"clientId\":\"c1\"}";
        assertThat(errorOf(deep).code()).isEqualTo(Code.INVALID_PARAMETER);
        assertThat(parse(deep.replace("[]", "[[]]"))).isInstanceOf(Unanswerable.class);
    }

    @Test
    void shouldAnswerAnyBytesOneWayOrAnother() {
        ResultCodec results = new ResultCodec();
        List<byte[]> good = List.of(
                Golden.utf8(Golden.lines("request-v1.json").get(0)),
                Golden.utf8(Golden.lines("request-v1.json").get(1)),
                Golden.utf8("{\"clientId\":\"\\ud800\",\"query\":\"\\udc00\",\"params\":{\"country\":\"\\u0000\"}}"),
                Golden.utf8("11"));
        Damage.survives(6, good, bytes -> {
            RequestOutcome parsed = parser.parse(bytes, KEY, RECORD_MS);
            if (parsed instanceof Refused refusal) {
                assertThat(results.decode(results.encode(refusal.result()))).isEqualTo(refusal.result());
            }
        });
    }

    @Test
    void shouldReadARequestToCancelAnother() {
        Request request = accepted("{\"cancel\":\"r-1\",\"clientId\":\"c1\"}");
        assertThat(request.asked()).isEqualTo(CancelRequest.asked("r-1"));
        assertThat(request.requestId()).isEqualTo(KEY);
        assertThat(catalogue.bind(request.asked())).isEqualTo(new CancelRequest("r-1", 0));
        assertThat(parser.parse(new RequestCodec().encodeCancel("r-2", "c1", "r-1"), KEY, RECORD_MS))
                .isEqualTo(new Accepted(
                        new Request(KEY, "r-2", "c1", CancelRequest.asked("r-1"), RECORD_MS + 5_000),
                        new CancelRequest("r-1", 0)));
    }

    @Test
    void shouldRefuseToCancelAndAskAtOnce() {
        String sentence = "A request has a query or another request to cancel. Send two records.";
        assertThat(errorOf("{\"cancel\":\"r-1\",\"clientId\":\"c1\",\"query\":\"q1\"}"))
                .isEqualTo(new QueryError(Code.MALFORMED, sentence));
        assertThat(errorOf("{\"cancel\":\"r-1\",\"clientId\":\"c1\",\"params\":{\"a\":1}}"))
                .isEqualTo(new QueryError(Code.MALFORMED, sentence));
        assertThat(errorOf("{\"cancel\":\"r-1\",\"clientId\":\"c1\",\"freshness\":{\"offsets\":{\"0\":9}}}"))
                .isEqualTo(
                        new QueryError(
                                Code.MALFORMED,
                                "A request with cancel takes effect at once, and awaits no events. Send it without freshness."));
        assertThat(errorOf("{\"cancel\":\"\",\"clientId\":\"c1\"}").message())
                .isEqualTo("cancel has 0 characters. Give it 1 to 256.");
    }

    @Test
    void shouldAnswerThatADefectIsOursWhereAQueryCannotBeMade() {
        for (Throwable defect : List.of(new IllegalStateException("of the test"), new StackOverflowError())) {
            Catalogue.Entry broken = new Catalogue.Entry("broken", "", List.of(), arguments -> {
                throw RequestParserTest.<RuntimeException>unchecked(defect);
            });
            RequestParser parserOfBroken = new RequestParser(new Catalogue(List.of(broken)));
            RequestOutcome parsed = parserOfBroken.parse(Golden.utf8(c1("\"query\":\"broken\"")), KEY, RECORD_MS);
            assertThat(parsed).isInstanceOfSatisfying(Refused.class, refused -> {
                assertThat(refused.defect()).isSameAs(defect);
                assertThat(refused.result().error())
                        .isEqualTo(new QueryError(Code.INTERNAL, "The query failed by a defect of ours: " + defect));
            });
        }
        assertThat(parse(c1("\"query\":\"no\"")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.defect()).isNull());
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable defect) throws T {
        throw (T) defect;
    }

    @Test
    void shouldReadWhichEventsAnAnswerHasToHave() {
        assertThat(accepted("{\"clientId\":\"c1\",\"query\":\"q1\",\"freshness\":{\"offsets\":{\"0\":1234,\"17\":0}}}")
                        .options())
                .isEqualTo(new AnswerOptions(false, Map.of(0, 1_234L, 17, 0L)));
        assertThat(accepted("{\"clientId\":\"c1\",\"query\":\"q1\",\"freshness\":{},\"progress\":true}")
                        .options())
                .isEqualTo(AnswerOptions.of(true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | freshness must be an object such as {"offsets":{"0":1234}}, not a number.
            {"offset":1} | freshness has no field 'offset'. Give it as {"offsets":{"0":1234}}.
            {"offsets":[1]} | offsets must be an object such as {"0":1234}, not an array.
            {"offsets":{"-1":1}} | offsets has '-1', which is no partition of the events topic. Give numbers from 0 on, as in {"0":1234}.
            {"offsets":{"00":1}} | offsets has '00', which is no partition of the events topic. Give numbers from 0 on, as in {"0":1234}.
            {"offsets":{"0":-1}} | The offset of partition 0 is no offset. Give a whole number from 0 on: that of the first event that need not count.
            {"offsets":{"0":1.5}} | The offset of partition 0 is no offset. Give a whole number from 0 on: that of the first event that need not count.
            {"offsets":{"0":99999999999999999999}} | The offset of partition 0 is no offset. Give a whole number from 0 on: that of the first event that need not count.
            """)
    void shouldSayWhatIsWrongWithFreshness(String freshness, String message) {
        assertThat(errorOf("{\"clientId\":\"c1\",\"query\":\"q1\",\"freshness\":" + freshness + "}"))
                .isEqualTo(new QueryError(Code.MALFORMED, message));
    }

    private static String ofAge(String age, String more) {
        return "{\"clientId\":\"c1\",\"query\":\"q1\",\"maxAgeMs\":" + age + more + "}";
    }

    @Test
    void shouldReadHowOldAnAnswerMayBe() {
        for (int age : List.of(0, 1, 200, AnswerOptions.MAX_MAX_AGE_MS)) {
            assertThat(accepted(ofAge(String.valueOf(age), "")).options())
                    .isEqualTo(new AnswerOptions(false, Map.of(), age));
        }
        assertThat(accepted(ofAge("null", "")).options()).isEqualTo(AnswerOptions.NONE);
        assertThat(accepted(ofAge("200", ",\"freshness\":{\"offsets\":{\"0\":5}}"))
                        .options())
                .as("one that awaits events is computed for them")
                .isEqualTo(new AnswerOptions(false, Map.of(0, 5L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "60001", "1.5", "99999999999999999999", "true", "\"200\""})
    void shouldSayWhatIsWrongWithAnAge(String age) {
        assertThat(errorOf(ofAge(age, "")))
                .isEqualTo(new QueryError(
                        Code.MALFORMED,
                        "maxAgeMs=" + age.replace("\"", "")
                                + " is no age of an answer. Give whole milliseconds from 0 to"
                                + " 60000, or leave it out for an answer that is computed anew."));
    }

    @Test
    void shouldReadHowManyRowsAnAnswerMayHave() {
        assertThat(accepted(
                                "{\"clientId\":\"c1\",\"query\":\"sql\",\"limits\":{\"rows\":7},\"params\":{\"text\":\"SELECT 1\"}}")
                        .asked()
                        .params())
                .isEqualTo(Map.of("text", "SELECT 1", "limits.rows", 7L));
        assertThat(accepted("{\"clientId\":\"c1\",\"query\":\"q1\",\"limits\":{}}")
                        .asked()
                        .params())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | MALFORMED | limits must be an object such as {"rows":100}, not a number.
            {"row":1} | MALFORMED | limits has no field 'row'. Give it as {"rows":100}.
            {"rows":0} | MALFORMED | The rows of limits are no number of rows. Give a whole number from 1 on, as in {"rows":100}.
            {"rows":1.5} | MALFORMED | The rows of limits are no number of rows. Give a whole number from 1 on, as in {"rows":100}.
            {"rows":[]} | MALFORMED | The rows of limits are no number of rows. Give a whole number from 1 on, as in {"rows":100}.
            {"rows":99999999999999999999} | MALFORMED | The rows of limits are no number of rows. Give a whole number from 1 on, as in {"rows":100}.
            {"rows":10001} | INVALID_PARAMETER | An answer may have aim.sql.max-rows=10000 rows, not limits.rows=10001. Ask for fewer, or raise the option.
            """)
    void shouldSayWhatIsWrongWithLimits(String limits, Code code, String message) {
        assertThat(errorOf("{\"clientId\":\"c1\",\"query\":\"sql\",\"params\":{\"text\":\"SELECT 1\"},\"limits\":"
                        + limits + "}"))
                .isEqualTo(new QueryError(code, message));
    }

    @Test
    void shouldTakeLimitsForSqlAloneAndNotAsAParameter() {
        assertThat(errorOf("{\"clientId\":\"c1\",\"query\":\"q1\",\"limits\":{\"rows\":7}}")
                        .message())
                .isEqualTo("Query 'q1' has no parameter 'limits.rows'. It takes alpha.");
        assertThat(errorOf(
                                "{\"clientId\":\"c1\",\"query\":\"sql\",\"params\":{\"text\":\"SELECT 1\",\"limits.rows\":7}}")
                        .message())
                .isEqualTo("No query has a parameter 'limits.rows'. Give \"limits\":{\"rows\":100} beside params.");
    }

    @Test
    void shouldAwaitEventsOfSoManyPartitionsAtMost() {
        StringBuilder offsets = new StringBuilder();
        for (int partition = 0; partition <= AnswerOptions.MAX_AWAITED; partition++) {
            offsets.append(partition == 0 ? "" : ",")
                    .append("\"")
                    .append(partition)
                    .append("\":1");
        }
        assertThat(errorOf("{\"clientId\":\"c1\",\"query\":\"q1\",\"freshness\":{\"offsets\":{" + offsets + "}}}")
                        .message())
                .isEqualTo("offsets has more than 1024 partitions. Give those written to.");
    }
}
