package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim gateway user}. */
@Command(
        name = "user",
        description = {
            "Add, remove and list the users of the gateway.",
            "",
            "The file has verifiers, from which nobody learns a password. A gateway that runs reads it anew for each"
                    + " connection, so a change needs no restart."
        },
        footer = {
            "",
            "Examples:",
            "  aim gateway user add ada < password.txt",
            "  aim gateway user add dashboards --max-queries 4 --hide zip,city",
            "  aim gateway user remove ada",
            "  aim gateway user list"
        },
        mixinStandardHelpOptions = true)
final class UserCommand {
    static List<Object> subcommands(Environment environment) {
        return List.of(new Add(environment), new Remove(environment), new ListAll(environment));
    }

    /** {@code aim gateway user add}. */
    @Command(
            name = "add",
            description =
                    "Add a user, or give one another password. Limits and hidden columns that are not given stay as they are;"
                            + " to drop one, remove the user first. The password is asked for at a terminal, and else read from"
                            + " standard input.",
            footer = {"", "Example:", "  aim gateway user add ada < password.txt"},
            mixinStandardHelpOptions = true)
    static final class Add implements Callable<Integer> {
        private final Environment environment;

        @Mixin
        private UsersFileOption users;

        @Parameters(paramLabel = "NAME", description = "The name of the user.")
        private String name;

        @Option(names = "--max-connections", paramLabel = "N", description = "How many connections the user may have.")
        private Integer maxConnections;

        @Option(
                names = "--max-queries",
                paramLabel = "N",
                description = "How many statements of the user may run at a time.")
        private Integer maxQueries;

        @Option(names = "--max-rows", paramLabel = "N", description = "How many rows an answer may have.")
        private Long maxRows;

        @Option(names = "--max-time-ms", paramLabel = "MS", description = "How long a statement may take.")
        private Long maxTimeMs;

        @Option(
                names = "--hide",
                paramLabel = "COLUMN",
                split = ",",
                description = "Columns that the user does not see, with commas between them.")
        private Set<String> hidden;

        @Option(
                names = "--see-statements",
                description = "The user is shown what others ask, in aim.queries and pg_stat_activity.")
        private boolean seesStatements;

        @Option(
                names = "--may",
                paramLabel = "WHAT",
                description = "What the user may besides asking, with commas between: rules, publish, operate, export.")
        private String may;

        Add(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() throws IOException {
            ScramVerifier verifier = ScramVerifier.ofPassword(password(), new SecureRandom());
            Users before = users.change(known -> known.with(user(known, verifier)));
            environment.err().println("User " + name + " is in " + users.file() + "." + limits(user(before, verifier)));
            if (before.all().isEmpty()) {
                environment
                        .err()
                        .println("From now on everybody needs a password: without the file " + users.file()
                                + " everybody at loopback is trusted.");
            }
            return ExitCode.OK;
        }

        /** With what is given, and otherwise as before. */
        private User user(Users known, ScramVerifier verifier) {
            User old = known.find(name).orElse(new User(name, verifier));
            return new User(
                    name,
                    verifier,
                    maxConnections == null ? old.maxConnections() : OptionalInt.of(maxConnections),
                    maxQueries == null ? old.maxQueries() : OptionalInt.of(maxQueries),
                    maxRows == null ? old.maxRows() : OptionalLong.of(maxRows),
                    maxTimeMs == null ? old.maxTimeMs() : OptionalLong.of(maxTimeMs),
                    hidden == null ? old.hiddenColumns() : new TreeSet<>(hidden),
                    old.seesStatements() || seesStatements,
                    may == null ? old.may() : Permission.read(Permission.ASK.label() + "," + may));
        }

        /** To show slips of the pen, and what has stayed. */
        private static String limits(User user) {
            List<String> limits = new ArrayList<>();
            user.maxConnections().ifPresent(most -> limits.add("connections: " + most));
            user.maxQueries().ifPresent(most -> limits.add("queries: " + most));
            user.maxRows().ifPresent(most -> limits.add("rows: " + most));
            user.maxTimeMs().ifPresent(most -> limits.add("time: " + most + " ms"));
            if (!user.hiddenColumns().isEmpty()) {
                limits.add("hidden: " + String.join(", ", user.hiddenColumns()));
            }
            if (user.seesStatements()) {
                limits.add(
                        user.isShownStatements()
                                ? "sees statements"
                                : "sees no statements of others, because columns are hidden");
            }
            if (user.may().size() > 1) {
                limits.add("may: " + Permission.write(user.may()));
            }
            return limits.isEmpty() ? "" : " " + String.join("; ", limits) + ".";
        }

        /** A newer JDK also has a console without a terminal, which then reads standard input. */
        @SuppressWarnings("SystemConsoleNull")
        private String password() throws IOException {
            char[] typed = System.console() == null || !environment.terminal()
                    ? null
                    : System.console().readPassword("Password of %s: ", name);
            String password = typed == null
                    ? new String(environment.in().readAllBytes(), StandardCharsets.UTF_8).strip()
                    : new String(typed);
            if (typed != null) {
                Arrays.fill(typed, ' ');
            }
            if (password.isEmpty()) {
                throw new InvalidInputException(
                        "There is no password. Type one, or write it to standard input: aim gateway user add " + name
                                + " < password.txt");
            }
            return password;
        }
    }

    /** {@code aim gateway user remove}. */
    @Command(
            name = "remove",
            description = "Remove a user. Connections that the user has stay until they end.",
            footer = {"", "Example:", "  aim gateway user remove ada"},
            mixinStandardHelpOptions = true)
    static final class Remove implements Callable<Integer> {
        private final Environment environment;

        @Mixin
        private UsersFileOption users;

        @Parameters(paramLabel = "NAME", description = "The name of the user.")
        private String name;

        Remove(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() throws IOException {
            Users before = users.change(known -> known.without(name));
            environment.err().println("User " + name + " is no longer in " + users.file() + ".");
            if (before.all().size() == 1) {
                environment
                        .err()
                        .println("Nobody can connect now. Remove the file " + users.file()
                                + " to trust everybody at loopback again, and restart the gateway.");
            }
            return ExitCode.OK;
        }
    }

    /** {@code aim gateway user list}. */
    @Command(
            name = "list",
            description = "List the users and their limits.",
            footer = {"", "Example:", "  aim gateway user list --output json"},
            mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        private static final List<String> COLUMNS =
                List.of("user", "connections", "queries", "rows", "timeMs", "hiddenColumns", "seesStatements", "may");

        private final Environment environment;

        @Mixin
        private UsersFileOption users;

        @Mixin
        private OutputOptions output;

        ListAll(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            List<List<Object>> rows = new ArrayList<>();
            for (User user : users.users().orElse(Users.none()).all()) {
                rows.add(Arrays.asList(
                        user.name(),
                        user.maxConnections().isPresent()
                                ? user.maxConnections().getAsInt()
                                : null,
                        user.maxQueries().isPresent() ? user.maxQueries().getAsInt() : null,
                        user.maxRows().isPresent() ? user.maxRows().getAsLong() : null,
                        user.maxTimeMs().isPresent() ? user.maxTimeMs().getAsLong() : null,
                        user.hiddenColumns().isEmpty() ? null : String.join(",", user.hiddenColumns()),
                        user.seesStatements() ? true : null,
                        Permission.write(user.may())));
            }
            output.output(environment).print(COLUMNS, rows);
            return ExitCode.OK;
        }
    }
}
