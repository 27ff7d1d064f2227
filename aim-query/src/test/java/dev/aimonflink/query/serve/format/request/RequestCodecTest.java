package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Accepted;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RequestCodecTest {
    private final RequestCodec codec = new RequestCodec();

    @Test
    void shouldEncodeToGoldenText() {
        List<String> golden = Golden.lines("request-v1.json");
        assertThat(codec.encode(
                        "r-1",
                        "c1",
                        new AskedQuery("q4", Map.of("gamma", 5L, "delta", 60L)),
                        5_000,
                        AnswerOptions.NONE))
                .asString()
                .isEqualTo(golden.get(0));
        assertThat(codec.encode(
                        null,
                        "Z\u00fcrich",
                        new AskedQuery("q5", Map.of("category", "business")),
                        60_000,
                        AnswerOptions.NONE))
                .isEqualTo(Golden.utf8(golden.get(1)));
        assertThat(codec.encode("r-3", "c1", AskedQuery.withDefaults("q3"), 1, AnswerOptions.NONE))
                .asString()
                .isEqualTo(golden.get(2));
        assertThat(codec.encode("r-4", "c1", AskedQuery.withDefaults("q1"), 1, AnswerOptions.of(true)))
                .asString()
                .isEqualTo(golden.get(3));
        assertThat(codec.encode("r-5", "c1", AskedQuery.withDefaults("q1"), 1, new AnswerOptions(false, Map.of(), 200)))
                .asString()
                .isEqualTo(golden.get(4));
    }

    @Test
    void shouldBeReadBackByTheParser() {
        long seed = 7;
        Random random = new Random(seed);
        Catalogue catalogue = Catalogues.of(CallModel.schema(42), PlainDimensions.benchmark(), AnswerLimits.USUAL);
        RequestParser parser = new RequestParser(catalogue);
        for (int i = 0; i < 1_000; i++) {
            AskedQuery call = randomCall(random);
            int timeoutMs = 1 + random.nextInt(Request.MAX_TIMEOUT_MS);
            String requestId = randomText(random);
            String clientId = randomText(random);
            AnswerOptions options = new AnswerOptions(
                    random.nextBoolean(),
                    random.nextBoolean() ? Map.of() : Map.of(random.nextInt(9), random.nextLong(Long.MAX_VALUE), 9, 0L),
                    random.nextBoolean() ? 0 : 1 + random.nextInt(AnswerOptions.MAX_MAX_AGE_MS),
                    random.nextBoolean() ? null : randomText(random));
            byte[] encoded = codec.encode(requestId, clientId, call, timeoutMs, options);
            RequestOutcome parsed = parser.parse(encoded, "k", 1_000);
            assertThat(parsed)
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(new Accepted(
                            new Request("k", requestId, clientId, call, 1_000L + timeoutMs, options),
                            catalogue.isText(call) ? null : catalogue.bind(call)));
        }
    }

    private static AskedQuery randomCall(Random random) {
        Map<String, Object> params = new HashMap<>();
        if (random.nextInt(4) == 0) {
            return new AskedQuery("sql", Map.of("text", "SELECT 1", Parameter.MAX_ROWS, 1L + random.nextInt(10_000)));
        }
        if (random.nextBoolean()) {
            params.put("gamma", random.nextLong());
            params.put("delta", (long) random.nextInt());
            return new AskedQuery("q4", params);
        }
        params.put("country", randomText(random));
        return new AskedQuery("q6", params);
    }

    private static String randomText(Random random) {
        return random.ints(1 + random.nextInt(Limits.MAX_NAME_LENGTH), 0, Character.MAX_VALUE + 1)
                .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
                .toString();
    }

    @Test
    void shouldWriteEveryKindOfParameterSoThatTheParserKnowsItsType() {
        Map<String, Object> params = new HashMap<>();
        params.put("a", 5L);
        params.put("b", 5.0);
        params.put("c", true);
        params.put("d", "5");
        params.put("e", null);
        assertThat(codec.encode("r", "c", new AskedQuery("q1", params), 5, AnswerOptions.NONE))
                .asString()
                .contains("\"params\":{\"a\":5,\"b\":5.0,\"c\":true,\"d\":\"5\",\"e\":null}");
    }

    @Test
    void shouldRefuseParametersOfOtherTypes() {
        assertThatThrownBy(() -> codec.encode(
                        "r", "c", new AskedQuery("q1", Map.of("alpha", List.of(1))), 5, AnswerOptions.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("is no value of a request or an answer.");
    }

    @Test
    void shouldRefuseIdsThatTheJobWouldNotTake() {
        AskedQuery call = AskedQuery.withDefaults("q1");
        String atLimit = "i".repeat(Limits.MAX_NAME_LENGTH);
        assertThat(codec.encode(atLimit, atLimit, call, 5, AnswerOptions.NONE)).isNotEmpty();
        assertFails(InvalidInputException.class, () -> codec.encode("r", null, call, 5, AnswerOptions.NONE))
                .hasMessage("clientId is null. Give it 1 to 256 characters.");
        assertFails(InvalidInputException.class, () -> codec.encode("r", "", call, 5, AnswerOptions.NONE))
                .hasMessage("clientId is a text of 0 characters. Give it 1 to 256 characters.");
        assertFails(InvalidInputException.class, () -> codec.encode(atLimit + "i", "c", call, 5, AnswerOptions.NONE))
                .hasMessage("requestId is a text of 257 characters. Give it 1 to 256 characters.");
    }
}
