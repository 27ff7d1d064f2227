package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UsersTest {
    private static final ScramVerifier VERIFIER = ScramVerifier.ofPassword("pencil", new SecureRandom());
    private static final String TEXT = VERIFIER.text();

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("conf/users");
    }

    private void assertWrong(String text, String message) throws IOException {
        Path file = folder.resolve("users");
        Files.writeString(file, text);
        assertFails(InvalidInputException.class, () -> Users.read(file)).hasMessage(file + message);
    }

    @Test
    void shouldBeTheSameUserWhenReadAgain() throws IOException {
        Users.none().with(new User("anna", VERIFIER)).write(file());
        assertThat(Users.read(file()).find("anna"))
                .isPresent()
                .isEqualTo(Users.read(file()).find("anna"));
    }

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        User anna = new User(
                "anna",
                VERIFIER,
                OptionalInt.of(5),
                OptionalInt.of(2),
                OptionalLong.of(100_000),
                OptionalLong.of(30_000),
                Set.of("phone", "fee"),
                true,
                Set.of(Permission.ASK));
        Users.none().with(anna).with(new User("bob@x.org", VERIFIER)).write(file());

        Users users = Users.read(file());
        assertThat(users.all()).extracting(User::name).containsExactly("anna", "bob@x.org");
        User read = users.find("anna").orElseThrow();
        assertThat(read).usingRecursiveComparison().isEqualTo(anna);
        assertThat(users.find("carol")).isEmpty();
        assertThat(Files.readString(file()))
                .endsWith("anna " + TEXT + " max_connections=5 max_queries=2 max_rows=100000 max_time_ms=30000"
                        + " hidden_columns=fee,phone see_statements=all\nbob@x.org " + TEXT + "\n");
    }

    /** Columns have names without capitals. */
    @Test
    void shouldReadNamesOfColumnsAsSqlDoes() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "anna " + TEXT + " hidden_columns=Zip,FEE\n");
        assertThat(Users.read(file()).find("anna").orElseThrow().hiddenColumns())
                .containsExactly("fee", "zip");
    }

    @Test
    void shouldBeReadableForItsOwnerAloneAndLeaveNothingElse() throws IOException {
        Users.none().with(new User("anna", VERIFIER)).write(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
        Users.read(file()).with(new User("bob", VERIFIER)).write(file());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void shouldReplaceAndRemove() {
        Users users = Users.none()
                .with(new User("anna", VERIFIER))
                .with(new User(
                        "anna",
                        VERIFIER,
                        OptionalInt.of(1),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Set.of(),
                        false,
                        Set.of(Permission.ASK)));

        assertThat(users.all()).hasSize(1);
        assertThat(users.find("anna").orElseThrow().maxConnections()).hasValue(1);
        assertThat(users.without("anna").all()).isEmpty();
        assertThatThrownBy(() -> users.without("ana")).hasMessage("There is no user 'ana'. Did you mean 'anna'?");
        assertThatThrownBy(() -> users.with(new User("a b", VERIFIER)))
                .hasMessageStartingWith("'a b' is no name of a user.");
    }

    @Test
    void shouldSayWhereAndHowToFix() throws IOException {
        assertWrong("# one\n\nanna\n", ":3: The user 'anna' has no password. Add the user anew.");
        assertWrong(
                "1a " + TEXT,
                ":1: '1a' is no name of a user. Take letters, digits and _ . @ -, at most 63, with a letter first.");
        assertWrong(
                "anna " + TEXT + " max_row=1", ":1: There is no option 'max_row' of a user. Did you mean 'max_rows'?");
        assertWrong("anna " + TEXT + " max_rows", ":1: The option max_rows has no value. Write max_rows=value.");
        assertWrong(
                "anna " + TEXT + " max_rows=0",
                ":1: max_rows=0 is no limit. Write a whole number from 1 to 999999999, or leave it out.");
        assertWrong(
                "anna " + TEXT + " hidden_columns=a,,b",
                ":1: hidden_columns=a,,b names no columns. Separate their names by commas alone, like fee,phone.");
        assertWrong(
                "anna " + TEXT + " see_statements=own",
                ":1: see_statements=own is none. Write see_statements=all, or leave it out.");
        assertWrong("anna " + TEXT + " max_rows=1 max_rows=2", ":1: The option max_rows is there twice. Remove one.");
        assertWrong("anna " + TEXT + "\nanna " + TEXT, ":2: The user 'anna' is there twice. Remove one.");
    }

    @Test
    void shouldRefuseWhatIsNoFileOfUsers() throws IOException {
        Path file = folder.resolve("users");
        Files.write(file, new byte[] {(byte) 0xC3, 0x28});
        assertThatThrownBy(() -> Users.read(file))
                .hasMessage(file + " is not in UTF-8. Write it in UTF-8, or give another file.");
        assertThat(List.copyOf(Users.none().all())).isEmpty();
    }
}
