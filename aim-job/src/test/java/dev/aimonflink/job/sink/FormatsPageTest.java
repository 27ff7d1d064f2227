package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.RoundSeal;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestCodec;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultChunk;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.format.result.ResultRecord;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of formats against the codecs. */
class FormatsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "formats.md");
    private static final Event EVENT = new Event(123_456, 1_795_219_199_999L, 3_600, 0.1f, false);

    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(PAGE);
    }

    /** The examples of one kind, as bytes. */
    private List<byte[]> examples(String kind) {
        List<byte[]> examples = new ArrayList<>();
        Matcher block = Pattern.compile("```json " + kind + "\n(.*?)\n```", Pattern.DOTALL)
                .matcher(page);
        while (block.find()) {
            examples.add(block.group(1).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(examples).as(kind).isNotEmpty();
        return examples;
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private String section(String heading) {
        int begin = page.indexOf(heading + "\n");
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n#", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    /** The bytes that a table of fields has in its last column. */
    private byte[] tableOfBytes(String heading) {
        String digits = section(heading)
                .lines()
                .filter(line -> line.matches(".*\\| `[0-9a-f ]+` \\|"))
                .map(line -> line.replaceAll(".*\\| `([0-9a-f ]+)` \\|", "$1").replace(" ", ""))
                .collect(Collectors.joining());
        return HexFormat.of().parseHex(digits);
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowAnEventInEachFormat(EventFormat format) {
        byte[] shown = format == EventFormat.JSON ? examples("event").get(0) : tableOfBytes("### " + format.label());
        assertThat(CallCodec.of(format).encode(EVENT)).isEqualTo(shown);
        assertThat(CallCodec.of(format).decode(shown)).isEqualTo(EVENT);
    }

    @Test
    void shouldShowTheLimitsOfAnEvent() {
        assertThat(section("## Events"))
                .contains("0 to " + Event.MAX_DURATION_SECONDS)
                .contains("0 to " + (int) Event.MAX_COST)
                .contains("0 to " + EventFaults.MAX_TIMESTAMP_MS);
    }

    @Test
    void shouldShowASecondRound() {
        byte[] sealed =
                RoundSeal.fresh().seal(new SecondRound("aim.queries.v1-0-42", new Execution(7, 8), new byte[] {1}));
        byte kind = sealed[1 + 32];
        assertThat(section("### Records that the job writes"))
                .contains("| 1 | " + sealed[0] + ", with which no request begins |")
                .contains("| 1 | " + kind + ", a second round |");
    }

    @Test
    void shouldShowAProfile() {
        byte[] shown = examples("profile").get(0);
        Profile profile = new CallProfiles().decode(shown);
        assertThat(new CallProfiles().encode(profile)).isEqualTo(shown);
        EntityUpdate read = new ProfileModelCodec(PresetModels.named("aim-42")).decode(shown);
        assertThat(read).isEqualTo(new EntityProfile(EntityId.of(7), CallProfiles.attributes(profile)));
        assertThat(section("## Profiles")).contains("at most " + Attributes.MAX_TEXT_LENGTH + " characters");
    }

    @Test
    void shouldShowWhatErasesASubscriber() {
        byte[] shown = examples("forget").get(0);
        assertThat(new CallProfiles().encodeForget(7)).isEqualTo(shown);
        assertThat(new CallProfiles().decodeForget(shown)).isEqualTo(7);
    }

    @Test
    void shouldShowRequestsThatTheJobAccepts() {
        RequestParser parser =
                new RequestParser(Catalogues.of(CallModel.schema(42), PresetModels.tables(), AnswerLimits.USUAL));
        List<Request> requests = new ArrayList<>();
        List<byte[]> shown = examples("request");
        shown.add(examples("question").get(0)); // A plain integer.
        for (byte[] example : shown) {
            RequestOutcome parsed = parser.parse(example, "aim.queries.v1-0-17", 0);
            assertThat(parsed)
                    .as(new String(example, StandardCharsets.UTF_8))
                    .isInstanceOf(RequestOutcome.Accepted.class);
            requests.add(((RequestOutcome.Accepted) parsed).request());
        }
        Request full = requests.get(0);
        assertThat(new RequestCodec()
                        .encode(
                                full.requestId(),
                                full.clientId(),
                                full.asked(),
                                (int) full.deadlineMs(),
                                AnswerOptions.NONE))
                .isEqualTo(examples("request").get(0));
        assertThat(requests.get(1).deadlineMs()).isEqualTo(Request.DEFAULT_TIMEOUT_MS);
        Request plain = requests.get(requests.size() - 1);
        assertThat(plain.asked().query()).isEqualTo("q4");
        assertThat(plain.clientId()).isEqualTo("7");
        assertThat(section("## Requests"))
                .contains("at most " + RequestParser.MAX_REQUEST_BYTES + " bytes")
                .contains("1 to " + Request.MAX_TIMEOUT_MS + " milliseconds")
                .contains("Default: " + Request.DEFAULT_TIMEOUT_MS);
    }

    @Test
    void shouldSayHowLongAnIdMayBe() {
        int longest = 256;
        assertThat(section("## Requests").split("1 to " + longest + " characters"))
                .hasSize(4);
        RequestParser parser =
                new RequestParser(Catalogues.of(CallModel.schema(42), PresetModels.tables(), AnswerLimits.USUAL));
        for (String field : List.of("requestId", "clientId", "onBehalfOf")) {
            String request = "{\"clientId\":\"c\",\"query\":\"q1\",\"requestId\":\"r\",\"onBehalfOf\":\"o\"}"
                    .replaceFirst("\"" + field + "\":\".", "\"" + field + "\":\"" + "x".repeat(longest));
            assertThat(parser.parse(request.getBytes(StandardCharsets.UTF_8), "r", 0))
                    .isInstanceOf(RequestOutcome.Accepted.class);
            assertThat(parser.parse(request.replace("xxx", "xxxx").getBytes(StandardCharsets.UTF_8), "r", 0))
                    .isNotInstanceOf(RequestOutcome.Accepted.class);
        }
    }

    @Test
    void shouldShowResultsAsTheJobWritesThem() {
        ResultCodec codec = new ResultCodec();
        List<QueryResult.Status> shown = new ArrayList<>();
        for (byte[] example : examples("result")) {
            QueryResult result = codec.decode(example);
            shown.add(result.status());
            assertThat(codec.encode(result)).isEqualTo(example);
        }
        assertThat(shown).contains(QueryResult.Status.OK, QueryResult.Status.TIMEOUT);
    }

    @Test
    void shouldShowAChunkAndTheLimitsOfLongAnswers() {
        byte[] example = examples("chunk").get(0);
        ResultRecord chunk = new ResultCodec().decodeRecord(example);
        assertThat(chunk.chunk()).isEqualTo(new ResultChunk(1, 3, 1_795_132_800_123L, 0));
        List<Object> row = chunk.result().rows().get(0);
        // The rows of four records, or nearly.
        QueryResult whole = chunk.result().withRows(Collections.nCopies(200_000, row));
        byte[] second =
                new ResultRecords().of(whole, chunk.chunk().attempt()).records().get(1);
        assertThat(text(second).replaceFirst("\"rows\":\\[\\[.*]]", "\"rows\":[[\"ASIA\",12.30]]"))
                .isEqualTo(text(example));
        assertThat(section("### Long answers"))
                .contains("more than " + ResultRecords.MAX_RECORD_BYTES + " bytes")
                .contains("at most " + ResultRecords.MAX_ROWS_BYTES + " bytes")
                .contains("at most " + ResultChunk.MAX_CHUNKS + " chunks");
    }

    @Test
    void shouldNameEveryStatusAndEveryErrorCode() {
        String results = section("## Results") + section("### Numbers and errors");
        for (QueryResult.Status status : QueryResult.Status.values()) {
            assertThat(results).contains("`" + status + "`");
        }
        assertThat(results)
                .contains("The codes are "
                        + Arrays.stream(QueryError.Code.values())
                                .map(code -> "`" + code + "`")
                                .collect(Collectors.joining(", "))
                        + ".");
    }

    @Test
    void shouldNameEveryHeaderAndLimitOfADeadLetter() {
        String letters = section("## Dead letters");
        byte[] tooLong = new byte[DeadLetterSchema.MAX_BYTES + 1];
        for (Header header : new DeadLetterSchema("dead", null, DeadLetterSchemaTest.UNASKED)
                .serialize(
                        new DeadLetter(DeadLetterReason.LATE, "why", "topic", 3, 41, 5, new byte[1], tooLong), null, 0L)
                .headers()) {
            assertThat(letters).contains("| `" + header.key() + "` |");
        }
        for (DeadLetterReason reason : DeadLetterReason.values()) {
            assertThat(letters).contains("`" + reason.label() + "`");
        }
        assertThat(letters)
                .contains("at most " + DeadLetterSchema.MAX_REASON_CHARS + " characters")
                .contains("more than " + DeadLetterSchema.MAX_BYTES + " bytes")
                .contains("more than " + DeadLetterSchema.MAX_KEY_BYTES + " bytes");
    }
}
