package dev.aimonflink.gateway.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The functions of RFC 5802 with SHA-256, which every JDK has, under its names. */
final class ScramKeys {
    static final int BYTES = 32;

    private static final String MAC = "HmacSHA256";
    private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};

    /** What RFC 4013 takes for a space, and what it leaves out. */
    private static final Pattern SPACES = Pattern.compile("[\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]");

    private static final Pattern NOTHING =
            Pattern.compile("[\\u00AD\\u034F\\u1806\\u180B-\\u180D\\u200B-\\u200D\\u2060\\uFE00-\\uFE0F\\uFEFF]");

    private ScramKeys() {}

    /**
     * The bytes of a password, which are the same on every keyboard. As in PostgreSQL, one that RFC 4013 prohibits stays as it is: with
     * control characters, or consisting only of what is left out.
     */
    static byte[] normalized(String password) {
        String mapped =
                NOTHING.matcher(SPACES.matcher(password).replaceAll(" ")).replaceAll("");
        String normalized = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
        boolean isProhibited = normalized.isEmpty() || normalized.chars().anyMatch(Character::isISOControl);
        return (isProhibited ? password : normalized).getBytes(StandardCharsets.UTF_8);
    }

    /** Hi: PBKDF2 of one block. */
    static byte[] saltedPassword(byte[] password, byte[] salt, int iterations) {
        Mac mac = mac(password);
        mac.update(salt);
        byte[] last = mac.doFinal(FIRST_BLOCK);
        byte[] result = last.clone();
        for (int i = 1; i < iterations; i++) {
            last = mac.doFinal(last);
            xorInto(result, last);
        }
        return result;
    }

    static byte[] clientKey(byte[] saltedPassword) {
        return hmac(saltedPassword, "Client Key");
    }

    static byte[] serverKey(byte[] saltedPassword) {
        return hmac(saltedPassword, "Server Key");
    }

    static byte[] hmac(byte[] key, String text) {
        return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] xor(byte[] a, byte[] b) {
        byte[] result = Arrays.copyOf(a, a.length);
        xorInto(result, b);
        return result;
    }

    private static void xorInto(byte[] result, byte[] other) {
        for (int i = 0; i < result.length; i++) {
            result[i] ^= other[i];
        }
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
