package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.http.Authentication;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.http.HttpSettings;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Where a gateway offers the console, and the token in its link. */
class ConsolePortTest {
    @TempDir
    private Path folder;

    private static OpenGateway gateway() {
        return OpenGateway.open(
                new FakeJob(),
                ServerSettings.atLoopback(0),
                Gateway.Limits.USUAL,
                new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                Optional.empty(),
                Optional::empty);
    }

    private static HttpPort port(OpenGateway gateway, int port, String token) throws IOException {
        return new HttpPort(
                gateway.shared(),
                gateway.connections(),
                new Authentication(Optional::empty, token, new SecureRandom()),
                new HttpSettings(
                        ServerSettings.LOOPBACK,
                        port,
                        Set.of(),
                        Set.of(),
                        HttpSettings.CALLS,
                        ServerSettings.WRITE_TIME,
                        HttpSettings.STALL,
                        null,
                        gateway.port(),
                        null),
                new HttpJob(
                        new JobTopics(
                                new FakeKafka().withTopics(), Connection.to(FakeKafka.BOOTSTRAP), Topics.defaults()),
                        EventFormat.JSON,
                        "aim",
                        null,
                        false),
                "aim test",
                gateway::fault,
                Optional.empty());
    }

    private static String console(String token) throws IOException {
        try (OpenGateway gateway = gateway();
                HttpPort port = port(gateway, 0, token)) {
            return port.console();
        }
    }

    // ---- the token

    @Test
    void shouldKeepTheTokenOfALinkForTheNextStart() throws Exception {
        Path file = folder.resolve("new/token");
        String first = console(AccessToken.keptSecret(file));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(first).matches("http://127\\.0\\.0\\.1:[0-9]+/#token=aim_[0-9A-Za-z]{43}");
        assertThat(console(AccessToken.keptSecret(file)).replaceFirst("^.*#", ""))
                .isEqualTo(first.replaceFirst("^.*#", ""));
        assertThat(Files.readString(file)).isEqualTo(first.replaceFirst("^.*=", "") + "\n");
        assertThat(AccessToken.keptSecret(folder.resolve("another"))).isNotEqualTo(AccessToken.keptSecret(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "a secret", "aim_short", "aim_%43s", "ada SCRAM-SHA-256$4096:x"})
    void shouldRefuseAFileWithSomethingElse(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), text);
        assertFails(InvalidInputException.class, () -> AccessToken.keptSecret(file))
                .hasMessage("http-token=" + file
                        + " has no token in it. Remove the file, so that one is made, or give another.");
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    void shouldRefuseAFileThatOthersCanRead() throws Exception {
        Path file = folder.resolve("token");
        assertThat(AccessToken.keptSecret(file)).startsWith("aim_");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertFails(InvalidInputException.class, () -> AccessToken.keptSecret(file))
                .hasMessageEndingWith(
                        "can be read by others. Let its owner alone read it (chmod 600), or give another.");
    }

    // ---- the port

    /** Nobody has asked for the usual one. */
    @Test
    void shouldTakeAnotherPortWhereTheUsualOneIsTaken() throws Exception {
        try (ServerSocket taken = takeUsual();
                OpenGateway gateway = gateway();
                HttpPort port = port(gateway, ServerSettings.USUAL_OR_FREE, "aim_x")) {
            assertThat(taken == null || taken.isBound()).isTrue();
            assertThat(port.port()).isPositive().isNotEqualTo(HttpSettings.PORT);
            assertThat(port.console()).contains(":" + port.port() + "/#token=aim_x");
        }
    }

    /** Null if another program has it. */
    private static ServerSocket takeUsual() throws IOException {
        try {
            return new ServerSocket(HttpSettings.PORT, 1, InetAddress.getByName(ServerSettings.LOOPBACK));
        } catch (BindException byAnother) {
            return null;
        }
    }

    @Test
    void shouldNotTakeAnotherThanTheOneThatIsAskedFor() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(ServerSettings.LOOPBACK));
                OpenGateway gateway = gateway()) {
            assertFails(BindException.class, () -> port(gateway, taken.getLocalPort(), "aim_x")
                    .close());
        }
    }

    // ---- options

    private static Object value(String option, String... arguments) {
        CommandLine aim = Aim.commandLine(new Environment(
                new ByteArrayInputStream(new byte[0]), System.out, System.err, false, ClientFactory.KAFKA));
        aim.parseArgs(Stream.concat(Stream.of("gateway"), Stream.of(arguments)).toArray(String[]::new));
        return aim.getSubcommands()
                .get("gateway")
                .getCommandSpec()
                .findOption(option)
                .getValue();
    }

    /** Whichever of them are given, and also without any. */
    @ParameterizedTest
    @CsvSource({"--http-stall, PT2M", "--http-events, JSON", "--group-id, aim"})
    void shouldHaveDefaultsOfHttp(String option, String usual) {
        assertThat(String.valueOf(value(option, "--http=0"))).isEqualToIgnoringCase(usual);
        assertThat(String.valueOf(value(option, "--http-token=x"))).isEqualToIgnoringCase(usual);
        assertThat(String.valueOf(value(option))).isEqualToIgnoringCase(usual);
        assertThat(String.valueOf(value(option, "--no-http"))).isEqualToIgnoringCase(usual);
    }

    @Test
    void shouldServeTheConsoleUnlessSomebodyWantsNone() {
        assertThat(value("--no-http")).isEqualTo(false);
        assertThat(value("--http")).isNull();
        assertThat(value("--no-http", "--no-http")).isEqualTo(true);
        assertThat(value("--http-token", "--http-token=secret")).isEqualTo(Path.of("secret"));
    }
}
