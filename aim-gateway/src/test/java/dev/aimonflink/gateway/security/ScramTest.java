package dev.aimonflink.gateway.security;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.shaded.com.ongres.scram.client.ScramClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The other end is the client that PostgreSQL's driver has. */
class ScramTest {
    private static final byte[] CERTIFICATE = {1, 2, 3};
    private static final Optional<byte[]> END_POINT = Optional.of(CERTIFICATE);

    private final Scram scram = new Scram(new SecureRandom());

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Users anna(String password) {
        return Users.none().with(new User("anna", ScramVerifier.ofPassword(password, new SecureRandom())));
    }

    private static ScramClient client(String password, boolean isTls) {
        var builder = ScramClient.builder()
                .advertisedMechanisms(Scram.mechanisms(isTls))
                .username("*")
                .password(password.toCharArray());
        return isTls ? builder.channelBinding(ChannelBinding.TYPE, CERTIFICATE).build() : builder.build();
    }

    /** Goes through the messages until the client believes the server. */
    private static void exchange(ScramClient client, ScramExchange server) throws Exception {
        client.serverFirstMessage(server.first(bytes(client.clientFirstMessage().toString())));
        client.serverFinalMessage(server.last(bytes(client.clientFinalMessage().toString())));
    }

    @Test
    void shouldAnswerAsInTheExampleOfTheStandard() {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
        ScramExchange exchange = new ScramExchange(
                Scram.PLAIN,
                "user",
                ScramVerifier.ofPassword("pencil", salt, 4096),
                true,
                Optional.empty(),
                "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0");

        assertThat(exchange.first(bytes("n,,n=user,r=rOprNGfwEbeRWgbNEkqO")))
                .isEqualTo("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        assertThat(exchange.last(bytes("c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")))
                .isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pencil", "p\u00e4ssword", "x, =y", "I\u00adX", "\u00aa", "a\u00a0b"})
    void shouldBelieveWhoKnowsThePassword(String password) throws Exception {
        exchange(client(password, false), scram.begin(Scram.PLAIN, "anna", anna(password), Optional.empty()));
        exchange(client(password, true), scram.begin(Scram.PLUS, "anna", anna(password), END_POINT));
    }

    @Test
    void shouldRefuseAChannelBindingThatWasNotOffered() {
        assertThatThrownBy(() -> exchange(
                        client("pencil", true), scram.begin(Scram.PLUS, "anna", anna("pencil"), Optional.empty())))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("channel binding");
    }

    @Test
    void shouldNotTellAWrongPasswordFromAnUnknownUser() {
        for (Users users : List.of(anna("other"), Users.none())) {
            assertThatThrownBy(() -> exchange(
                            client("pencil", false), scram.begin(Scram.PLAIN, "anna", users, Optional.empty())))
                    .isInstanceOf(SqlException.class)
                    .hasMessage("password authentication failed for user \"anna\". Check the name and the password.")
                    .extracting(failure -> ((SqlException) failure).state())
                    .isEqualTo(SqlState.INVALID_PASSWORD);
        }
    }

    /** Also after a restart, and at another gateway with the same users: as a known user's. */
    @Test
    void shouldGiveAnUnknownUserTheSameSaltAgain() {
        Users users = anna("pencil");
        assertThat(saltOf(users, "nobody")).isEqualTo(saltOf(users, "nobody")).isNotEqualTo(saltOf(users, "noone"));
        assertThat(saltOf(anna("pencil"), "nobody")).isNotEqualTo(saltOf(users, "nobody"));
    }

    private static String saltOf(Users users, String user) {
        return firstAnswer(users, user, 4096).replaceFirst(".*,s=", "");
    }

    private static String firstAnswer(Users users, String user, int iterations) {
        String answer = new Scram(new SecureRandom())
                .begin(Scram.PLAIN, user, users, Optional.empty())
                .first(bytes("n,,n=,r=abc"));
        assertThat(answer).matches("r=abc.{24},s=.{24},i=" + iterations);
        return answer;
    }

    /** As users have that come from a PostgreSQL. */
    @Test
    void shouldGiveAnUnknownUserTheIterationsOfAnother() {
        ScramVerifier verifier = ScramVerifier.ofPassword("pencil", new byte[16], 5000);
        String answer = firstAnswer(Users.none().with(new User("anna", verifier)), "nobody", 5000);
        assertThat(answer).isNotEmpty();
    }

    @Test
    void shouldNotBelieveAClientWithAnotherCertificate() {
        assertThatThrownBy(() -> exchange(
                        client("pencil", true),
                        scram.begin(Scram.PLUS, "anna", anna("pencil"), Optional.of(new byte[] {9}))))
                .hasMessageStartingWith("SCRAM channel binding check failed.");
    }

    @Test
    void shouldSeeThatSomebodyHidTheBetterMechanism() {
        assertThat(faultOfFirst(Scram.PLAIN, "y,,n=,r=abc", END_POINT))
                .hasMessageStartingWith("SCRAM channel binding negotiation error")
                .extracting(SqlException::state)
                .isEqualTo(SqlState.INVALID_AUTHORIZATION);
        assertThat(begin(Scram.PLAIN, Optional.empty()).first(bytes("y,,n=,r=abc")))
                .startsWith("r=abc");
        assertThat(begin(Scram.PLAIN, END_POINT).first(bytes("n,,n=,r=abc"))).startsWith("r=abc");
    }

    private ScramExchange begin(String mechanism, Optional<byte[]> endPoint) {
        return scram.begin(mechanism, "anna", anna("pencil"), endPoint);
    }

    private SqlException faultOfFirst(String mechanism, String message, Optional<byte[]> endPoint) {
        return catchThrowableOfType(
                SqlException.class, () -> begin(mechanism, endPoint).first(bytes(message)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "n",
                "n,,",
                "n,,n=",
                "n,,n=u,r=",
                "x,,n=u,r=a",
                "n,,r=a,n=u",
                "p=tls-unique,,n=,r=a",
                "p=tls-server-end-point,,n=,r=a"
            })
    void shouldRefuseAMalformedFirstMessage(String message) {
        assertThat(faultOfFirst(Scram.PLAIN, message, Optional.empty()).state()).isEqualTo(SqlState.PROTOCOL_VIOLATION);
    }

    @Test
    void shouldRefuseIdentitiesAndExtensions() {
        assertThat(faultOfFirst(Scram.PLAIN, "n,a=other,n=u,r=a", Optional.empty())
                        .state())
                .isEqualTo(SqlState.NOT_SUPPORTED);
        assertThat(faultOfFirst(Scram.PLAIN, "n,,m=x,n=u,r=a", Optional.empty()).state())
                .isEqualTo(SqlState.NOT_SUPPORTED);
        assertThat(faultOfFirst(Scram.PLUS, "n,,n=u,r=a", END_POINT).state()).isEqualTo(SqlState.PROTOCOL_VIOLATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c=biws",
                "c=biws,r=abc,p=",
                "c=biws,r=NONCE,p=AAAA",
                "c=biws,r=abc,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
                "c=b,r=NONCE,p=A"
            })
    void shouldRefuseAMalformedLastMessage(String message) {
        ScramExchange exchange = begin(Scram.PLAIN, Optional.empty());
        String nonce = exchange.first(bytes("n,,n=,r=abc")).replaceFirst("r=([^,]*),.*", "$1");
        SqlException fault =
                catchThrowableOfType(SqlException.class, () -> exchange.last(bytes(message.replace("NONCE", nonce))));
        assertThat(fault.state()).isEqualTo(SqlState.PROTOCOL_VIOLATION);
        assertThatThrownBy(() -> exchange.last(bytes(message))).hasMessageContaining("a message behind the last one");
    }
}
