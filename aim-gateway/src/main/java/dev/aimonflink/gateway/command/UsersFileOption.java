package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.gateway.security.Users;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which file has the users; a mixin. */
final class UsersFileOption {
    @Option(
            names = "--users",
            paramLabel = "FILE",
            defaultValue = "${env:AIM_GATEWAY_USERS}",
            description = "The file of users and verifiers of their passwords. Default: the environment variable"
                    + " AIM_GATEWAY_USERS, or else gateway.users in AIM_HOME.")
    private Path file;

    Path file() {
        return file == null || file.toString().isEmpty() ? Environment.home().resolve("gateway.users") : file;
    }

    /** Empty if there is no file, and none was named. */
    Optional<Users> users() {
        Path path = file();
        try {
            return Files.exists(path) ? Optional.of(Users.read(path)) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path + " cannot be read.", unreadable);
        }
    }
}
