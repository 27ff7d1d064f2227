package dev.aimonflink.gateway.security;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * SCRAM-SHA-256 authentication (RFC 5802, 7677): the password is not sent, and an eavesdropper or a thief of the file of users cannot log
 * in. With {@code -PLUS} a client also knows that nobody in between has another certificate.
 */
public final class Scram {
    public static final String PLAIN = "SCRAM-SHA-256";
    public static final String PLUS = "SCRAM-SHA-256-PLUS";

    private static final int BYTES_OF_NONCE = 18;

    private final SecureRandom random;

    public Scram(SecureRandom random) {
        this.random = random;
    }

    /** The mechanisms to offer, the better first. */
    public static List<String> mechanisms(boolean isTls) {
        return isTls ? List.of(PLUS, PLAIN) : List.of(PLAIN);
    }

    /**
     * An unknown user's goes on like another and fails at its end, so that nobody learns which users exist.
     *
     * @param user of the startup message; the name in SCRAM messages has no effect
     * @param endPoint of {@link ChannelBinding}; empty without TLS
     */
    public ScramExchange begin(String mechanism, String user, Users users, Optional<byte[]> endPoint) {
        byte[] nonce = new byte[BYTES_OF_NONCE];
        random.nextBytes(nonce);
        // The same work for every user.
        ScramVerifier ofNobody = ofNobody(user, users);
        Optional<ScramVerifier> verifier = users.find(user).map(User::verifier);
        return new ScramExchange(
                mechanism,
                user,
                verifier.orElse(ofNobody),
                verifier.isPresent(),
                endPoint,
                Base64.getEncoder().encodeToString(nonce));
    }

    /**
     * An unknown user has a salt of their own, and another's iterations, which depend only on the file of users: like a known user's, they
     * are the same at all gateways with the file, and after a restart.
     */
    private static ScramVerifier ofNobody(String user, Users users) {
        byte[] secret = users.secret();
        List<User> all = List.copyOf(users.all());
        int drawn =
                Math.floorMod(Arrays.hashCode(ScramKeys.hmac(secret, "iterations " + user)), Math.max(1, all.size()));
        byte[] salt = Arrays.copyOf(ScramKeys.hmac(secret, "salt " + user), ScramVerifier.BYTES_OF_SALT);
        return new ScramVerifier(
                all.isEmpty()
                        ? ScramVerifier.ITERATIONS
                        : all.get(drawn).verifier().iterations(),
                salt,
                ScramKeys.hmac(secret, "stored " + user),
                ScramKeys.hmac(secret, "server " + user));
    }
}
