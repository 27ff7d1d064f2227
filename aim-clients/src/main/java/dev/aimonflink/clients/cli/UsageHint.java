package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.ask.QueryCommand;
import dev.aimonflink.clients.cli.ask.SqlCommand;
import dev.aimonflink.clients.cli.model.ModelCommand;
import dev.aimonflink.clients.cli.operate.DoctorCommand;
import dev.aimonflink.sql.text.Spelling;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds what an unknown argument is meant for. */
final class UsageHint {
    /** What others call a command. */
    private static final Map<String, String> ALIKE = Map.of("stop", "down", "start", "up");

    private UsageHint() {}

    /** A sentence; empty if nothing is near. */
    static Optional<String> of(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        CommandLine command = e.getCommandLine();
        String first = unmatched.getUnmatched().get(0);
        if (first.startsWith("--aim.")) {
            return Optional.of("Options of the job are given to the job, or after -- to `aim cluster up`.");
        }
        if (first.equals("--model") || first.startsWith("--model=")) {
            Optional<String> withoutModel = ofModel(command);
            if (withoutModel.isPresent()) {
                return withoutModel;
            }
        }
        if (command.getCommand() instanceof SqlCommand && !first.startsWith("-")) {
            return Optional.of("Give a statement with -c, as in `aim sql -c \"SELECT 1\"`.");
        }
        String name = first.split("=", 2)[0];
        Set<String> known = known(command);
        Optional<String> meant =
                Optional.ofNullable(ALIKE.get(name)).filter(known::contains).or(() -> Spelling.closest(name, known));
        return meant.map(present -> "Did you mean '" + present + "'?")
                .or(() ->
                        command.getCommand() instanceof QueryCommand ? Optional.of(ofQuery(first)) : Optional.empty());
    }

    /** Most commands about a model take the option. */
    private static Optional<String> ofModel(CommandLine command) {
        if (command.getParent() != null && command.getParent().getCommand() instanceof ModelCommand) {
            return Optional.of(
                    "Give the model alone, as in `aim model " + command.getCommandName() + " payments.yaml`.");
        }
        return command.getCommand() instanceof DoctorCommand
                ? Optional.of("It looks at the job of any model. Leave --model out.")
                : Optional.empty();
    }

    private static Set<String> known(CommandLine command) {
        Set<String> known = new LinkedHashSet<>(command.getSubcommands().keySet());
        if (command.getParent() == null) {
            known.addAll(Aim.OF_OTHER_MODULES);
        }
        if (command.getCommand() instanceof QueryCommand) {
            known.addAll(command.getCommandSpec().optionsMap().keySet());
        }
        return known;
    }

    /** Parameters of a model's queries have any names, and are not options. */
    private static String ofQuery(String argument) {
        String name = argument.startsWith("--") ? argument.substring(2).split("=", 2)[0] : "cardId";
        return "Parameters of a model's query are given like --param " + Spelling.shortened(name)
                + "=7; or ask `aim entity 7`.";
    }
}
