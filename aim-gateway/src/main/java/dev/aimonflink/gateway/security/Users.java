package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The users of a file, with a line for each ({@link UserLine}), and lines that are empty or begin with #. It has verifiers, so only its
 * owner can read it.
 */
public final class Users {
    /** Many more than ask one matrix. */
    public static final int MAX_USERS = 10_000;

    private static final long MAX_BYTES = 8 << 20;
    private static final String HEAD = """
            # Users of the gateway, one a line: name, verifier of the password, and options with spaces between them:
            # max_connections, max_queries (at a time), max_rows, max_time_ms, hidden_columns=a,b, see_statements=all
            # may=ask,rules,publish,operate,export. A token of a user is a line with @ and its name.
            """;

    private final Map<String, User> byName;
    private final Map<String, AccessToken> tokens;

    private Users(Map<String, User> byName, Map<String, AccessToken> tokens) {
        this.byName = byName;
        this.tokens = tokens;
    }

    public static Users none() {
        return new Users(Map.of(), Map.of());
    }

    /** @throws InvalidInputException with the line and how to fix it */
    public static Users read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new InvalidInputException(
                    file + " has more than " + MAX_BYTES + " bytes, which is no file of users. Give another.");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException malformed) {
            throw new InvalidInputException(file + " is not in UTF-8. Write it in UTF-8, or give another file.");
        }
        Map<String, User> users = new LinkedHashMap<>();
        Map<String, AccessToken> tokens = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                add(users, tokens, line, file + ":" + (i + 1) + ": ");
            }
        }
        return new Users(users, tokens);
    }

    private static void add(Map<String, User> users, Map<String, AccessToken> tokens, String line, String place) {
        try {
            if (line.startsWith(AccessToken.SIGN)) {
                AccessToken token = AccessToken.read(line);
                if (tokens.put(token.name(), token) != null) {
                    throw new InvalidInputException("The token '" + token.name() + "' is there twice. Remove one.");
                }
                requireRoom(tokens);
                return;
            }
            User user = UserLine.read(line);
            if (users.put(user.name(), user) != null) {
                throw new InvalidInputException("The user '" + user.name() + "' is there twice. Remove one.");
            }
            requireRoom(users);
        } catch (InvalidInputException inLine) {
            throw new InvalidInputException(place + inLine.getMessage());
        }
    }

    private static void requireRoom(Map<String, ?> named) {
        if (named.size() > MAX_USERS) {
            throw new InvalidInputException(
                    "There are more than " + MAX_USERS + " users, or tokens. Let several use one name.");
        }
    }

    /** In file order. */
    public Collection<User> all() {
        return List.copyOf(byName.values());
    }

    public Optional<User> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** In file order. */
    public Collection<AccessToken> tokens() {
        return List.copyOf(tokens.values());
    }

    /** The token that has this secret; empty if there is none, or if it has expired. */
    public Optional<AccessToken> token(String secret, Instant now) {
        String hash = AccessToken.hashOf(secret);
        return tokens.values().stream()
                .filter(token -> token.hash().equals(hash) && token.isValidAt(now))
                .findFirst();
    }

    /** The user of a token, who may no more than it. */
    public Optional<User> of(AccessToken token) {
        return find(token.user()).map(user -> user.limitedTo(token.may()));
    }

    /** Whose a session is; empty if it has ended. */
    public Optional<User> of(BrowserSession.Signed signed, Instant now) {
        BrowserSession session = signed.session();
        Optional<User> user = session.token().isEmpty()
                ? find(session.user())
                : Optional.ofNullable(tokens.get(session.token()))
                        .filter(token -> token.user().equals(session.user()) && token.isValidAt(now))
                        .flatMap(this::of);
        return user.filter(known ->
                secretOf(session).filter(secret -> signed.isValid(secret, now)).isPresent());
    }

    /** With which a session is signed; empty if there is no such user or token. */
    public Optional<String> secretOf(BrowserSession session) {
        Optional<String> line = find(session.user()).map(UserLine::write);
        return session.token().isEmpty()
                ? line
                : line.flatMap(ofUser ->
                        Optional.ofNullable(tokens.get(session.token())).map(token -> ofUser + "\n" + token.line()));
    }

    /** Known only with the file, or with all passwords in it. */
    byte[] secret() {
        ByteArrayOutputStream keys = new ByteArrayOutputStream();
        byName.values().forEach(user -> keys.writeBytes(user.verifier().serverKey()));
        return ScramKeys.hash(keys.toByteArray());
    }

    /** These and another, which replaces one of its name. */
    public Users with(User user) {
        UserLine.requireReadable(user);
        Map<String, User> users = new LinkedHashMap<>(byName);
        users.put(user.name(), user);
        requireRoom(users);
        return new Users(users, tokens);
    }

    /**
     * These and another token, which replaces one of its name.
     *
     * @throws InvalidInputException if there is no such user, or the user may less
     */
    public Users with(AccessToken token) {
        User user = find(token.user()).orElseThrow(() -> noUser(token.user()));
        if (!user.may().containsAll(token.may())) {
            throw new InvalidInputException("may=" + Permission.write(token.may()) + " is more than user " + user.name()
                    + " may: " + Permission.write(user.may()) + ". Add the user again with --may, or give less.");
        }
        Map<String, AccessToken> all = new LinkedHashMap<>(tokens);
        all.put(token.name(), token);
        requireRoom(all);
        return new Users(byName, all);
    }

    public Users withoutToken(String name) {
        Map<String, AccessToken> others = new LinkedHashMap<>(tokens);
        if (others.remove(name) == null) {
            throw new InvalidInputException("There is no token '" + Spelling.shortened(name) + "'. "
                    + Spelling.hint(name, new ArrayList<>(tokens.keySet())));
        }
        return new Users(byName, others);
    }

    private InvalidInputException noUser(String name) {
        return new InvalidInputException("There is no user '" + Spelling.shortened(name) + "'. "
                + (byName.isEmpty()
                        ? "Add one with `aim gateway user add`."
                        : Spelling.hint(name, new ArrayList<>(byName.keySet()))));
    }

    /** Without a user, and the user's tokens. */
    public Users without(String name) {
        Map<String, User> users = new LinkedHashMap<>(byName);
        if (users.remove(name) == null) {
            throw noUser(name);
        }
        Map<String, AccessToken> ofOthers = new LinkedHashMap<>(tokens);
        ofOthers.values().removeIf(token -> token.user().equals(name));
        return new Users(users, ofOthers);
    }

    /** Replaces the file atomically: concurrent readers get the one or the other. Comments in it are lost. */
    public void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        byName.values().forEach(user -> text.append(UserLine.write(user)).append('\n'));
        tokens.values().forEach(token -> text.append(token.line()).append('\n'));
        SecretFile.write(file, text.toString());
    }
}
