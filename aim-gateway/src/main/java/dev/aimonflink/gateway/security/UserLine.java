package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.sql.text.Spelling;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line of the file of users: a name, a verifier and options, separated by spaces.
 *
 * <pre>
 * anna SCRAM-SHA-256$4096:...$...:... max_connections=5 max_queries=2 max_rows=100000 max_time_ms=30000 hidden_columns=fee,phone
 * otto SCRAM-SHA-256$4096:...$...:... see_statements=all may=ask,rules,publish
 * </pre>
 */
final class UserLine {
    private static final String MAX_CONNECTIONS = "max_connections";
    private static final String MAX_QUERIES = "max_queries";
    private static final String MAX_ROWS = "max_rows";
    private static final String MAX_TIME_MS = "max_time_ms";
    private static final String HIDDEN_COLUMNS = "hidden_columns";
    private static final String SEE_STATEMENTS = "see_statements";
    private static final String ALL = "all";
    private static final String MAY = "may";
    private static final List<String> OPTIONS =
            List.of(MAX_CONNECTIONS, MAX_QUERIES, MAX_ROWS, MAX_TIME_MS, HIDDEN_COLUMNS, SEE_STATEMENTS, MAY);

    /** As long as a PostgreSQL name can be. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.@-]{0,62}");

    private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    /** Greater numbers are meaningless. */
    private static final int MAX_DIGITS = 9;

    private UserLine() {}

    static User read(String line) {
        String[] words = line.strip().split("\\s+");
        requireName(words[0]);
        if (words.length == 1) {
            throw new InvalidInputException("The user '" + words[0] + "' has no password. Add the user anew.");
        }
        ScramVerifier verifier = ScramVerifier.parse(words[1]);
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 2; i < words.length; i++) {
            addOption(options, words[i]);
        }
        return new User(
                words[0],
                verifier,
                number(options, MAX_CONNECTIONS),
                number(options, MAX_QUERIES),
                longNumber(options, MAX_ROWS),
                longNumber(options, MAX_TIME_MS),
                columns(options),
                seesStatements(options),
                may(options));
    }

    /** An unreadable line would keep all users out. */
    static void requireReadable(User user) {
        requireName(user.name());
        read(write(user));
    }

    private static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException("'" + Spelling.shortened(name)
                    + "' is no name of a user. Take letters, digits and _ . @ -, at most 63, with a letter first.");
        }
    }

    private static void addOption(Map<String, String> options, String word) {
        int equals = word.indexOf('=');
        String option = equals < 0 ? word : word.substring(0, equals);
        if (!OPTIONS.contains(option)) {
            throw new InvalidInputException("There is no option '" + Spelling.shortened(option) + "' of a user. "
                    + Spelling.hint(option, OPTIONS));
        }
        if (equals < 0) {
            throw new InvalidInputException("The option " + option + " has no value. Write " + option + "=value.");
        }
        if (options.put(option, word.substring(equals + 1)) != null) {
            throw new InvalidInputException("The option " + option + " is there twice. Remove one.");
        }
    }

    private static OptionalInt number(Map<String, String> options, String option) {
        OptionalLong number = longNumber(options, option);
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    private static OptionalLong longNumber(Map<String, String> options, String option) {
        String value = options.get(option);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!value.matches("[0-9]{1," + MAX_DIGITS + "}") || Long.parseLong(value) == 0) {
            throw new InvalidInputException(option + "=" + Spelling.shortened(value)
                    + " is no limit. Write a whole number from 1 to 999999999, or leave it out.");
        }
        return OptionalLong.of(Long.parseLong(value));
    }

    private static Set<String> columns(Map<String, String> options) {
        String value = options.get(HIDDEN_COLUMNS);
        if (value == null) {
            return Set.of();
        }
        List<String> names = List.of(value.split(",", -1));
        for (String name : names) {
            if (!COLUMN.matcher(name).matches()) {
                throw new InvalidInputException(HIDDEN_COLUMNS + "=" + Spelling.shortened(value)
                        + " names no columns. Separate their names by commas alone, like fee,phone.");
            }
        }
        return names.stream().map(Names::folded).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean seesStatements(Map<String, String> options) {
        String value = options.get(SEE_STATEMENTS);
        if (value != null && !value.equals(ALL)) {
            throw new InvalidInputException(SEE_STATEMENTS + "=" + Spelling.shortened(value) + " is none. Write "
                    + SEE_STATEMENTS + "=" + ALL + ", or leave it out.");
        }
        return value != null;
    }

    private static Set<Permission> may(Map<String, String> options) {
        Set<Permission> may = EnumSet.of(Permission.ASK);
        if (options.containsKey(MAY)) {
            may.addAll(Permission.read(options.get(MAY)));
        }
        return Set.copyOf(may);
    }

    static String write(User user) {
        StringBuilder line = new StringBuilder(user.name())
                .append(' ')
                .append(user.verifier().text());
        user.maxConnections().ifPresent(value -> append(line, MAX_CONNECTIONS, Integer.toString(value)));
        user.maxQueries().ifPresent(value -> append(line, MAX_QUERIES, Integer.toString(value)));
        user.maxRows().ifPresent(value -> append(line, MAX_ROWS, Long.toString(value)));
        user.maxTimeMs().ifPresent(value -> append(line, MAX_TIME_MS, Long.toString(value)));
        if (!user.hiddenColumns().isEmpty()) {
            append(line, HIDDEN_COLUMNS, String.join(",", new TreeSet<>(user.hiddenColumns())));
        }
        if (user.seesStatements()) {
            append(line, SEE_STATEMENTS, ALL);
        }
        if (user.may().size() > 1) {
            append(line, MAY, Permission.write(user.may()));
        }
        return line.toString();
    }

    private static void append(StringBuilder line, String option, String value) {
        line.append(' ').append(option).append('=').append(value);
    }
}
