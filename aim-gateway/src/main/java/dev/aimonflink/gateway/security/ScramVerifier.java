package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is kept of a password: enough to verify that somebody knows it, but not to reconstruct it. Written like PostgreSQL's {@code
 * pg_authid.rolpassword}, so that users can move from there:
 *
 * <pre>
 * SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey      in Base64
 * </pre>
 */
public record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
    /** PostgreSQL's default. */
    static final int ITERATIONS = 4_096;

    static final int BYTES_OF_SALT = 16;

    /** With as many, a client computes for some seconds. */
    private static final int MAX_ITERATIONS = 10_000_000;

    private static final Pattern TEXT = Pattern.compile(
            "SCRAM-SHA-256\\$([0-9]{1,8}):([A-Za-z0-9+/=]{1,200})\\$([A-Za-z0-9+/=]{44}):([A-Za-z0-9+/=]{44})");

    /** By content, so that a user read again is the same one. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ScramVerifier verifier && text().equals(verifier.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    /** With a random salt. */
    public static ScramVerifier ofPassword(String password, SecureRandom random) {
        byte[] salt = new byte[BYTES_OF_SALT];
        random.nextBytes(salt);
        return ofPassword(password, salt, ITERATIONS);
    }

    static ScramVerifier ofPassword(String password, byte[] salt, int iterations) {
        if (password.isEmpty()) {
            throw new InvalidInputException("The password is empty. Choose one with 12 characters or more.");
        }
        byte[] salted = ScramKeys.saltedPassword(ScramKeys.normalized(password), salt, iterations);
        return new ScramVerifier(
                iterations, salt, ScramKeys.hash(ScramKeys.clientKey(salted)), ScramKeys.serverKey(salted));
    }

    /** Whether it was made of this password, for a client that sends it. Takes the time of its iterations. */
    public boolean isOf(String password) {
        byte[] salted = ScramKeys.saltedPassword(ScramKeys.normalized(password), salt, iterations);
        return MessageDigest.isEqual(ScramKeys.hash(ScramKeys.clientKey(salted)), storedKey);
    }

    public static ScramVerifier parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            try {
                Base64.Decoder decoder = Base64.getDecoder();
                ScramVerifier verifier = new ScramVerifier(
                        Integer.parseInt(parts.group(1)),
                        decoder.decode(parts.group(2)),
                        decoder.decode(parts.group(3)),
                        decoder.decode(parts.group(4)));
                if (verifier.isWhole()) {
                    return verifier;
                }
            } catch (IllegalArgumentException noBase64) {
                // The error for malformed texts.
            }
        }
        // Without the text, which is half a secret.
        throw new InvalidInputException("This is no verifier of a password. Write SCRAM-SHA-256$" + ITERATIONS
                + ":salt$StoredKey:ServerKey, as PostgreSQL's pg_authid has it, or add the user anew.");
    }

    private boolean isWhole() {
        return iterations >= ITERATIONS
                && iterations <= MAX_ITERATIONS
                && storedKey.length == ScramKeys.BYTES
                && serverKey.length == ScramKeys.BYTES;
    }

    /** The inverse of {@link #parse}. */
    public String text() {
        Base64.Encoder encoder = Base64.getEncoder();
        return "SCRAM-SHA-256$" + iterations + ":" + encoder.encodeToString(salt) + "$"
                + encoder.encodeToString(storedKey) + ":" + encoder.encodeToString(serverKey);
    }

    /** Not in a log. */
    @Override
    public String toString() {
        return "SCRAM-SHA-256$" + iterations + ":...";
    }
}
