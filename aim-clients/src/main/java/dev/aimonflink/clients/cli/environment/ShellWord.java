package dev.aimonflink.clients.cli.environment;

import java.util.regex.Pattern;

/** Quotes an argument as one shell word, in commands that messages advise. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private ShellWord() {}

    /** The argument itself, or in single quotes if a shell would change it. */
    public static String of(Object argument) {
        String word = argument.toString();
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
