package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicRecord.Expected;
import dev.aimonflink.query.sqllogic.LogicRecord.Order;
import dev.aimonflink.query.sqllogic.LogicRecord.Question;
import dev.aimonflink.query.sqllogic.LogicRecord.Statement;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the records of a file of sqllogictest, one by one. Those for other systems are left out.
 *
 * <p>A record ends at an empty line:
 *
 * <pre>{@code
 * skipif mysql
 * query II rowsort label-1
 * SELECT a, b FROM t
 * ----
 * 1
 * 2
 *
 * statement error 42703
 * SELECT c FROM t
 * ----
 * There is no column "c".
 * }</pre>
 *
 * <p>The code and the message of an error may be left out, and a message may end early.
 */
final class LogicReader {
    /** Of one record. Files give the hash of longer answers. */
    static final int MAX_LINES = 10_000;

    private static final String ANSWER = "----";
    private static final Pattern HASH = Pattern.compile("(\\d+) values hashing to ([0-9a-f]{32})");

    private final String file;
    private final BufferedReader lines;
    private final String system;
    private int line;
    private int othersLeftOut;
    private boolean isHalted;

    /** @param system whose records it reads, by the name that files have for it */
    LogicReader(String file, BufferedReader lines, String system) {
        this.file = file;
        this.lines = lines;
        this.system = system;
    }

    /** How many records for other systems have been left out. */
    int othersLeftOut() {
        return othersLeftOut;
    }

    /** The next record; null behind the last one. */
    LogicRecord next() throws IOException {
        boolean isForUs = true;
        for (String first = nextLine(); first != null && !isHalted; first = nextLine()) {
            String[] words = withoutComment(first).trim().split("\\s+");
            switch (words[0]) {
                case "" -> {}
                case "skipif" -> isForUs &= !word(words, 1).equals(system);
                case "onlyif" -> isForUs &= word(words, 1).equals(system);
                // Answers have a hash or not, whatever the threshold is.
                case "hash-threshold" -> {}
                case "halt" -> {
                    isHalted = isForUs;
                    isForUs = true;
                }
                case "statement", "query" -> {
                    LogicRecord record = words[0].equals("query") ? question(words) : statement(words);
                    if (isForUs) {
                        return record;
                    }
                    othersLeftOut++;
                    isForUs = true;
                }
                default -> throw malformed(line, "record=" + words[0] + " is unknown");
            }
        }
        return null;
    }

    private static String withoutComment(String text) {
        int comment = text.indexOf('#');
        return comment < 0 ? text : text.substring(0, comment);
    }

    private Statement statement(String[] words) throws IOException {
        int begin = line;
        String outcome = word(words, 1);
        if (!outcome.equals("ok") && !outcome.equals("error")) {
            throw malformed(begin, "statement=" + outcome + " is neither ok nor error");
        }
        List<String> block = block();
        int answer = block.indexOf(ANSWER);
        String error = words.length > 2 ? words[2] : "";
        if (answer < 0) {
            return new Statement(begin, outcome.equals("ok"), error, text(block));
        }
        String message = String.join(" ", block.subList(answer + 1, block.size()));
        return new Statement(begin, outcome.equals("ok"), error + " " + message, text(block.subList(0, answer)));
    }

    private Question question(String[] words) throws IOException {
        int begin = line;
        String types = word(words, 1);
        if (!types.matches("[IRT]+")) {
            throw malformed(begin, "types=" + types + " are not all I, R or T");
        }
        Order order = words.length > 2 ? order(words[2]) : Order.NOSORT;
        List<String> block = block();
        int answer = block.indexOf(ANSWER);
        if (answer < 0) {
            throw malformed(begin, "the query has no line " + ANSWER);
        }
        return new Question(
                begin, types, order, text(block.subList(0, answer)), expected(block.subList(answer + 1, block.size())));
    }

    private Order order(String word) {
        for (Order order : Order.values()) {
            if (order.name().toLowerCase(Locale.ROOT).equals(word)) {
                return order;
            }
        }
        throw malformed(line, "sort=" + word + " is none of nosort, rowsort and valuesort");
    }

    private static Expected expected(List<String> answer) {
        if (answer.size() == 1) {
            Matcher hash = HASH.matcher(answer.get(0));
            if (hash.matches()) {
                return Expected.hash(Integer.parseInt(hash.group(1)), hash.group(2));
            }
        }
        return Expected.of(answer);
    }

    /** The lines before the next empty one. */
    private List<String> block() throws IOException {
        int begin = line;
        List<String> block = new ArrayList<>();
        for (String next = nextLine(); next != null && !next.isEmpty(); next = nextLine()) {
            if (block.size() == MAX_LINES) {
                throw malformed(begin, "the record has more than lines=" + MAX_LINES);
            }
            block.add(next);
        }
        return block;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines);
    }

    private String word(String[] words, int index) {
        if (index >= words.length) {
            throw malformed(line, words[0] + " has no word behind it");
        }
        return words[index];
    }

    private String nextLine() throws IOException {
        String next = lines.readLine();
        line++;
        return next;
    }

    private IllegalArgumentException malformed(int atLine, String what) {
        return new IllegalArgumentException("%s:%d: %s. Fix the file.".formatted(file, atLine, what));
    }
}
