package dev.aimonflink.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words in the identifiers and literals of Java sources. Comments have none. */
final class JavaWords {
    /**
     * A word, in lower case.
     *
     * @param in the identifier or literal that has it
     */
    record Word(String text, String in, int line) {}

    /** What can begin in code. The first alternative that matches wins, so quotes in comments begin no literal. */
    private static final Pattern TOKEN = Pattern.compile("""
            (?<comment>/\\*[\\s\\S]*?\\*/|//[^\\n]*)\
            |(?<literal>\"""[\\s\\S]*?(?<!\\\\)\"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')\
            |(?<identifier>[\\p{L}_$][\\p{L}\\p{N}_$]*)""");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(?!dev\\.aimonflink\\.)[\\w.]+\\.(\\w+);$");

    /** A run of capitals, as in {@code SQLText}, ends before the capital of the next word. */
    private static final Pattern WORD = Pattern.compile("\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?\\p{Ll}+");

    private JavaWords() {}

    /**
     * All words of a source, in order. Names that it imports from outside the product have none, because nobody here chose them; nor
     * do those imports.
     */
    static List<Word> of(String source) {
        Set<String> foreign = new HashSet<>();
        IMPORT.matcher(source).results().forEach(each -> foreign.add(each.group(1)));
        String own = withoutForeignImports(source);
        List<Word> words = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(own);
        int line = 1;
        int counted = 0;
        while (tokens.find()) {
            line += lines(own, counted, tokens.start());
            counted = tokens.start();
            String token = tokens.group();
            boolean counts =
                    tokens.group("literal") != null || (tokens.group("identifier") != null && !foreign.contains(token));
            if (counts) {
                addWords(token, line, words);
            }
        }
        return words;
    }

    /** Keeps the lines, so that their numbers stay. */
    private static String withoutForeignImports(String source) {
        return IMPORT.matcher(source).replaceAll("");
    }

    private static void addWords(String token, int line, List<Word> words) {
        for (MatchResult each : WORD.matcher(token).results().toList()) {
            int at = line + lines(token, 0, each.start());
            words.add(new Word(each.group().toLowerCase(Locale.ROOT), shown(token, each.start()), at));
        }
    }

    /** The line of a literal that a word is in. */
    private static String shown(String token, int at) {
        int end = token.indexOf('\n', at);
        return token.substring(token.lastIndexOf('\n', at) + 1, end < 0 ? token.length() : end)
                .strip();
    }

    private static int lines(String text, int from, int to) {
        return (int)
                text.substring(from, to).chars().filter(each -> each == '\n').count();
    }
}
