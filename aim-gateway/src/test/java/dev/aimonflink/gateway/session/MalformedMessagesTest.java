package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendReader;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Bytes that are no messages, or not whole ones. Whatever comes, a session answers by the protocol, and goes on with the next client. */
class MalformedMessagesTest {
    private static final int SEQUENCES = 2_000;
    private static final int SEQUENCES_OF_A_SESSION = 50;
    private static final int MAX_CHANGES = 4;
    private static final int MAX_GROUPS = 2;

    /** One that a changed number has made endless ends soon. */
    private static final User IMPATIENT = new User(
            "ada",
            null,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.of(200),
            Set.of(),
            false,
            Set.of(Permission.ASK));

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    private final Gateway gateway = Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim");
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private BackendWriter out;
    private Session session;

    @Test
    void shouldAnswerByTheProtocolWhateverComes() {
        long seed = Scale.seed();
        Random seeds = new Random(seed);
        for (int i = 0; i < Scale.times(SEQUENCES); i++) {
            Random random = new Random(seeds.nextLong());
            if (i % SEQUENCES_OF_A_SESSION == 0) {
                begin();
            }
            byte[] bytes = changed(bytes(random), random);
            try {
                answer(bytes);
                List<String> heard = heard();
                assertThat(heard).noneMatch(line -> line.startsWith("E XX000"));
                assertThat(answersStill()).isTrue();
            } catch (IOException | RuntimeException | Error wrong) {
                throw new AssertionError(
                        "-Daim.test.seed=" + seed + ", sequence " + i + ": "
                                + HexFormat.of().formatHex(bytes),
                        wrong);
            }
        }
        assertThat(queries.runningOfAll()).isZero();
        watch.close();
    }

    private void begin() {
        out = new BackendWriter();
        session = new Session(gateway, 7, IMPATIENT, out, Talk.peer(out, sent));
        job.asked.clear();
        job.options.clear();
    }

    private static byte[] bytes(Random random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DrawnMessages(random)
                .groups().stream()
                        .limit(MAX_GROUPS)
                        .forEach(group -> group.forEach(message -> bytes.writeBytes(FrontendWriter.bytes(message))));
        return bytes.toByteArray();
    }

    /** What a connection does with a stream that ends. */
    private void answer(byte[] bytes) throws IOException {
        FrontendReader reader = new FrontendReader(new ByteArrayInputStream(bytes));
        reader.authenticated();
        while (true) {
            try {
                Frontend message = reader.read();
                if (message instanceof Frontend.Unknown || !session.handle(message)) {
                    return;
                }
            } catch (EOFException end) {
                return;
            } catch (SqlException unreadable) {
                if (reader.isLost()) {
                    return;
                }
                session.fail(unreadable, reader.letter());
            }
        }
    }

    /** As PostgreSQL does: behind some messages a client waits, and others are skipped until Sync. */
    @ParameterizedTest
    @CsvSource({"Q,E 22021;Z I", "F,E 0A000;Z I", "S,E 08P01;Z I", "P,E 22021", "B,E 22021", "E,E 22021", "H,E 08P01"})
    void shouldAnswerWhatCannotBeReadAsItsLetterIsAnswered(char letter, String answer) throws IOException {
        begin();
        answer(unreadable(letter));
        assertThat(heard().stream().map(line -> line.substring(0, Math.min(line.length(), 7))
                        .strip()))
                .containsExactly(answer.split(";"));
        answer(unreadable('P'));
        answer(unreadable('H'));
        answer(unreadable('S'));
        assertThat(heard()).last().isEqualTo("Z I");
        assertThat(answersStill()).isTrue();
    }

    private static byte[] unreadable(char letter) {
        return new byte[] {(byte) letter, 0, 0, 0, Integer.BYTES + 2, (byte) 0xC3, 0};
    }

    private boolean answersStill() throws IOException {
        answer(FrontendWriter.bytes(new Frontend.Sync()));
        answer(FrontendWriter.bytes(new Frontend.Query("ROLLBACK; SELECT 4711")));
        List<String> heard = heard();
        return heard.contains("D 4711") && heard.get(heard.size() - 1).equals("Z I");
    }

    private List<String> heard() throws IOException {
        out.flush(sent);
        List<String> lines = Heard.lines(sent.toByteArray());
        sent.reset();
        return lines;
    }

    private static byte[] changed(byte[] bytes, Random random) {
        byte[] changed = bytes;
        for (int left = random.nextInt(MAX_CHANGES + 1); left > 0 && changed.length > 0; left--) {
            changed = changedOnce(changed, random);
        }
        return changed;
    }

    private static byte[] changedOnce(byte[] bytes, Random random) {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(16));
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> with(bytes, from, to, new byte[0]);
            case 2 -> with(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
            case 3 -> {
                byte[] drawn = new byte[to - from];
                random.nextBytes(drawn);
                yield with(bytes, from, to, drawn);
            }
            case 4 -> with(bytes, from, from + 1, new byte[] {(byte) (bytes[from] ^ 1 << random.nextInt(8))});
            case 5 -> with(bytes, from, from + 1, new byte[] {(byte) (random.nextInt(3) - 1)});
            default -> with(bytes, from, from, Arrays.copyOfRange(bytes, to, bytes.length));
        };
    }

    private static byte[] with(byte[] bytes, int from, int to, byte[] instead) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes, 0, from);
        all.writeBytes(instead);
        all.write(bytes, to, bytes.length - to);
        return all.toByteArray();
    }

    /** Answers that nobody has asked for yet do not pile up. */
    @Test
    void shouldSendWhatIsManyWithoutSync() throws Exception {
        begin();
        answer(FrontendWriter.bytes(Talk.parse("", "SELECT 1")));
        byte[] describe = FrontendWriter.bytes(Talk.describeStatement(""));
        for (int i = 0; i < 10_000; i++) {
            answer(describe);
            assertThat(out.size()).isLessThanOrEqualTo(2 * RowSender.MAX_BUFFERED);
        }
        assertThat(sent.size()).isPositive();
    }
}
