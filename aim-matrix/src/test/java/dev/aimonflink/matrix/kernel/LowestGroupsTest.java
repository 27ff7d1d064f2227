package dev.aimonflink.matrix.kernel;

import dev.aimonflink.matrix.kernel.LowestGroups.PairSum;
import java.math.BigInteger;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LowestGroupsTest {
    private static final int LIMIT = 100;
    /** With some over, since several rows are added at a time. */
    private static final int ROWS = 503;

    private static final int BLOCKS = 20;

    /** The sums by a hash table of all groups. */
    private final TreeMap<Integer, PairSum> expected = new TreeMap<>();

    private final LowestGroups groups = new LowestGroups(LIMIT);

    @ParameterizedTest
    @CsvSource({"0, 50", "0, 1023", "1000, 1050", "1024, 1100", "1024, 1200", "0, 100000", "2000000000, 2147483647"})
    void shouldSumWhatATableOfAllGroupsWouldSum(int lowest, int highest) {
        Random random = new Random(highest);
        for (int block = 0; block < BLOCKS; block++) {
            // Every other wide block has large sums alone, which exceed 64 bits together.
            long least = block % 4 == 1 ? Long.MAX_VALUE - 9 : Long.MIN_VALUE;
            int[] keys = random.ints(ROWS, lowest, highest).toArray();
            int[] second = random.ints(ROWS, 0, Integer.MAX_VALUE).toArray();
            if (block % 2 == 0) {
                int[] first = random.ints(ROWS, 0, Integer.MAX_VALUE).toArray();
                groups.add(keys, first, second, ROWS);
                for (int i = 0; i < ROWS; i++) {
                    expect(keys[i], first[i], second[i]);
                }
            } else {
                long[] first = random.longs(ROWS, least, Long.MAX_VALUE).toArray();
                groups.add(keys, first, second, ROWS);
                for (int i = 0; i < ROWS; i++) {
                    expect(keys[i], first[i], second[i]);
                }
            }
        }
        assertLowest();
    }

    @Test
    void shouldKeepTheLowestGroupsWhenTheyComeLast() {
        for (int key = 10_000; key >= 2000; key--) {
            groups.add(new int[] {key}, new int[] {key}, new int[] {1}, 1);
            expect(key, key, 1);
        }
        assertLowest();
    }

    @Test
    void shouldSumAGroupThatWasThereWhenOthersWereForgotten() {
        int[] ones = {1};
        for (int key = 5000; key < 5400; key++) {
            groups.add(new int[] {key}, ones, ones, 1);
            expect(key, 1, 1);
        }
        for (int key : new int[] {4000, 5000, 5098, 5099, 5100, 5399, 6000}) {
            groups.add(new int[] {key}, ones, ones, 1);
            expect(key, 1, 1);
        }
        assertLowest();
    }

    @Test
    void shouldGoOnSummingTheHighestGroupThatIsWanted() {
        int[] ones = {1};
        for (int key = 5000; key < 5400; key++) {
            groups.add(new int[] {key}, ones, ones, 1);
            expect(key, 1, 1);
        }
        for (int key : new int[] {6000, 5099, 5100, 5099}) {
            groups.add(new int[] {key}, ones, ones, 1);
            expect(key, 1, 1);
        }
        assertLowest();
    }

    @Test
    void shouldLookAtTheFirstRowsAlone() {
        groups.add(new int[] {7, 8}, new int[] {1, 1}, new int[] {2, 2}, 1);
        groups.add(new int[] {7, 8}, new long[] {1, 1}, new int[] {2, 2}, 1);
        expect(7, 2, 4);
        assertLowest();
    }

    private void expect(int key, long first, long second) {
        expected.merge(
                key,
                new PairSum(BigInteger.valueOf(first), BigInteger.valueOf(second)),
                (one, other) ->
                        new PairSum(one.first().add(other.first()), one.second().add(other.second())));
    }

    private void assertLowest() {
        while (expected.size() > LIMIT) {
            expected.pollLastEntry();
        }
        assertThat(groups.sums()).isEqualTo(expected);
    }
}
