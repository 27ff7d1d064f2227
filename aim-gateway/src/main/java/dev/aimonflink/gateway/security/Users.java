package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
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
    private static final String OWNER_ALONE = "rw-------";
    private static final String HEAD = """
            # Users of the gateway, one a line: name, verifier of the password, and options with spaces between them:
            # max_connections, max_queries (at a time), max_rows, max_time_ms, hidden_columns=a,b, see_statements=all
            """;

    private final Map<String, User> byName;

    private Users(Map<String, User> byName) {
        this.byName = byName;
    }

    public static Users none() {
        return new Users(Map.of());
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
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                add(users, line, file + ":" + (i + 1) + ": ");
            }
        }
        return new Users(users);
    }

    private static void add(Map<String, User> users, String line, String place) {
        try {
            User user = UserLine.read(line);
            if (users.put(user.name(), user) != null) {
                throw new InvalidInputException("The user '" + user.name() + "' is there twice. Remove one.");
            }
            requireRoom(users);
        } catch (InvalidInputException inLine) {
            throw new InvalidInputException(place + inLine.getMessage());
        }
    }

    private static void requireRoom(Map<String, User> users) {
        if (users.size() > MAX_USERS) {
            throw new InvalidInputException("There are more than " + MAX_USERS + " users. Let several use one name.");
        }
    }

    /** In file order. */
    public Collection<User> all() {
        return List.copyOf(byName.values());
    }

    public Optional<User> find(String name) {
        return Optional.ofNullable(byName.get(name));
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
        return new Users(users);
    }

    public Users without(String name) {
        Map<String, User> users = new LinkedHashMap<>(byName);
        if (users.remove(name) == null) {
            throw new InvalidInputException("There is no user '" + Spelling.shortened(name) + "'. "
                    + Spelling.hint(name, new ArrayList<>(byName.keySet())));
        }
        return new Users(users);
    }

    /** Replaces the file atomically: concurrent readers get the one or the other. Comments in it are lost. */
    public void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        byName.values().forEach(user -> text.append(UserLine.write(user)).append('\n'));
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path next = create(folder, file);
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static Path create(Path folder, Path file) throws IOException {
        String prefix = file.getFileName() + ".";
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.createTempFile(
                        folder,
                        prefix,
                        ".next",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ALONE)))
                : Files.createTempFile(folder, prefix, ".next");
    }
}
