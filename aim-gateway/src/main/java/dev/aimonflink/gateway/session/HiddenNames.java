package dev.aimonflink.gateway.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Pseudonyms of users for the job, which distinguish them: others read the topic of queries, and must not learn who asks. */
final class HiddenNames {
    private static final int BYTES = 8;

    private final byte[] secret = new byte[2 * BYTES];

    HiddenNames() {
        new SecureRandom().nextBytes(secret);
    }

    String of(String user) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(secret);
            return HexFormat.of().formatHex(hash.digest(user.getBytes(StandardCharsets.UTF_8)), 0, BYTES);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
