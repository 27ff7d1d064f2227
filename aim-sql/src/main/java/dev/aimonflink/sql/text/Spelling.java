package dev.aimonflink.sql.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the name closest to a misspelled one. */
public final class Spelling {
    /** Longer than every name; longer texts are not compared. */
    private static final int MAX_LENGTH = 128;

    /** One letter in this many may be wrong, and at least one. */
    private static final int LETTERS_PER_ERROR = 4;

    /** Any two shorter words are nearly alike. */
    private static final int SHORTEST_MISSPELLED = 3;

    private Spelling() {}

    /**
     * The name with the fewest errors, if they are few. An error is an added, missing or wrong letter, or two swapped neighbours. Of
     * equally close names, the first.
     */
    public static Optional<String> closest(String written, Collection<String> names) {
        if (written.isEmpty() || written.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String closest = null;
        int fewest = 1 + Math.max(1, written.length() / LETTERS_PER_ERROR);
        for (String name : names) {
            // The lengths alone rule out most names.
            if (Math.abs(name.length() - written.length()) < fewest) {
                int errors = errors(written, name);
                if (errors < fewest) {
                    fewest = errors;
                    closest = name;
                }
            }
        }
        return Optional.ofNullable(closest);
    }

    /** A sentence that says which name may be meant, or else which there are. */
    public static String hint(String written, Collection<String> names) {
        return closest(written, names)
                .map(name -> "Did you mean '" + name + "'?")
                .orElse(names.isEmpty() ? "There are none." : "Known are: " + String.join(", ", names) + ".");
    }

    /**
     * The names that share the most words, at least half, with one that is not a misspelling of them: {@code sum_fee_this_day} for {@code
     * sum_fee_today}, and {@code max_cost_this_week} for {@code avg_cost_this_wek}.
     *
     * @param limit number of names returned, those of fewer words first
     */
    public static List<String> alike(String written, Collection<String> names, int limit) {
        if (written.length() > MAX_LENGTH) {
            return List.of();
        }
        List<String> words = words(written);
        Map<String, Long> common = new LinkedHashMap<>();
        names.stream()
                .sorted(Comparator.comparingInt(name -> words(name).size()))
                .forEach(name -> common.put(name, inCommon(words, words(name))));
        long most = common.values().stream().mapToLong(each -> each).max().orElse(0);
        return most == 0 || most * 2 < words.size()
                ? List.of()
                : common.keySet().stream()
                        .filter(name -> common.get(name) == most)
                        .limit(limit)
                        .toList();
    }

    private static List<String> words(String name) {
        return List.of(name.split("_"));
    }

    private static long inCommon(List<String> words, List<String> others) {
        return words.stream()
                .filter(word -> others.contains(word)
                        || (word.length() >= SHORTEST_MISSPELLED
                                && closest(word, others).isPresent()))
                .count();
    }

    /** A text, shortened for a message. */
    public static String shortened(String written) {
        return shortened(written, MAX_LENGTH);
    }

    public static String shortened(String written, int maxLength) {
        return written.length() <= maxLength ? written : written.substring(0, maxLength) + "...";
    }

    /** The Damerau-Levenshtein distance in which no letter moves twice. */
    static int errors(String written, String meant) {
        int[] beforeLast = new int[meant.length() + 1];
        int[] last = new int[meant.length() + 1];
        int[] current = new int[meant.length() + 1];
        for (int j = 0; j <= meant.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= written.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= meant.length(); j++) {
                boolean same = written.charAt(i - 1) == meant.charAt(j - 1);
                int errors = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], current[j - 1]));
                if (i > 1
                        && j > 1
                        && written.charAt(i - 1) == meant.charAt(j - 2)
                        && written.charAt(i - 2) == meant.charAt(j - 1)) {
                    errors = Math.min(errors, beforeLast[j - 2] + 1);
                }
                current[j] = errors;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        return last[meant.length()];
    }
}
