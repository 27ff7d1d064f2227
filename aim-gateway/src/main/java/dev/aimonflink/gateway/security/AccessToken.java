package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets a program ask as a user, without the password. The file of users has a hash of the secret, in a line of its own:
 *
 * <pre>{@code
 *   @scripts sha256$2c26b46b... user=ada expires=2027-01-01T00:00:00Z may=ask,publish
 * }</pre>
 *
 * @param hash of the secret, in hexadecimal
 * @param expires null for never
 * @param may of what its user may, too
 */
public record AccessToken(String name, String hash, String user, Instant expires, Set<Permission> may) {
    static final String SIGN = "@";

    private static final String PREFIX = "aim_";
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /** As many as 32 random bytes need. */
    private static final int DIGITS_OF_SECRET = 43;

    private static final Pattern SECRET = Pattern.compile(PREFIX + "[0-9A-Za-z]{" + DIGITS_OF_SECRET + "}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,62}");
    private static final Pattern LINE = Pattern.compile(SIGN
            + "(?<name>\\S+)\\s+sha256\\$(?<hash>[0-9a-f]{64})\\s+user=(?<user>\\S+)(?:\\s+expires=(?<expires>\\S+))?"
            + "(?:\\s+may=(?<may>\\S+))?");

    /** Unguessable. */
    public static String newSecret(SecureRandom random) {
        StringBuilder secret = new StringBuilder(PREFIX);
        for (int i = 0; i < DIGITS_OF_SECRET; i++) {
            secret.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return secret.toString();
    }

    /**
     * The secret that a file has; a new one if there is no such file yet.
     *
     * @throws InvalidInputException if it has something else, or others can read it
     */
    public static String keptSecret(Path file) throws IOException {
        if (!Files.exists(file)) {
            SecretFile.writeFirst(file, newSecret(new SecureRandom()) + "\n");
        }
        String secret = Files.readString(file).strip();
        if (!SECRET.matcher(secret).matches()) {
            throw new InvalidInputException("http-token=" + file
                    + " has no token in it. Remove the file, so that one is made, or give another.");
        }
        if (SecretFile.isOpenToOthers(file)) {
            throw new InvalidInputException("http-token=" + file
                    + " can be read by others. Let its owner alone read it (chmod 600), or give another.");
        }
        return secret;
    }

    /** @throws InvalidInputException if it can have no such name */
    public static AccessToken of(String name, String secret, String user, Instant expires, Set<Permission> may) {
        return new AccessToken(requireName(name), hashOf(secret), user, expires, may);
    }

    static String hashOf(String secret) {
        return HexFormat.of().formatHex(ScramKeys.hash(secret.getBytes(StandardCharsets.UTF_8)));
    }

    private static String requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException("'" + Spelling.shortened(name)
                    + "' is no name of a token. Take letters, digits and _ . -, at most 63, with a letter first.");
        }
        return name;
    }

    static AccessToken read(String line) {
        Matcher parts = LINE.matcher(line.strip());
        if (!parts.matches()) {
            throw new InvalidInputException("This is no token. Make one with `aim gateway token add`.");
        }
        String expires = parts.group("expires");
        try {
            return new AccessToken(
                    requireName(parts.group("name")),
                    parts.group("hash"),
                    parts.group("user"),
                    expires == null ? null : Instant.parse(expires),
                    parts.group("may") == null ? Set.of(Permission.ASK) : Permission.read(parts.group("may")));
        } catch (DateTimeException wrong) {
            throw new InvalidInputException(
                    "expires=" + Spelling.shortened(expires) + " is no time. Write one such as 2027-01-01T00:00:00Z.",
                    wrong);
        }
    }

    /** The inverse of {@link #read}. */
    String line() {
        return SIGN + name + " sha256$" + hash + " user=" + user + (expires == null ? "" : " expires=" + expires)
                + (may.equals(Set.of(Permission.ASK)) ? "" : " may=" + Permission.write(may));
    }

    public boolean isValidAt(Instant now) {
        return expires == null || now.isBefore(expires);
    }
}
