package dev.aimonflink.gateway.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who has logged in with a browser, and until when it is believed. No gateway keeps it: it is in a cookie, signed with what the file of users
 * says of the user. So it holds at each gateway with that file, and ends when the user or the token is changed or removed.
 *
 * @param user a name
 * @param token the name of the token that was sent; empty for a password
 */
public record BrowserSession(String user, String token, Instant expires) {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern SIGNED = Pattern.compile("(?<session>(?<user>[A-Za-z0-9_-]{1,128})\\."
            + "(?<token>[A-Za-z0-9_-]{0,128})\\.(?<expires>[0-9]{1,12}))\\.(?<signature>[A-Za-z0-9_-]{43})");

    /** A session as a cookie has it, whose signature may be wrong. */
    public record Signed(BrowserSession session, String text, String signature) {
        public boolean isValid(String secret, Instant now) {
            return now.isBefore(session.expires)
                    && MessageDigest.isEqual(bytes(signature), bytes(signatureOf(text, secret)));
        }
    }

    /** Empty if it is none. */
    public static Optional<Signed> read(String cookie) {
        Matcher parts = SIGNED.matcher(cookie);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            BrowserSession session = new BrowserSession(
                    decoded(parts.group("user")),
                    decoded(parts.group("token")),
                    Instant.ofEpochSecond(Long.parseLong(parts.group("expires"))));
            return Optional.of(new Signed(session, parts.group("session"), parts.group("signature")));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** @param secret known to gateways alone, and another one for each user and token */
    public String signed(String secret) {
        String text = encoded(bytes(user)) + "." + encoded(bytes(token)) + "." + expires.getEpochSecond();
        return text + "." + signatureOf(text, secret);
    }

    private static String signatureOf(String text, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes(secret), ALGORITHM));
            return encoded(mac.doFinal(bytes(text)));
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String decoded(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
