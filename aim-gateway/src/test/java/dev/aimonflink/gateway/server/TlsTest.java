package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** A certificate is renewed while the gateway runs. */
class TlsTest {
    private static final int TLS_REQUEST = 80_877_103;
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private SelfSigned used;
    private SelfSigned renewed;

    @BeforeEach
    void make() throws Exception {
        used = SelfSigned.in(Files.createDirectory(folder.resolve("used")));
        renewed = SelfSigned.in(Files.createDirectory(folder.resolve("renewed")));
    }

    private static void put(Path file, Path in) throws IOException {
        Files.copy(file, in, StandardCopyOption.REPLACE_EXISTING);
        // Some file systems have times of seconds, and keys have equal sizes.
        Files.setLastModifiedTime(
                in, FileTime.fromMillis(Files.getLastModifiedTime(in).toMillis() + 10_000));
    }

    @Test
    void shouldBeReadAgainWhenBothFilesAreNew() throws Exception {
        Tls tls = new Tls(used.certificate(), used.key(), Duration.ZERO);
        Tls.Pair first = tls.current();
        assertThat(tls.current()).isSameAs(first);
        put(renewed.certificate(), used.certificate());
        assertThat(tls.current()).as("without its key").isSameAs(first);
        put(renewed.key(), used.key());
        Tls.Pair second = tls.current();
        assertThat(second.endPoint().orElseThrow())
                .isNotEqualTo(first.endPoint().orElseThrow());
        for (String unreadable : List.of("none", "-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----\n")) {
            Files.writeString(used.key(), unreadable);
            assertThat(tls.current()).as("what cannot be read").isSameAs(second);
        }
        Files.delete(used.certificate());
        assertThat(tls.current()).as("what is gone").isSameAs(second);
    }

    @Test
    void shouldNotBeLookedAtForEachConnection() throws Exception {
        Tls tls = new Tls(used.certificate(), used.key(), Duration.ofHours(1));
        Tls.Pair first = tls.current();
        put(renewed.certificate(), used.certificate());
        put(renewed.key(), used.key());
        assertThat(tls.current()).isSameAs(first);
    }

    @Test
    void shouldRefuseAKeyOfAnotherCertificate() {
        assertFails(InvalidInputException.class, () -> Tls.of(used.certificate(), renewed.key()))
                .hasMessage(renewed.key() + " is not the key of the certificate in " + used.certificate()
                        + ". Give the two that belong together.");
    }

    @Test
    void shouldBeUsedByTheConnectionsThatBeginThen() throws Exception {
        ModelWatch watch = new ModelWatch(new FakeJob());
        RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
        try (GatewayServer server = new GatewayServer(
                Gateway.of(new FakeJob(), watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, 10, true, LONG, LONG, LONG),
                Optional.of(new Tls(used.certificate(), used.key(), Duration.ZERO)),
                Optional::empty,
                new Connections(new SecureRandom()))) {
            server.start();
            try (RawClient before = begun(server.port(), used)) {
                put(renewed.certificate(), used.certificate());
                put(renewed.key(), used.key());
                try (RawClient behind = begun(server.port(), renewed)) {
                    behind.query("SELECT 4711");
                    assertThat(behind.untilReady()).contains("D 4711");
                }
                before.query("SELECT 4712");
                assertThat(before.untilReady()).contains("D 4712");
            }
        }
        watch.close();
    }

    /** A client that trusts this certificate alone. */
    private static RawClient begun(int port, SelfSigned trusted) throws Exception {
        RawClient plain = new RawClient(port);
        plain.send(FrontendWriter.request(TLS_REQUEST, new byte[0]));
        assertThat(plain.oneByte()).isEqualTo('S');
        Socket socket = plain.socket();
        SSLSocket encrypted =
                (SSLSocket) trusted.trusting().getSocketFactory().createSocket(socket, "localhost", port, true);
        encrypted.startHandshake();
        RawClient client = new RawClient(encrypted);
        client.send(FrontendWriter.begin(0, Map.of("user", "ada")));
        assertThat(client.untilReady()).endsWith("Z I");
        return client;
    }
}
