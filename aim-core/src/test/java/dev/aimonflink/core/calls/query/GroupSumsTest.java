package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.aggregate.TooManyGroupsException;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.partial.TextKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class GroupSumsTest {
    private static Partial ofGroups(int first, int count) {
        String[] groups =
                IntStream.range(first, first + count).mapToObj(i -> "city " + i).toArray(String[]::new);
        PairTotals totals = new PairTotals(count);
        for (int group = 1; group <= count; group++) {
            totals.add(group, 1, 1, 1);
        }
        return GroupSums.of(groups, totals);
    }

    /** Groups are numbered from 1; element 0 is that of the rows without a group. */
    private static Partial of(String[] groups, long[]... rowsAndTotals) {
        PairTotals totals = new PairTotals(groups.length);
        for (int group = 0; group < rowsAndTotals.length; group++) {
            totals.add(group, rowsAndTotals[group][0], rowsAndTotals[group][1], rowsAndTotals[group][2]);
        }
        return GroupSums.of(groups, totals);
    }

    private static long[] group(long... rowsAndTotals) {
        return rowsAndTotals;
    }

    private static List<List<Object>> rows(Partial partial) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < partial.rows(); row++) {
            rows.add(List.of(
                    partial.keys(0, TextKeys.class).text(row),
                    partial.states(GroupSums.ROWS, Counts.class).count(row),
                    partial.states(GroupSums.FIRST, Sums.class).sumOfInts(row),
                    partial.states(GroupSums.SECOND, Sums.class).sumOfInts(row)));
        }
        return rows;
    }

    @Test
    void shouldLeaveOutGroupsWithoutRowsAndRowsWithoutAGroup() {
        Partial sums =
                of(new String[] {"a", "b", "c"}, group(50, 99, 99), group(1, 10, 7), group(0, 99, 99), group(2, 0, 8));
        assertThat(rows(sums)).containsExactly(List.of("a", 1L, 10L, 7L), List.of("c", 2L, 0L, 8L));
    }

    @Test
    void shouldHoldAsManyGroupsAsItsLimitAndNoMore() {
        assertThat(ofGroups(0, GroupSums.MAX_GROUPS).rows()).isEqualTo(20_000);
        assertThatThrownBy(() -> ofGroups(0, GroupSums.MAX_GROUPS + 1))
                .isInstanceOf(TooManyGroupsException.class)
                .hasMessage(
                        "The answer has more than 20000 groups. Ask with a narrower filter, or for fewer values of each.");
    }

    @Test
    void shouldHoldNoMoreGroupsAfterMerging() {
        Partial all = ofGroups(0, GroupSums.MAX_GROUPS);
        assertThat(all.merge(ofGroups(5, 10)).rows()).isEqualTo(20_000);
        assertThatThrownBy(() -> all.merge(ofGroups(GroupSums.MAX_GROUPS, 1)))
                .isInstanceOf(TooManyGroupsException.class)
                .hasMessage(
                        "The answer has more than 20000 groups. Ask with a narrower filter, or for fewer values of each.");
    }

    @Test
    void shouldMergeInEitherOrderAndLeaveBothSidesAsTheyWere() {
        Partial one = of(new String[] {"a", "b"}, group(0, 0, 0), group(1, 1, 5), group(1, 2, 6));
        Partial other = of(new String[] {"b", "c"}, group(0, 0, 0), group(3, 10, 7), group(1, 20, 8));
        for (Partial merged : List.of(one.merge(other), other.merge(one))) {
            assertThat(rows(merged))
                    .containsExactly(List.of("a", 1L, 1L, 5L), List.of("b", 4L, 12L, 13L), List.of("c", 1L, 20L, 8L));
        }
        assertThat(rows(one)).containsExactly(List.of("a", 1L, 1L, 5L), List.of("b", 1L, 2L, 6L));
        assertThat(rows(other)).containsExactly(List.of("b", 3L, 10L, 7L), List.of("c", 1L, 20L, 8L));
    }

    /** As in SQL. Java puts a character of two chars before others that have a greater char. */
    @Test
    void shouldOrderNamesByTheirCharacters() {
        Partial sums = of(
                new String[] {"\uD83D\uDE80", "\uFFFD", "a"},
                group(0, 0, 0),
                group(1, 1, 1),
                group(1, 2, 2),
                group(1, 3, 3));
        Partial more = of(new String[] {"\uFFFD", "\uD83D\uDE80"}, group(0, 0, 0), group(1, 2, 2), group(1, 1, 1));
        assertThat(rows(sums.merge(more)))
                .containsExactly(
                        List.of("a", 1L, 3L, 3L), List.of("\uFFFD", 2L, 4L, 4L), List.of("\uD83D\uDE80", 2L, 2L, 2L));
    }

    @Test
    void shouldReadNamesOfAnyLength() {
        String name = "Zürich ".repeat(10 * 1024);
        Partial sums = of(new String[] {name, ""}, group(0, 0, 0), group(1, Long.MAX_VALUE, -1), group(1, 0, 2));
        assertThat(rows(CraftedMatrix.throughBytes(sums)))
                .containsExactly(List.of("", 1L, 0L, 2L), List.of(name, 1L, Long.MAX_VALUE, -1L));
    }
}
