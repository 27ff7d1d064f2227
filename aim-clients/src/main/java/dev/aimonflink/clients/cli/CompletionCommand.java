package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aim completion}. */
@Command(
        name = "completion",
        description = {
            "Write a script that makes the shell complete commands and options of aim.",
            "",
            "It has all commands but those of `aim bench`. It is for the name aim: put the launcher on the PATH, or give it an alias. In zsh, run"
                    + " `autoload -U bashcompinit; bashcompinit` first."
        },
        footer = {
            "",
            "Examples:",
            "  aim completion bash",
            "",
            "To have it now, and in each new shell:",
            "  source <(./aim completion bash)",
            "  ./aim completion bash > ~/.local/share/bash-completion/completions/aim"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    /** Shells that take the script unchanged. */
    enum Shell {
        bash,
        zsh
    }

    private static final Pattern VALUES = Pattern.compile("(?m)^( *local \\w+_option_args=\\()(.*)(\\) # .*)$");

    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("unused") // checked by being read; both take the same script
    @Parameters(index = "0", paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    CompletionCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash("aim", spec.root().commandLine());
        environment.out().print(withLabels(script));
        return ExitCode.OK;
    }

    /** Picocli offers the names of enum constants; ours are in lower case with hyphens. */
    private static String withLabels(String script) {
        return VALUES.matcher(script)
                .replaceAll(values -> Matcher.quoteReplacement(values.group(1)
                        + values.group(2).toLowerCase(Locale.ROOT).replace('_', '-')
                        + values.group(3)));
    }
}
