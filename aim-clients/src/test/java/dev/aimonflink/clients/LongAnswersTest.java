package dev.aimonflink.clients;

import dev.aimonflink.query.serve.format.result.ResultChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class LongAnswersTest {
    private final LongAnswers answers = new LongAnswers();

    private static ResultChunk chunk(int n, int last, long attempt) {
        return new ResultChunk(n, last, attempt, 0);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void shouldGiveAllChunksInTheirOrderOnceTheLastOneHasCome() {
        assertThat(answers.add("r", chunk(2, 2, 1), bytes(2))).isEmpty();
        assertThat(answers.add("r", chunk(0, 2, 1), bytes(0))).isEmpty();
        assertThat(answers.add("r", chunk(1, 2, 1), bytes(1))).containsExactly(bytes(0), bytes(1), bytes(2));
    }

    @Test
    void shouldNotCountADoubledChunkTwice() {
        assertThat(answers.add("r", chunk(0, 1, 1), bytes(1, 2, 3))).isEmpty();
        assertThat(answers.add("r", chunk(0, 1, 1), bytes(1, 2, 3))).isEmpty();
        assertThat(answers.bytes()).isEqualTo(3);
        assertThat(answers.share("r")).isEqualTo("Only 1 of 2 chunks of the");
        assertThat(answers.add("r", chunk(1, 1, 1), bytes(4))).containsExactly(bytes(1, 2, 3), bytes(4));
    }

    @Test
    void shouldPutTogetherNoChunksOfTwoAttempts() {
        assertThat(answers.add("r", chunk(0, 1, 1), bytes(10))).isEmpty();
        assertThat(answers.add("r", chunk(1, 1, 2), bytes(21))).isEmpty();
        assertThat(answers.add("r", chunk(1, 2, 1), bytes(11)))
                .as("of another length")
                .isEmpty();
        assertThat(answers.add("r", chunk(0, 1, 2), bytes(20))).containsExactly(bytes(20), bytes(21));
    }

    @Test
    void shouldKeepRequestsApart() {
        assertThat(answers.add("r", chunk(0, 1, 1), bytes(10))).isEmpty();
        assertThat(answers.add("s", chunk(1, 1, 1), bytes(21))).isEmpty();
        assertThat(answers.add("s", chunk(0, 1, 1), bytes(20))).containsExactly(bytes(20), bytes(21));
    }

    @Test
    void shouldDropTheOldestAttemptOfARequestForOneTooMany() {
        for (int attempt = 0; attempt <= LongAnswers.MAX_ATTEMPTS; attempt++) {
            assertThat(answers.add("r", chunk(0, 1, attempt), bytes(attempt, 0)))
                    .isEmpty();
        }
        assertThat(answers.bytes()).isEqualTo(2 * LongAnswers.MAX_ATTEMPTS);
        assertThat(answers.add("r", chunk(1, 1, 1), bytes(1, 1))).containsExactly(bytes(1, 0), bytes(1, 1));
        assertThat(answers.add("r", chunk(1, 1, 0), bytes(0, 1))).as("dropped").isEmpty();
    }

    @Test
    void shouldKeepChunksUpToTheLimitOfBytesAndRefuseMore() {
        LongAnswers few = new LongAnswers(10);
        assertThat(few.add("r", chunk(0, 2, 1), new byte[6])).isEmpty();
        assertThat(few.add("s", chunk(0, 1, 1), new byte[4])).isEmpty();
        assertFails(ClientException.class, () -> few.add("r", chunk(1, 2, 1), new byte[1]))
                .hasMessage("The chunks of long answers to this client have more than 10 bytes together. Ask for fewer"
                        + " long answers at a time.");
        few.forget("r");
        assertThat(few.bytes()).isEqualTo(4);
        assertThat(few.add("s", chunk(1, 1, 1), new byte[6])).hasSize(2);
        assertThat(LongAnswers.MAX_BYTES).isEqualTo(64 << 20);
    }

    @Test
    void shouldForgetAllOfARequest() {
        answers.add("r", chunk(0, 1, 1), bytes(10));
        answers.add("r", chunk(0, 1, 2), bytes(20));
        answers.forget("r");
        assertThat(answers.bytes()).isZero();
        assertThat(answers.share("r")).isEqualTo("No");
        answers.forget("r");
        assertThat(answers.add("r", chunk(1, 1, 1), bytes(11))).isEmpty();
    }

    @Test
    void shouldSayTheShareOfTheAttemptOfWhichTheLeastIsMissing() {
        answers.add("r", chunk(0, 3, 1), bytes(0));
        answers.add("r", chunk(0, 3, 2), bytes(0));
        answers.add("r", chunk(3, 3, 2), bytes(0));
        assertThat(answers.share("r")).isEqualTo("Only 2 of 4 chunks of the");
    }

    /** Chunks of several requests and attempts, lost, doubled and in any order. */
    @Test
    void shouldGiveNothingButWholeAnswersOfOneAttemptWhateverComes() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            record Sent(String request, ResultChunk chunk) {}
            List<Sent> sent = new ArrayList<>();
            Map<String, Integer> kept = new HashMap<>();
            for (int request = 0; request < 3; request++) {
                for (int attempt = 0; attempt < 3; attempt++) {
                    int last = random.nextInt(5);
                    for (int n = 0; n <= last; n++) {
                        int copies = random.nextInt(3);
                        for (int copy = 0; copy < copies; copy++) {
                            sent.add(new Sent("r" + request, chunk(n, last, attempt)));
                        }
                        kept.merge("r" + request + attempt, copies > 0 ? 1 : -100, Integer::sum);
                    }
                }
            }
            Collections.shuffle(sent, random);
            LongAnswers some = new LongAnswers();
            Map<String, Integer> given = new HashMap<>();
            for (Sent each : sent) {
                byte[] json = bytes(each.chunk().n(), each.chunk().last(), (int)
                        each.chunk().attempt());
                List<byte[]> all = some.add(each.request(), each.chunk(), json);
                for (int n = 0; n < all.size(); n++) {
                    assertThat(all.get(n)).as("seed=%d", seed).isEqualTo(bytes(n, all.size() - 1, (int)
                            each.chunk().attempt()));
                }
                if (!all.isEmpty()) {
                    given.merge(each.request() + each.chunk().attempt(), all.size(), Integer::sum);
                }
            }
            kept.values().removeIf(chunks -> chunks < 0);
            assertThat(given).as("seed=%d", seed).isEqualTo(kept);
            for (String request : Arrays.asList("r0", "r1", "r2")) {
                some.forget(request);
            }
            assertThat(some.bytes()).as("seed=%d", seed).isZero();
        }
    }
}
