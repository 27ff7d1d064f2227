package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.Users;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim gateway token}. */
@Command(
        name = "token",
        description = {
            "Make, remove and list tokens, with which programs ask over HTTP as a user.",
            "",
            "The file of users has hashes of them. A gateway that runs reads it anew each second, so a change needs no restart."
        },
        footer = {
            "",
            "Examples:",
            "  aim gateway token add dashboard --user ada --expires 90d",
            "  aim gateway token remove dashboard",
            "  aim gateway token list"
        },
        mixinStandardHelpOptions = true)
final class TokenCommand {
    static List<Object> subcommands(Environment environment) {
        return List.of(new Add(environment), new Remove(environment), new ListAll(environment));
    }

    /** {@code aim gateway token add}. */
    @Command(
            name = "add",
            description = "Make a token, and write it to standard output, once: nobody can read it from the file.",
            footer = {"", "Example:", "  aim gateway token add dashboard --user ada --expires 90d"},
            mixinStandardHelpOptions = true)
    static final class Add implements Callable<Integer> {
        private final Environment environment;

        @Mixin
        private UsersFileOption users;

        @Parameters(paramLabel = "NAME", description = "The name of the token. One of this name is replaced.")
        private String name;

        @Option(
                names = "--user",
                paramLabel = "USER",
                required = true,
                description = "The user as whom the token asks, with the user's limits and hidden columns.")
        private String user;

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description = "After how long it ends: 12h, 90d. Default: never")
        private Duration expires;

        @Option(
                names = "--may",
                paramLabel = "WHAT",
                defaultValue = "ask",
                description =
                        "What it is for, of what the user may, with commas between: ask, rules, publish, operate, export."
                                + " Default: ${DEFAULT-VALUE}")
        private String may;

        Add(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() throws IOException {
            String secret = AccessToken.newSecret(new SecureRandom());
            Instant end = expires == null ? null : Instant.now().plus(expires).truncatedTo(ChronoUnit.SECONDS);
            Users before =
                    users.change(known -> known.with(AccessToken.of(name, secret, user, end, Permission.read(may))));
            boolean isReplaced =
                    before.tokens().stream().anyMatch(each -> each.name().equals(name));
            environment.out().println(secret);
            environment
                    .err()
                    .println("Token " + name + " of " + user + " is in " + users.file()
                            + (end == null ? "." : ", until " + end + ".") + " It is shown this once."
                            + (isReplaced ? " The one of this name before it holds no more." : ""));
            return ExitCode.OK;
        }
    }

    /** {@code aim gateway token remove}. */
    @Command(
            name = "remove",
            description = "Remove a token. Calls that run go on until they end.",
            footer = {"", "Example:", "  aim gateway token remove dashboard"},
            mixinStandardHelpOptions = true)
    static final class Remove implements Callable<Integer> {
        private final Environment environment;

        @Mixin
        private UsersFileOption users;

        @Parameters(paramLabel = "NAME", description = "The name of the token.")
        private String name;

        Remove(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() throws IOException {
            Users unused = users.change(known -> known.withoutToken(name));
            environment.err().println("Token " + name + " is no longer in " + users.file() + ".");
            return ExitCode.OK;
        }
    }

    /** {@code aim gateway token list}. */
    @Command(
            name = "list",
            description = "List the tokens, whose they are, and when they end.",
            footer = {"", "Example:", "  aim gateway token list --output json"},
            mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        private static final List<String> COLUMNS = List.of("token", "user", "expires", "may");

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
            for (AccessToken token : users.users().orElse(Users.none()).tokens()) {
                rows.add(Arrays.asList(token.name(), token.user(), token.expires(), Permission.write(token.may())));
            }
            output.output(environment).print(COLUMNS, rows);
            return ExitCode.OK;
        }
    }
}
