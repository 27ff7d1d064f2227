package dev.aimonflink.gateway.driver;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.SelfSigned;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Ways in which pgjdbc connects. */
class PgJdbcConnectionTest {
    private static final String PASSWORD = "secret of ada";
    private static final int OF_BEA = 3;
    private static final int AT_ONCE = 16;
    private static final long DEADLINE_SECONDS = 30;

    @TempDir
    private static Path folder;

    private static Path certificate;
    private static TestGateway open;
    private static TestGateway guarded;

    @BeforeAll
    static void start() throws Exception {
        SelfSigned files = SelfSigned.in(folder);
        certificate = files.certificate();
        open = TestGateway.start();
        ScramVerifier verifier = ScramVerifier.ofPassword(PASSWORD, new SecureRandom());
        User bea = new User(
                "bea",
                verifier,
                OptionalInt.of(OF_BEA),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                false,
                Set.of(Permission.ASK));
        Users users = Users.none().with(new User("ada", verifier)).with(bea);
        guarded = TestGateway.start(Optional.of(files.tls()), users);
    }

    @AfterAll
    static void stop() {
        open.close();
        guarded.close();
    }

    private static String who(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT current_user")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static SQLException refused(String url) {
        return catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url));
    }

    private static String guardedUrl(String options) {
        return guarded.url() + "?user=ada&password=" + PASSWORD.replace(" ", "%20") + options;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&sslmode=disable",
                "&sslmode=allow",
                "&sslmode=prefer",
                "&gssEncMode=prefer",
                "&protocolVersion=3.0",
                "&protocolVersion=3.2",
                "&targetServerType=any",
                "&targetServerType=preferSecondary",
                "&targetServerType=secondary",
                "&targetServerType=preferPrimary",
                "&assumeMinServerVersion=9.6",
                "&ApplicationName=some+program",
                "&options=-c%20statement_timeout=5s",
                "&currentSchema=public",
                "&readOnly=true&readOnlyMode=always",
                "&tcpKeepAlive=true&connectTimeout=60&socketTimeout=60&loginTimeout=60",
                "&loadBalanceHosts=true",
                "&reWriteBatchedInserts=true",
                "&logServerErrorDetail=false"
            })
    void shouldConnect(String options) throws SQLException {
        assertThat(who(open.url() + "?user=ada" + options)).isEqualTo("ada");
    }

    @Test
    void shouldRefuseTlsWithoutACertificate() {
        assertThat(refused(open.url() + "?user=ada&sslmode=require").getMessage())
                .contains("SSL");
    }

    @Test
    void shouldTakeTheHostThatAnswers() throws SQLException {
        String hosts = "jdbc:postgresql://" + TestGateway.HOST + ":1," + TestGateway.HOST + ":" + open.port();
        // The driver remembers hosts that have refused it, as for the sake of other tests.
        String options = "/aim?user=ada&hostRecheckSeconds=0";
        assertThat(who(hosts + options)).isEqualTo("ada");
        assertThat(who(hosts + options + "&targetServerType=preferSecondary")).isEqualTo("ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&sslmode=disable&channelBinding=disable",
                "&sslmode=prefer",
                "&sslmode=require",
                "&sslmode=require&channelBinding=disable",
                "&sslmode=require&channelBinding=prefer",
                "&sslmode=require&channelBinding=require",
                "&sslmode=require&sslNegotiation=direct&channelBinding=require",
                "&protocolVersion=3.2&sslmode=require"
            })
    void shouldLogIn(String options) throws SQLException {
        assertThat(who(guardedUrl(options))).isEqualTo("ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify-ca", "verify-full"})
    void shouldVerifyTheCertificate(String mode) throws SQLException {
        String options = "&sslmode=" + mode + "&sslrootcert=" + certificate;
        assertThat(who(guardedUrl(options))).isEqualTo("ada");
    }

    @Test
    void shouldLetAUserHaveNoMoreConnectionsThanHeMayAlsoIfAllComeAtOnce() throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
        List<Connection> connected = new ArrayList<>();
        try {
            List<Future<Connection>> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                all.add(clients.submit(() -> {
                    start.await();
                    return DriverManager.getConnection(
                            guarded.url() + "?user=bea&password=" + PASSWORD.replace(" ", "%20"));
                }));
            }
            start.countDown();
            for (Future<Connection> each : all) {
                try {
                    connected.add(each.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
                } catch (ExecutionException refused) {
                    assertThat(refused.getCause())
                            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                                    .isEqualTo("53300"));
                }
            }
            assertThat(connected).hasSize(OF_BEA);
        } finally {
            for (Connection each : connected) {
                each.close();
            }
            clients.shutdownNow();
        }
    }

    /** Nobody learns whether there is such a user. */
    @Test
    void shouldSayTheSameOfAWrongPasswordAndOfAnUnknownUser() {
        SQLException wrong = refused(guarded.url() + "?user=ada&password=wrong");
        SQLException unknown = refused(guarded.url() + "?user=bob&password=wrong");
        assertThat(wrong.getSQLState()).isEqualTo("28P01");
        assertThat(unknown.getSQLState()).isEqualTo("28P01");
        assertThat(unknown.getMessage().replace("bob", "ada")).isEqualTo(wrong.getMessage());
    }

    @Test
    void shouldSayWhichSettingCannotBe() {
        SQLException zone = refused(open.url() + "?user=ada&options=-c%20timezone=nowhere");
        assertThat(zone.getSQLState()).isEqualTo("22023");
    }
}
