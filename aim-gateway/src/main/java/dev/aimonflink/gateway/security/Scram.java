package dev.aimonflink.gateway.security;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Authentication by SCRAM-SHA-256 (RFC 5802, 7677): the password is not sent, and who listens or takes the file of users cannot log in.
 * With {@code -PLUS} a client also knows that nobody between it and the gateway has another certificate.
 */
public final class Scram {
    public static final String PLAIN = "SCRAM-SHA-256";
    public static final String PLUS = "SCRAM-SHA-256-PLUS";

    private static final int BYTES_OF_NONCE = 18;

    private final SecureRandom random;
    private final byte[] secret = new byte[ScramKeys.BYTES];

    public Scram(SecureRandom random) {
        this.random = random;
        random.nextBytes(secret);
    }

    /** Those to offer, the better first. */
    public static List<String> mechanisms(boolean isTls) {
        return isTls ? List.of(PLUS, PLAIN) : List.of(PLAIN);
    }

    /**
     * Begins an exchange. That of a user who is unknown goes on like another and fails at its end, so that nobody learns which users
     * there are.
     *
     * @param mechanism one of those that were offered
     * @param user of the startup message; the name in messages of SCRAM has no effect
     * @param endPoint as {@link ChannelBinding} has it; empty without TLS
     */
    public ScramExchange begin(
            String mechanism, String user, Optional<ScramVerifier> verifier, Optional<byte[]> endPoint) {
        byte[] nonce = new byte[BYTES_OF_NONCE];
        random.nextBytes(nonce);
        // The same work for every user.
        ScramVerifier ofNobody = ofNobody(user);
        return new ScramExchange(
                mechanism,
                user,
                verifier.orElse(ofNobody),
                verifier.isPresent(),
                endPoint,
                Base64.getEncoder().encodeToString(nonce));
    }

    /** A user without a password has a salt of his own, which stays the same while this process runs. */
    private ScramVerifier ofNobody(String user) {
        byte[] salt = Arrays.copyOf(ScramKeys.hmac(secret, "salt " + user), ScramVerifier.BYTES_OF_SALT);
        return new ScramVerifier(
                ScramVerifier.ITERATIONS,
                salt,
                ScramKeys.hmac(secret, "stored " + user),
                ScramKeys.hmac(secret, "server " + user));
    }
}
