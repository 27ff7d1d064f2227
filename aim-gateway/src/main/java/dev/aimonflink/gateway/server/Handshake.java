package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Credentials;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendReader;
import dev.aimonflink.gateway.message.Startup;
import dev.aimonflink.gateway.security.Scram;
import dev.aimonflink.gateway.security.ScramExchange;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Identifies a client.
 *
 * <pre>
 *   client                                    gateway
 *   SSLRequest or GSSENCRequest           ->
 *                                         <-  'S', and TLS begins; or 'N'
 *   (or TLS at once)
 *   StartupMessage (version, user, ...)   ->
 *                                         <-  NegotiateProtocolVersion, if it wants more than 3.2
 *                                         <-  AuthenticationSASL
 *   SASLInitialResponse                   ->
 *                                         <-  AuthenticationSASLContinue
 *   SASLResponse                          ->
 *                                         <-  AuthenticationSASLFinal, AuthenticationOk
 * </pre>
 *
 * Without a file of users everybody is trusted, and the gateway listens only on loopback.
 */
final class Handshake {
    static final int NEWEST_MINOR = 2;
    private static final int TLS_RECORD = 0x16;

    /** A client asks at most for encryption of both kinds before it begins. */
    private static final int MAX_REQUESTS = 3;

    private final ServerSettings settings;
    private final Optional<Tls.Pair> tls;
    private final Supplier<Optional<Users>> users;
    private final Scram scram;
    private final BackendWriter out;
    private Socket socket;
    private FrontendReader reader;
    private BufferedInputStream in;
    private boolean isEncrypted;

    /** @param users read anew for each client; empty if everybody is trusted */
    Handshake(
            ServerSettings settings,
            Optional<Tls.Pair> tls,
            Supplier<Optional<Users>> users,
            Scram scram,
            BackendWriter out,
            Socket socket) {
        this.settings = settings;
        this.tls = tls;
        this.users = users;
        this.scram = scram;
        this.out = out;
        this.socket = socket;
    }

    record Known(Startup.Begin startup, User user) {}

    /** Encrypted or not. */
    Socket socket() {
        return socket;
    }

    FrontendReader reader() {
        return reader;
    }

    BufferedInputStream in() {
        return in;
    }

    /** The client's startup message, after encryption has been settled. */
    Startup startup() throws IOException {
        int first = socket.getInputStream().read();
        if (first < 0) {
            throw new EOFException("The client has closed the connection.");
        }
        InputStream consumed = new ByteArrayInputStream(new byte[] {(byte) first});
        if (first == TLS_RECORD && tls.isPresent()) {
            encrypt(consumed, true);
            return encryptedStartup();
        }
        InputStream plain = new FirstByte(first, socket.getInputStream());
        for (int i = 0; i < MAX_REQUESTS; i++) {
            // Unbuffered: what follows a request for TLS must not be read before TLS begins.
            Startup startup = new FrontendReader(plain).readStartup();
            boolean wantsTls = startup instanceof Startup.TlsRequest;
            if (!wantsTls && !(startup instanceof Startup.GssRequest)) {
                use(socket);
                return startup;
            }
            boolean isAccepted = wantsTls && tls.isPresent();
            out.encryption(isAccepted);
            out.flush(socket.getOutputStream());
            if (isAccepted) {
                encrypt(new ByteArrayInputStream(new byte[0]), false);
                return encryptedStartup();
            }
        }
        throw encryptionAgain();
    }

    private Startup encryptedStartup() throws IOException {
        Startup startup = new FrontendReader(in).readStartup();
        if (startup instanceof Startup.TlsRequest || startup instanceof Startup.GssRequest) {
            throw encryptionAgain();
        }
        return startup;
    }

    private static SqlException encryptionAgain() {
        return new SqlException(
                SqlState.PROTOCOL_VIOLATION, SqlException.NOWHERE, "The client asks for encryption again and again.");
    }

    private void encrypt(InputStream consumed, boolean isDirect) throws IOException {
        isEncrypted = true;
        use(tls.orElseThrow().encrypt(socket, consumed, isDirect));
    }

    private void use(Socket used) throws IOException {
        socket = used;
        in = new BufferedInputStream(used.getInputStream());
        reader = new FrontendReader(in);
    }

    /** @throws SqlException if the client is not who it claims to be */
    Known authenticate(Startup.Begin startup) throws IOException {
        List<String> unknown = startup.options().keySet().stream()
                .filter(option -> option.startsWith("_pq_."))
                .toList();
        if (startup.minor() > NEWEST_MINOR || !unknown.isEmpty()) {
            out.negotiateProtocolVersion(NEWEST_MINOR, unknown);
        }
        String name = startup.options().getOrDefault("user", "");
        if (name.isEmpty()) {
            throw denied("no PostgreSQL user name specified in startup packet");
        }
        if (startup.options().containsKey("replication")) {
            throw denied("there is no replication. Connect to ask.");
        }
        if (settings.needsTls() && !isEncrypted) {
            throw denied("the gateway demands TLS. Connect with sslmode=require or stronger.");
        }
        User user = user(name);
        out.authenticationOk();
        reader.authenticated();
        return new Known(startup, user);
    }

    private static SqlException denied(String message) {
        return new SqlException(SqlState.INVALID_AUTHORIZATION, SqlException.NOWHERE, message);
    }

    private User user(String name) throws IOException {
        Optional<Users> known = users.get();
        if (known.isEmpty()) {
            return new User(name, null);
        }
        Optional<byte[]> endPoint = isEncrypted ? tls.orElseThrow().endPoint() : Optional.empty();
        out.authenticationSasl(Scram.mechanisms(endPoint.isPresent()));
        out.flush(socket.getOutputStream());
        Credentials.SaslInitial initial = Credentials.saslInitial(password());
        ScramExchange exchange = scram.begin(initial.mechanism(), name, known.get(), endPoint);
        out.saslContinue(exchange.first(initial.response()));
        out.flush(socket.getOutputStream());
        out.saslFinal(exchange.last(Credentials.saslResponse(password())));
        return known.get().find(name).orElseThrow();
    }

    private Frontend.Password password() throws IOException {
        Frontend message = reader.read();
        if (message instanceof Frontend.Password password) {
            return password;
        }
        if (message instanceof Frontend.Terminate) {
            throw new EOFException("The client has left.");
        }
        throw new SqlException(
                SqlState.PROTOCOL_VIOLATION, SqlException.NOWHERE, "expected a password response from the client");
    }

    private static final class FirstByte extends InputStream {
        private final InputStream rest;
        private int first;

        FirstByte(int first, InputStream rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public int read() throws IOException {
            int next = first < 0 ? rest.read() : first;
            first = -1;
            return next;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (first < 0 || length == 0) {
                return rest.read(bytes, offset, length);
            }
            bytes[offset] = (byte) read();
            return 1;
        }
    }
}
