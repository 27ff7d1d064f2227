package dev.aimonflink.gateway.message;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class FrontendReaderTest {
    private static final int VERSION_3_2 = 196_610;
    private static final int STREAMS = Scale.times(50_000);

    private static FrontendReader reader(byte[] bytes) {
        FrontendReader reader = new FrontendReader(new ByteArrayInputStream(bytes));
        reader.authenticated();
        return reader;
    }

    private static Frontend read(char letter, Bytes body) throws IOException {
        return reader(Bytes.message(letter, body)).read();
    }

    private static Startup start(Bytes body) throws IOException {
        return reader(Bytes.startup(body)).readStartup();
    }

    private static SqlException fault(char letter, Bytes body) {
        return catchThrowableOfType(SqlException.class, () -> read(letter, body));
    }

    private static Bytes bytes() {
        return new Bytes();
    }

    @Test
    void shouldReadHowASessionBegins() throws IOException {
        assertThat(start(bytes().int32(80_877_103))).isEqualTo(new Startup.TlsRequest());
        assertThat(start(bytes().int32(80_877_104))).isEqualTo(new Startup.GssRequest());
        assertThat(start(bytes().int32(VERSION_3_2)
                        .text("user")
                        .text("anna")
                        .text("_pq_.x")
                        .text("")
                        .int8(0)))
                .isEqualTo(new Startup.Begin(2, Map.of("user", "anna", "_pq_.x", "")));
        Startup.Cancel cancel =
                (Startup.Cancel) start(bytes().int32(80_877_102).int32(7).bytes(new byte[] {1, 2, 3, 4}));
        assertThat(cancel.processId()).isEqualTo(7);
        assertThat(cancel.secret()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void shouldRefuseOtherBeginnings() {
        assertThatThrownBy(() -> start(bytes().int32(2 << 16)))
                .hasMessage("unsupported frontend protocol 2.0: server supports 3.0 and newer."
                        + " Use a driver of PostgreSQL 7.4 or newer.");
        assertThatThrownBy(() -> start(bytes().int32(80_877_102).int32(7)))
                .hasMessageContaining("StartupMessage has a secret of 0 bytes");
        assertThatThrownBy(() -> start(bytes().int32(VERSION_3_2).text("user")))
                .hasMessageContaining("StartupMessage has a text without a zero at its end");
        assertThatThrownBy(() -> start(bytes().int32(VERSION_3_2).int8(0).int8(0)))
                .hasMessageContaining("StartupMessage has 1 bytes more than it says");
    }

    @Test
    void shouldReadEachMessage() throws IOException {
        assertThat(read('Q', bytes().text("select 1"))).isEqualTo(new Frontend.Query("select 1"));
        assertThat(read(
                        'P',
                        bytes().text("s").text("select $1").int16(2).int32(20).int32(0)))
                .isEqualTo(new Frontend.Parse("s", "select $1", List.of(20, 0)));
        assertThat(read('D', bytes().int8('S').text("s")))
                .isEqualTo(new Frontend.Describe(Frontend.Target.STATEMENT, "s"));
        assertThat(read('C', bytes().int8('P').text(""))).isEqualTo(new Frontend.Close(Frontend.Target.PORTAL, ""));
        assertThat(read('E', bytes().text("p").int32(200))).isEqualTo(new Frontend.Execute("p", 200));
        assertThat(read('E', bytes().text("").int32(-1))).isEqualTo(new Frontend.Execute("", 0));
        assertThat(read('H', bytes())).isEqualTo(new Frontend.Flush());
        assertThat(read('S', bytes())).isEqualTo(new Frontend.Sync());
        assertThat(read('X', bytes())).isEqualTo(new Frontend.Terminate());
        assertThat(read('c', bytes())).isEqualTo(new Frontend.CopyDone());
        assertThat(read('f', bytes().text("no"))).isEqualTo(new Frontend.CopyFail("no"));
        assertThat(read('F', bytes().int32(1))).isEqualTo(new Frontend.FunctionCall());
        assertThat(((Frontend.CopyData) read('d', bytes().int8(5))).data()).containsExactly(5);
    }

    @Test
    void shouldReadValuesAndTheirFormats() throws IOException {
        Frontend.Bind bind = (Frontend.Bind) read('B', bind());

        assertThat(bind.portal()).isEqualTo("p");
        assertThat(bind.statement()).isEqualTo("s");
        assertThat(bind.values()).hasSize(3);
        assertThat(bind.values().get(0)).containsExactly(0, 42);
        assertThat(bind.values().get(1)).isNull();
        assertThat(bind.values().get(2)).isEmpty();
        assertThat(bind.formatOf(2)).isEqualTo(Format.BINARY);
        assertThat(bind.resultFormats()).containsExactly(Format.TEXT, Format.BINARY);
        assertThat(Format.of(List.of(), 5)).isEqualTo(Format.TEXT);
    }

    private static Bytes bind() {
        return bytes().text("p")
                .text("s")
                .int16(1)
                .int16(1)
                .int16(3)
                .int32(2)
                .int16(42)
                .int32(-1)
                .int32(0)
                .int16(2)
                .int16(0)
                .int16(1);
    }

    @Test
    void shouldReadCredentials() throws IOException {
        Frontend.Password password = (Frontend.Password) read('p', bytes().text("secret"));
        assertThat(Credentials.password(password)).isEqualTo("secret");
        Frontend.Password sasl = (Frontend.Password)
                read('p', bytes().text("SCRAM-SHA-256").int32(1).int8('n'));
        assertThat(Credentials.saslInitial(sasl).mechanism()).isEqualTo("SCRAM-SHA-256");
        assertThat(Credentials.saslInitial(sasl).response()).containsExactly('n');
        assertThatThrownBy(() -> Credentials.saslInitial(password))
                .hasMessageContaining("SASLInitialResponse ends 4 bytes too early");
    }

    @Test
    void shouldNameTheMessageThatIsMalformed() {
        assertThat(fault('Q', bytes().bytes(new byte[] {'x'})))
                .hasMessage("The message Query has a text without a zero at its end."
                        + " Use a driver that speaks version 3 of PostgreSQL's protocol.")
                .extracting(SqlException::state)
                .isEqualTo(SqlState.PROTOCOL_VIOLATION);
        assertThat(fault('Q', bytes().text("a").int8(0))).hasMessageContaining("Query has 1 bytes more than it says");
        assertThat(fault('P', bytes().text("").text("").int16(-1)))
                .hasMessageContaining("Parse ends 262140 bytes too early");
        assertThat(fault('B', bytes().text("").text("").int16(1).int16(2)))
                .hasMessageContaining("Bind has the format 2, where there are 0 and 1");
        assertThat(fault('B', bytes().text("").text("").int16(0).int16(1).int32(-2)))
                .hasMessageContaining("Bind has a value of -2 bytes");
        assertThat(fault(
                        'B',
                        bytes().text("")
                                .text("")
                                .int16(2)
                                .int32(0)
                                .int16(1)
                                .int32(-1)
                                .int16(0)))
                .hasMessageContaining("Bind has 2 parameter formats but 1 parameters");
        assertThat(fault('D', bytes().int8('X').text(""))).hasMessageContaining("Describe is about a thing of kind 88");
        assertThat(fault('S', bytes().int8(0))).hasMessageContaining("Sync has 1 bytes more than it says");
        assertThat(fault('Q', bytes().bytes(new byte[] {(byte) 0xC3, 0})).state())
                .isEqualTo(SqlState.INVALID_ENCODING);
    }

    @Test
    void shouldReadOnBehindAMessageThatIsMalformed() throws IOException {
        FrontendReader reader = reader(bytes().bytes(Bytes.message('S', bytes().int8(0)))
                .bytes(Bytes.message('S', bytes()))
                .array());

        assertFails(SqlException.class, reader::read);
        assertThat(reader.isLost()).isFalse();
        assertThat(reader.read()).isEqualTo(new Frontend.Sync());
    }

    @Test
    void shouldBeLostWhereAMessageHasNoEnd() throws IOException {
        for (int length : new int[] {0, 3, -1, FrontendReader.MAX_BYTES + 1, Integer.MAX_VALUE}) {
            FrontendReader reader = reader(bytes().int8('Q').int32(length).array());
            assertThatThrownBy(reader::read).as("length " + length).isInstanceOf(SqlException.class);
            assertThat(reader.isLost()).isTrue();
        }
        FrontendReader reader = reader(bytes().int8('?').int32(4).array());
        assertThat(reader.read()).isEqualTo(new Frontend.Unknown('?'));
        assertThat(reader.isLost()).isTrue();
    }

    @Test
    void shouldTakeLittleFromAClientThatNobodyKnows() throws IOException {
        int most = FrontendReader.MAX_BYTES_BEFORE_AUTHENTICATION;
        Bytes longest = bytes().bytes(new byte[most - 4]);
        Bytes tooLong = bytes().bytes(new byte[most - 3]);

        assertThat(new FrontendReader(new ByteArrayInputStream(Bytes.message('p', longest))).read())
                .isInstanceOf(Frontend.Password.class);
        assertThatThrownBy(() -> new FrontendReader(new ByteArrayInputStream(Bytes.message('p', tooLong))).read())
                .hasMessage("A message of 8193 bytes is longer than the limit of 8192. Send less at a time.");
        assertThatThrownBy(() -> new FrontendReader(new ByteArrayInputStream(Bytes.startup(tooLong))).readStartup())
                .hasMessageContaining("longer than the limit");
        assertThat(read('p', tooLong)).isInstanceOf(Frontend.Password.class);
    }

    @Test
    void shouldEndWithTheStream() {
        byte[] whole = Bytes.message('Q', bytes().text("select 1"));
        for (int length = 0; length < whole.length; length++) {
            FrontendReader reader = reader(Arrays.copyOf(whole, length));
            assertFails(EOFException.class, reader::read);
        }
    }

    @Test
    void shouldFailInNoOtherWayWhateverIsSent() {
        long seed = Scale.seed();
        Random random = new Random(seed);
        for (int i = 0; i < STREAMS; i++) {
            byte[] stream = changed(valid(random), random);
            try {
                FrontendReader reader = reader(stream);
                if (random.nextInt(4) == 0) {
                    reader.readStartup();
                }
                readAll(reader);
            } catch (IOException | SqlException expected) {
                assertThat(expected).isInstanceOfAny(EOFException.class, SqlException.class);
            } catch (RuntimeException | Error other) {
                throw new AssertionError("seed " + seed + ", stream " + i + ": " + Arrays.toString(stream), other);
            }
        }
    }

    private static void readAll(FrontendReader reader) throws IOException {
        while (!reader.isLost()) {
            try {
                if (reader.read() instanceof Frontend.Password password) {
                    Credentials.saslInitial(password);
                }
            } catch (SqlException malformed) {
                assertThat(malformed.state())
                        .isIn(SqlState.PROTOCOL_VIOLATION, SqlState.INVALID_ENCODING, SqlState.LIMIT_EXCEEDED);
            }
        }
    }

    private static byte[] valid(Random random) {
        Bytes stream = bytes();
        if (random.nextBoolean()) {
            stream.bytes(Bytes.startup(
                    bytes().int32(VERSION_3_2).text("user").text("anna").int8(0)));
        }
        for (int i = random.nextInt(5); i >= 0; i--) {
            stream.bytes(
                    switch (random.nextInt(6)) {
                        case 0 ->
                            Bytes.message(
                                    'P',
                                    bytes().text("s").text("select $1").int16(1).int32(20));
                        case 1 -> Bytes.message('B', bind());
                        case 2 -> Bytes.message('D', bytes().int8('S').text("s"));
                        case 3 -> Bytes.message('E', bytes().text("p").int32(200));
                        case 4 ->
                            Bytes.message(
                                    'p', bytes().text("SCRAM-SHA-256").int32(1).int8('n'));
                        default -> Bytes.message('Q', bytes().text("select '\u00e9'"));
                    });
        }
        return stream.array();
    }

    private static byte[] changed(byte[] stream, Random random) {
        byte[] changed =
                Arrays.copyOf(stream, random.nextInt(3) == 0 ? random.nextInt(stream.length + 1) : stream.length);
        for (int i = random.nextInt(4); i > 0 && changed.length > 0; i--) {
            changed[random.nextInt(changed.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
        }
        return changed;
    }

    @Test
    void shouldTakeNoMemoryForBytesThatDoNotCome() {
        byte[] stream =
                bytes().int8('Q').int32(FrontendReader.MAX_BYTES).text("x").array();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        assertFails(EOFException.class, () -> reader(stream).read());
        long before = threads.getThreadAllocatedBytes(thread);
        assertFails(EOFException.class, () -> reader(stream).read());

        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(FrontendReader.MAX_BYTES / 4);
    }
}
