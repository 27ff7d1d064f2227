package dev.aimonflink.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each message that a page quotes is written in the sources. A quoted message is a code span of three words or more that ends like a
 * sentence, a {@code message} in JSON, or what follows {@code ERROR} or a place in a file in a fenced block.
 *
 * <p>A message is known if each of its sentences is: if string literals of one expression have its words, with anything in place of
 * what is computed between them, and before them if they do not begin like a sentence. Parts that commas join may come of several
 * expressions.
 */
class QuotedMessagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern OF_RULES = Pattern.compile("```json (rule|alert)\n");
    private static final Pattern SPAN = Pattern.compile("`((?:[^`\\n]|\\n(?!\\n))+)`");
    private static final Pattern SENTENCE = Pattern.compile("\\S+ \\S+ .*(?<!\\.)[.?]");
    private static final Pattern IN_BLOCK = Pattern.compile(
            "\"message\" ?: ?\"((?:\\\\.|[^\"\\\\])*)\"|(?m:^ERROR \\w+: (.*?)(?: \\(at character \\d+\\))?$)|(?m:^\\S+, line \\d+, column \\d+: (.*)$)");

    private static final Pattern TOKEN = Pattern.compile(
            "(?s)(?<comment>//[^\\n]*|/\\*.*?\\*/)|(?<text>\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\")|'(?:\\\\.|[^'\\\\])+'|\\w+|\\S");

    private static final Pattern BETWEEN_SENTENCES = Pattern.compile("(?<=[.?]) ");
    private static final String COMPUTED = "\0";
    private static final Pattern WORD = Pattern.compile("\\p{L}+");
    private static final int FEWEST_WORDS = 2;
    private static final int FEWEST_WORDS_BEHIND_OTHERS = 3;

    private static List<Pattern> known;

    @BeforeAll
    static void readSources() throws IOException {
        known = new ArrayList<>();
        for (Path source : filesBelow(ROOT, ".java")) {
            if (source.toString().contains("src/main/java")) {
                addLiterals(Files.readString(source));
            }
        }
    }

    private static List<Path> filesBelow(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    /** The literals of an expression become one text, with a mark in place of what is computed. */
    private static void addLiterals(String source) {
        List<String> tokens = TOKEN.matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(token -> !token.startsWith("//") && !token.startsWith("/*"))
                .toList();
        boolean[] isTaken = new boolean[tokens.size()];
        for (int i = 0; i < tokens.size(); i++) {
            if (isText(tokens.get(i)) && !isTaken[i]) {
                StringBuilder text =
                        new StringBuilder(i > 0 && tokens.get(i - 1).equals("+") ? COMPUTED : "");
                int next = i;
                while (next < tokens.size() && isText(tokens.get(next))) {
                    isTaken[next] = true;
                    text.append(unescaped(tokens.get(next)));
                    next++;
                    while (next + 1 < tokens.size() && tokens.get(next).equals("+") && !isText(tokens.get(next + 1))) {
                        text.append(COMPUTED);
                        next = afterOperand(tokens, next + 1);
                    }
                    next += next < tokens.size() && tokens.get(next).equals("+") ? 1 : tokens.size();
                }
                addSentences(text.toString());
            }
        }
    }

    private static int afterOperand(List<String> tokens, int from) {
        int depth = 0;
        for (int i = from; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (depth == 0 && "+,;)}?:".contains(token)) {
                return i;
            }
            depth += "([{".contains(token) ? 1 : ")]}".contains(token) ? -1 : 0;
        }
        return tokens.size();
    }

    private static boolean isText(String token) {
        return token.startsWith("\"");
    }

    private static String unescaped(String literal) {
        String quotes = literal.startsWith("\"\"\"") ? "\"\"\"" : "\"";
        return literal.substring(quotes.length(), literal.length() - quotes.length())
                .replace("\\\"", "\"")
                .replace("\\\\", "\\")
                .replaceAll("%[-0-9,.]*[sdf]", COMPUTED);
    }

    private static void addSentences(String text) {
        for (String each : BETWEEN_SENTENCES.split(text)) {
            String sentence = each.strip();
            long words = WORD.matcher(sentence).results().count();
            if (words >= (sentence.startsWith(COMPUTED) ? FEWEST_WORDS_BEHIND_OTHERS : FEWEST_WORDS)) {
                boolean mayFollow = Character.isLowerCase(sentence.charAt(0)) && words >= FEWEST_WORDS_BEHIND_OTHERS;
                known.add(Pattern.compile(Stream.of(sentence.split(COMPUTED, -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".+", mayFollow ? "(.* )?" : "", ""))));
            }
        }
    }

    private static boolean isKnown(String message) {
        return Stream.of(BETWEEN_SENTENCES.split(message))
                .allMatch(sentence -> isWritten(sentence)
                        || Stream.of(sentence.substring(0, sentence.length() - 1)
                                        .split(", (or )?"))
                                .allMatch(
                                        part -> isWritten(Character.toLowerCase(part.charAt(0)) + part.substring(1))));
    }

    private static boolean isWritten(String text) {
        return known.stream().anyMatch(each -> each.matcher(text).matches());
    }

    /** By message, a page that quotes it. */
    private static Map<String, Path> messages() throws IOException {
        Map<String, Path> messages = new TreeMap<>();
        List<Path> pages = new ArrayList<>(filesBelow(ROOT.resolve("docs"), ".md"));
        pages.add(ROOT.resolve("README.md"));
        for (Path page : pages) {
            String text = Files.readString(page);
            Matcher block = FENCED.matcher(text);
            block.results()
                    // What a rule says, its author wrote.
                    .filter(each -> !OF_RULES.matcher(each.group()).lookingAt())
                    .flatMap(each -> IN_BLOCK.matcher(each.group()).results())
                    .flatMap(each -> Stream.of(1, 2, 3).map(each::group).filter(group -> group != null))
                    .forEach(message -> messages.put(unescaped('"' + message + '"'), page));
            SPAN.matcher(block.replaceAll(""))
                    .results()
                    .map(each -> each.group(1).replace('\n', ' '))
                    .filter(span -> SENTENCE.matcher(span).matches())
                    .forEach(message -> messages.put(message, page));
        }
        return messages;
    }

    @Test
    void shouldQuoteMessagesThatThereAre() throws IOException {
        Map<String, Path> messages = messages();
        assertThat(messages).hasSize(12);
        messages.keySet().removeIf(QuotedMessagesTest::isKnown);
        assertThat(messages).as("quoted, and not in the sources").isEmpty();
    }

    @Test
    void shouldNotKnowAMessageOfWhichAWordWasChanged() {
        assertThat(isKnown("The job restarted while it was answering. Ask again."))
                .isTrue();
        assertThat(isKnown("The job restarted while it was asking. Ask again.")).isFalse();
        assertThat(isKnown("The job restarted while it was answering. Ask twice."))
                .isFalse();
        assertThat(isKnown("The enum 'merchant' has no values. Add them, such as 'values: [FOOD, FUEL]'."))
                .isTrue();
        assertThat(isKnown("The enum 'merchant' has few values. Add them, such as 'values: [FOOD, FUEL]'."))
                .isFalse();
    }
}
