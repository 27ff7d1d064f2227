package dev.aimonflink.job.config;

import java.util.Collection;
import java.util.Optional;

/** Finds what somebody probably meant to write. */
final class Spelling {
    /** One slip in so many letters is a slip; more is another word. */
    private static final int LETTERS_PER_SLIP = 4;

    private Spelling() {}

    /** The known word that is the fewest slips away, the first of several; empty where none is near. */
    static Optional<String> nearest(String written, Collection<String> known) {
        String nearest = null;
        int fewestSlips = Math.max(1, written.length() / LETTERS_PER_SLIP) + 1;
        for (String word : known) {
            int slips = slips(written, word);
            if (slips < fewestSlips) {
                fewestSlips = slips;
                nearest = word;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /**
     * How many letters were left out, added, mistaken, or swapped with their neighbour. Row by row: what it takes to
     * make each beginning of one word into each beginning of the other.
     */
    private static int slips(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            last[column] = column;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int mistaken = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(last[j - 1] + mistaken, 1 + Math.min(last[j], row[j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] oldest = beforeLast;
            beforeLast = last;
            last = row;
            row = oldest;
        }
        return last[to.length()];
    }
}
