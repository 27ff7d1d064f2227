package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.BrowserSession;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.Recent;
import dev.aimonflink.sql.SqlState;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who calls: a user of the file, by name and password (Basic), by a token (Bearer), or by the session of the console; or, where everybody is
 * trusted, who knows the token that the gateway printed when it started: a page of another site, which a browser on this machine shows, does
 * not. Thread-safe.
 */
public final class Authentication {
    private static final Logger LOG = LoggerFactory.getLogger(Authentication.class);
    private static final String HEADER = "Authorization";
    private static final String BASIC = "basic";
    private static final String BEARER = "bearer";

    /** How long the file of users is not read again. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A password takes milliseconds to verify, and comes with each call. */
    private static final int MAX_VERIFIED = 1_000;

    private static final int VERIFYING_SECONDS = 5;

    /** As psql connects where everybody is trusted. */
    private static final User TRUSTED = new User("aim", null);

    private final Supplier<Optional<Users>> users;
    private final String token;

    /** Of users that there are not, whose calls take as long. */
    private final ScramVerifier ofNobody;

    /** Wrong ones are verified each time, and must not take all cores. */
    private final Semaphore verifying =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    /** By hashes of the verifier and the password. */
    private final Map<String, Boolean> verified = new Recent<>(MAX_VERIFIED);

    private Optional<Users> known = Optional.empty();
    private boolean isKnown;
    private long lookedNanos = System.nanoTime() - LOOK_NANOS;

    /** @param users read anew from time to time; empty if everybody is trusted */
    public Authentication(Supplier<Optional<Users>> users, SecureRandom random) {
        this(users, AccessToken.newSecret(random), random);
    }

    /** @param token of those who are trusted */
    public Authentication(Supplier<Optional<Users>> users, String token, SecureRandom random) {
        this.users = users;
        this.token = token;
        ofNobody = ScramVerifier.ofPassword(AccessToken.newSecret(random), random);
    }

    /** For those who are trusted; empty if users have passwords. */
    public Optional<String> token() {
        return users().isPresent() ? Optional.empty() : Optional.of(token);
    }

    private synchronized Optional<Users> users() {
        if (System.nanoTime() - lookedNanos >= LOOK_NANOS) {
            lookedNanos = System.nanoTime();
            try {
                known = users.get();
                isKnown = true;
            } catch (InvalidInputException | UncheckedIOException unreadable) {
                LOG.error("Users cannot be read; those who were known stay so: {}", unreadable.getMessage());
            }
        }
        if (!isKnown) {
            throw HttpRefusal.of(
                    HttpStatus.UNAVAILABLE,
                    SqlState.CONNECTION_FAILURE,
                    "The gateway cannot read who may ask. Its log says why.");
        }
        return known;
    }

    /** @throws HttpRefusal if nobody is known by it */
    User caller(Call call) {
        String[] header = call.header(HEADER).orElse("").split(" ", 2);
        String scheme = header[0].toLowerCase(Locale.ROOT);
        Optional<Users> all = users();
        if (scheme.isEmpty() && call.isOfConsole()) {
            return sessions(call)
                    .flatMap(signed -> ofSession(signed, all).stream())
                    .findFirst()
                    .orElseThrow(() -> refused(
                            call,
                            "Nobody is logged in, or no longer. "
                                    + (all.isPresent()
                                            ? "Log in."
                                            : "Open the link that the gateway has printed at its start.")));
        }
        if (scheme.equals(BEARER) && header.length == 2) {
            return ofToken(header[1].strip(), all)
                    .orElseThrow(
                            () -> refused(
                                    call,
                                    all.isPresent()
                                            ? "The token is not known here, or has expired. Make one with `aim gateway token add`."
                                            : "The token is not known here. Take the one that the gateway has printed at its start."));
        }
        if (scheme.equals(BASIC) && header.length == 2 && all.isPresent()) {
            return ofPassword(call, header[1].strip(), all.get());
        }
        throw refused(
                call,
                all.isPresent()
                        ? "The call names no user. Send the header Authorization: Basic with name and password, as curl -u NAME does,"
                                + " or Bearer with a token of `aim gateway token add`."
                        : (scheme.equals(BASIC) ? "The gateway has no users. " : "The call has no token. ")
                                + "Send the header Authorization: Bearer with the token that the gateway has printed"
                                + " at its start.");
    }

    /** Whether the caller is still who it was. */
    boolean isStill(Call call) {
        try {
            return caller(call).equals(call.caller());
        } catch (HttpRefusal unknown) {
            return false;
        }
    }

    private Optional<User> ofToken(String secret, Optional<Users> all) {
        if (all.isPresent()) {
            return all.get().token(secret, Instant.now()).flatMap(all.get()::of);
        }
        return isEqual(secret, token) ? Optional.of(TRUSTED) : Optional.empty();
    }

    private Optional<User> ofSession(BrowserSession.Signed signed, Optional<Users> all) {
        Instant now = Instant.now();
        if (all.isPresent()) {
            return all.get().of(signed, now);
        }
        return signed.isValid(token, now) ? Optional.of(TRUSTED) : Optional.empty();
    }

    /** Cookies do not know ports. */
    static String cookieName(Call call) {
        return "aim_session_" + call.header("Host").orElse("").replaceFirst("^.*:(?=[0-9]+$)|^.*$", "");
    }

    private static Stream<BrowserSession.Signed> sessions(Call call) {
        return call.cookies(cookieName(call)).stream().flatMap(cookie -> BrowserSession.read(cookie).stream());
    }

    /** The session of a caller, as a cookie's value: a new one, or the present one for longer. */
    String session(Call call, Instant expires) {
        Optional<Users> all = users();
        if (all.isEmpty()) {
            return new BrowserSession(call.caller().name(), "", expires).signed(token);
        }
        BrowserSession session = new BrowserSession(call.caller().name(), tokenOf(call, all.get()), expires);
        return session.signed(all.get().secretOf(session).orElseThrow(() -> gone(call)));
    }

    /** The name of the token by which the caller is known; empty for a password. */
    private static String tokenOf(Call call, Users all) {
        String[] header = call.header(HEADER).orElse("").split(" ", 2);
        if (header[0].toLowerCase(Locale.ROOT).equals(BEARER)) {
            return all.token(header[1].strip(), Instant.now())
                    .map(AccessToken::name)
                    .orElseThrow(() -> gone(call));
        }
        return header[0].isEmpty()
                ? sessions(call)
                        .filter(signed -> all.of(signed, Instant.now()).isPresent())
                        .findFirst()
                        .map(signed -> signed.session().token())
                        .orElseThrow(() -> gone(call))
                : "";
    }

    /** It was known a moment ago. */
    private static HttpRefusal gone(Call call) {
        return refused(call, "The user or the token is no longer known here. Log in.");
    }

    private User ofPassword(Call call, String encoded, Users all) {
        String both;
        try {
            both = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw refused(call, "The header Authorization is not in Base64. Send Basic with NAME:PASSWORD in Base64.");
        }
        int colon = both.indexOf(':');
        String name = colon < 0 ? both : both.substring(0, colon);
        String password = colon < 0 ? "" : both.substring(colon + 1);
        Optional<User> user = all.find(name);
        ScramVerifier verifier = user.map(User::verifier).orElse(ofNobody);
        if (!isOf(password, verifier) || user.isEmpty()) {
            throw refused(call, "password authentication failed for the user. Check the name and the password.");
        }
        return user.get();
    }

    private boolean isOf(String password, ScramVerifier verifier) {
        String key = hash(verifier.text() + "\n" + password);
        synchronized (verified) {
            if (verified.containsKey(key)) {
                return true;
            }
        }
        boolean isOf;
        requireTurn();
        try {
            isOf = verifier.isOf(password);
        } finally {
            verifying.release();
        }
        if (isOf) {
            synchronized (verified) {
                verified.put(key, true);
            }
        }
        return isOf;
    }

    private void requireTurn() {
        try {
            if (!verifying.tryAcquire(VERIFYING_SECONDS, TimeUnit.SECONDS)) {
                throw HttpRefusal.of(
                        HttpStatus.TOO_MANY,
                        SqlState.TOO_MANY_CONNECTIONS,
                        "Too many passwords are verified at this moment. Ask again, or with a token, which takes no time.");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw HttpRefusal.of(HttpStatus.UNAVAILABLE, SqlState.ADMIN_SHUTDOWN, "The gateway stops.");
        }
    }

    private static boolean isEqual(String given, String wanted) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /** The console asks for a password itself: a browser that is challenged would, too. */
    private static HttpRefusal refused(Call call, String message) {
        String challenge = (call.isOfConsole() ? "" : "Basic realm=\"aim\", charset=\"UTF-8\", ") + "Bearer";
        return HttpRefusal.with(
                HttpStatus.UNAUTHORIZED, SqlState.INVALID_PASSWORD, message, Map.of("WWW-Authenticate", challenge));
    }
}
