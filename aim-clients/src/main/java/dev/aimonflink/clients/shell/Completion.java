package dev.aimonflink.clients.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Completes the last word of an unfinished statement. */
public final class Completion {
    /** An unterminated string behind a column and a comparison. */
    private static final Pattern VALUE = Pattern.compile(
            "(?is).*?([a-z_][\\w.]*)\\s*(?:=|<>|!=|(?:NOT\\s+)?I?LIKE|(?:NOT\\s+)?IN\\s*\\((?:[^()]*,)?)\\s*'([^']*)$");

    private static final Pattern AFTER_TABLE_WORD =
            Pattern.compile("(?is).*\\b(?:FROM|JOIN)\\s+(?:[\\w.]+\\s*,\\s*)*(\\w*)$");
    private static final Pattern LAST_WORD = Pattern.compile("(?s)(\\\\?\\w*)$");

    /** A table's name or alias before a dot. */
    private static final Pattern QUALIFIER = Pattern.compile("(?is).*?([a-z_]\\w*)\\.\\w*$");

    /** A table in FROM, and a word behind it, its alias unless it is a keyword. */
    private static final Pattern TABLE_AND_ALIAS =
            Pattern.compile("(?is)(?:\\b(?:FROM|JOIN)|,)\\s+([a-z_]\\w*)\\s+(?:AS\\s+)?([a-z_]\\w*)");

    private final Vocabulary vocabulary;

    public Completion(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** What can replace the last word. */
    public record Candidates(String word, List<String> words) {}

    /** @param before the text up to the cursor */
    public Candidates of(String before) {
        Matcher value = VALUE.matcher(before);
        if (value.matches()) {
            return candidates(
                    value.group(2),
                    vocabulary.values(value.group(1)).stream()
                            .map(each -> each.replace("'", "''") + "'")
                            .toList());
        }
        if (before.chars().filter(each -> each == '\'').count() % 2 == 1) {
            return new Candidates("", List.of());
        }
        Matcher last = LAST_WORD.matcher(before);
        String word = last.find() ? last.group(1) : "";
        if (word.startsWith("\\")) {
            return candidates(word, ShellCommand.spellings());
        }
        if (before.startsWith("\\d") || AFTER_TABLE_WORD.matcher(before).matches()) {
            return candidates(word, vocabulary.tables());
        }
        Matcher qualifier = QUALIFIER.matcher(before);
        if (qualifier.matches()) {
            return candidates(word, vocabulary.columnsOf(table(qualifier.group(1), before), word));
        }
        List<String> words = new ArrayList<>(vocabulary.columns(word));
        words.addAll(vocabulary.tables());
        words.addAll(vocabulary.functions());
        words.addAll(Vocabulary.KEYWORDS);
        return candidates(word, words);
    }

    /** The table that a name before a dot stands for. */
    private static String table(String aliasOrTable, String statement) {
        Matcher tables = TABLE_AND_ALIAS.matcher(statement);
        while (tables.find()) {
            if (tables.group(2).equalsIgnoreCase(aliasOrTable)) {
                return tables.group(1);
            }
        }
        return aliasOrTable;
    }

    private static Candidates candidates(String word, List<String> words) {
        String begin = word.toLowerCase(Locale.ROOT);
        return new Candidates(
                word,
                words.stream()
                        .filter(each -> each.toLowerCase(Locale.ROOT).startsWith(begin))
                        .toList());
    }
}
