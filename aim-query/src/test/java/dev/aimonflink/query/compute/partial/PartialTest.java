package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.DistinctValues.Counted;
import dev.aimonflink.query.compute.aggregate.Extreme.Extremes;
import dev.aimonflink.query.compute.aggregate.LongMoments;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class PartialTest {
    private static Partial counted(GroupLimit limit, String... groups) {
        Keys keys = Keys.inUsualOrder(1);
        Counts counts = new Counts();
        for (String group : groups) {
            keys.add((Object) group);
            counts.add(1);
        }
        return Partial.ofGroups(limit, keys, List.of(counts));
    }

    private static long count(Partial partial, int row) {
        return partial.states(0, Counts.class).count(row);
    }

    @Test
    void shouldSortItsGroupsAndMergeRowsOfTheSameKey() {
        Partial partial = counted(GroupLimit.orFail(3), "b", "a", "b", null);
        assertThat(partial.rows()).isEqualTo(3);
        assertThat(partial.keys().value(0, 0)).isEqualTo("a");
        assertThat(partial.keys().value(1, 0)).isEqualTo("b");
        assertThat(partial.keys().value(2, 0)).isNull();
        assertThat(count(partial, 0)).isEqualTo(1);
        assertThat(count(partial, 1)).isEqualTo(2);
        assertThat(count(partial, 2)).isEqualTo(1);
    }

    @Test
    void shouldTakeSumsOf128BitsAndNoMore() throws IOException {
        BigInteger most = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
        BigInteger least = BigInteger.TWO.pow(127).negate();
        for (BigInteger sum : List.of(most, least, BigInteger.ZERO, BigInteger.ONE.negate(), BigInteger.TWO.pow(64))) {
            Partial read = Partial.read(Partial.of(sumOf(sum)).toBytes());
            assertThat(read.states(0, LongMoments.Sums.class).sum(0)).isEqualTo(sum);
        }
        for (BigInteger sum : List.of(most.add(BigInteger.ONE), least.subtract(BigInteger.ONE))) {
            assertFails(IllegalArgumentException.class, () -> sumOf(sum))
                    .hasMessage("A sum with bits=128 and a sign does not fit 128 bits. Add up fewer numbers.");
        }
    }

    private static LongMoments.Sums sumOf(BigInteger sum) {
        return new LongMoments.Sums(false).add(1, sum, BigInteger.ZERO);
    }

    @Test
    void shouldFailAtOneGroupMoreThanItsLimit() {
        GroupLimit limit = GroupLimit.orFail(2);
        Partial full = counted(limit, "a", "b");
        assertThat(full.merge(counted(limit, "b", "a")).rows()).isEqualTo(2);
        assertFails(TooManyGroupsException.class, () -> full.merge(counted(limit, "c")))
                .hasMessage("more than 2 groups");
        assertFails(TooManyGroupsException.class, () -> counted(limit, "a", "b", "c"))
                .hasMessage("more than 2 groups");
    }

    @Test
    void shouldKeepTheLowestGroupsUpToItsLimit() {
        GroupLimit limit = GroupLimit.lowest(2);
        Partial merged = counted(limit, "c", "b", "a").merge(counted(limit, "d", "a", "b", "b"));
        assertThat(merged.rows()).isEqualTo(2);
        assertThat(count(merged, 0)).isEqualTo(2);
        assertThat(count(merged, 1)).isEqualTo(3);
    }

    @Test
    void shouldRejectALimitThatIsNone() {
        assertFails(IllegalArgumentException.class, () -> GroupLimit.orFail(0))
                .hasMessage("groups=0 is outside 1..1000000.");
        assertFails(IllegalArgumentException.class, () -> GroupLimit.lowest(1_000_001))
                .hasMessage("groups=1000001 is outside 1..1000000.");
    }

    @Test
    void shouldNotMergePartialsOfDifferentQueries() {
        GroupLimit limit = GroupLimit.orFail(2);
        Partial counted = counted(limit, "a");
        Partial ofTwo = Partial.ofGroups(limit, Keys.inUsualOrder(2).add("a", 1L), List.of(new Counts().add(1)));
        Partial summed = Partial.ofGroups(limit, Keys.inUsualOrder(1).add("a"), List.of(sumOf(BigInteger.ONE)));
        Partial both = Partial.ofGroups(
                limit, Keys.inUsualOrder(1).add("a"), List.of(new Counts().add(1), new Counts().add(1)));
        Partial ungrouped = Partial.of(new Counts().add(1));
        for (Partial other : List.of(ofTwo, summed, both, ungrouped, counted(GroupLimit.orFail(3), "a"))) {
            assertNotMerged(counted, other);
        }
        assertNotMerged(Partial.of(new Counted(2).withRows(1)), Partial.of(new Counted(3).withRows(1)));
        assertNotMerged(Partial.of(new Extremes(false).withRows(1)), Partial.of(new Extremes(true).withRows(1)));
    }

    private static void assertNotMerged(Partial one, Partial other) {
        assertFails(IllegalArgumentException.class, () -> one.merge(other))
                .hasMessage("The partials are of different queries. Merge those that differ only in their partitions.");
    }

    @Test
    void shouldRejectColumnsThatDoNotFitEachOther() {
        assertRejected(
                "rows of a state=2 is outside 1..1.",
                () -> Partial.ofGroups(
                        GroupLimit.orFail(9),
                        Keys.inUsualOrder(1).add("a"),
                        List.of(new Counts().add(1).add(1))));
        assertRejected("rows of a state=0 is outside 1..1.", () -> Partial.of(new Counts().add(1), new Counts()));
        assertRejected("rows without groups=0 is outside 1..1.", () -> Partial.of(new Counts()));
        assertRejected("states=0 is outside 1..4096.", Partial::of);
        assertRejected("most=1000001 is outside 1..1000000.", () -> new Counted(1_000_001));
    }

    private static void assertRejected(String message, Runnable wrong) {
        assertFails(IllegalArgumentException.class, wrong::run).hasMessage(message);
    }

    @Test
    void shouldNotWrapWhereASumExceedsSixtyFourBits() {
        LongMoments.Sums sums = new LongMoments.Sums(false);
        sums.addRow();
        sums.addTo(0, Long.MAX_VALUE).addTo(0, Long.MAX_VALUE);
        Partial doubled = Partial.of(sums);
        doubled = doubled.merge(doubled);
        assertThat(doubled.states(0, LongMoments.Sums.class).sum(0)).isEqualTo("36893488147419103228");
    }
}
