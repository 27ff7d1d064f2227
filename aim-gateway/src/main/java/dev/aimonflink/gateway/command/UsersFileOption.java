package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The file of users; a mixin. */
final class UsersFileOption {
    private static final Logger LOG = LoggerFactory.getLogger(UsersFileOption.class);

    @Option(
            names = "--users",
            paramLabel = "FILE",
            defaultValue = "${env:AIM_GATEWAY_USERS}",
            description = "The file of users and verifiers of their passwords. Default: the environment variable"
                    + " AIM_GATEWAY_USERS, or else gateway.users in AIM_HOME.")
    private Path file;

    Path file() {
        return isNamed() ? file : Environment.home().resolve("gateway.users");
    }

    private boolean isNamed() {
        return file != null && !file.toString().isEmpty();
    }

    /**
     * Reads the users anew each time, for a gateway; empty if everybody is trusted. If the file existed once, nobody gets in when it is
     * gone.
     *
     * @throws InvalidInputException if a named file does not exist
     */
    Supplier<Optional<Users>> ofGateway() {
        if (isNamed() && !Files.exists(file)) {
            throw new InvalidInputException(
                    "users=" + file + " does not exist. Add a user with `aim gateway user add NAME --users "
                            + ShellWord.of(file) + "`.");
        }
        AtomicBoolean arePasswordsNeeded = new AtomicBoolean(Files.exists(file()));
        return () -> {
            Optional<Users> found = users();
            if (found.isPresent()) {
                arePasswordsNeeded.set(true);
            } else if (arePasswordsNeeded.get()) {
                LOG.error("{} is gone. Nobody can connect until it is there again, or the gateway restarts.", file());
                return Optional.of(Users.none());
            }
            return found;
        };
    }

    /** Concurrent changes wait for each other. */
    Users change(UnaryOperator<Users> change) throws IOException {
        Path lock = file().toAbsolutePath().resolveSibling(file().getFileName() + ".lock");
        Files.createDirectories(lock.getParent());
        // A file lock belongs to the whole process.
        synchronized (UsersFileOption.class) {
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) {
                assert held.isValid();
                Users before = users().orElse(Users.none());
                change.apply(before).write(file());
                return before;
            }
        }
    }

    Optional<Users> users() {
        Path path = file();
        try {
            return Files.exists(path) ? Optional.of(Users.read(path)) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path + " cannot be read.", unreadable);
        }
    }
}
