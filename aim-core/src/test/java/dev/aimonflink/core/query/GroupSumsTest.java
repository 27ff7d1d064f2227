package dev.aimonflink.core.query;

import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GroupSumsTest {
    private static GroupSums ofGroups(int count) {
        String[] groups = IntStream.range(0, count).mapToObj(i -> "city " + i).toArray(String[]::new);
        PairTotals totals = new PairTotals(count);
        for (int group = 1; group <= count; group++) {
            totals.add(group, 1, 1, 1);
        }
        return GroupSums.of(groups, totals);
    }

    /** Groups are numbered from 1; element 0 is that of the rows without a group. */
    private static GroupSums of(String[] groups, long[]... rowsAndTotals) {
        PairTotals totals = new PairTotals(groups.length);
        for (int group = 0; group < rowsAndTotals.length; group++) {
            totals.add(group, rowsAndTotals[group][0], rowsAndTotals[group][1], rowsAndTotals[group][2]);
        }
        return GroupSums.of(groups, totals);
    }

    private static long[] group(long... rowsAndTotals) {
        return rowsAndTotals;
    }

    @Test
    void shouldLeaveOutGroupsWithoutRowsAndRowsWithoutAGroup() {
        GroupSums sums =
                of(new String[] {"a", "b", "c"}, group(50, 99, 99), group(1, 10, 7), group(0, 99, 99), group(2, 0, 8));
        assertThat(sums.sums().keySet()).containsExactly("a", "c");
        assertThat(sums.sums().get("a")).containsExactly(1, 10, 7);
        assertThat(sums.sums().get("c")).containsExactly(2, 0, 8);
    }

    @Test
    void shouldHoldAsManyGroupsAsItsLimitAndNoMore() {
        assertThat(ofGroups(GroupSums.MAX_GROUPS).sums()).hasSize(20_000);
        assertThatThrownBy(() -> ofGroups(GroupSums.MAX_GROUPS + 1))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(
                                QueryError.Code.TOO_MANY_GROUPS,
                                "The answer has more than 20000 groups. Ask with a narrower filter.")));
    }

    @Test
    void shouldMergeInEitherOrderAndLeaveBothSidesAsTheyWere() {
        GroupSums one = of(new String[] {"a", "b"}, group(0, 0, 0), group(1, 1, 5), group(1, 2, 6));
        GroupSums other = of(new String[] {"b", "c"}, group(0, 0, 0), group(3, 10, 7), group(1, 20, 8));
        for (GroupSums merged : new GroupSums[] {(GroupSums) one.merge(other), (GroupSums) other.merge(one)}) {
            assertThat(merged.sums().keySet()).containsExactly("a", "b", "c");
            assertThat(merged.sums().get("b")).containsExactly(4, 12, 13);
        }
        assertThat(one.sums().get("b")).containsExactly(1, 2, 6);
        assertThat(other.sums().get("b")).containsExactly(3, 10, 7);
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        GroupSums sums = of(new String[] {"Zürich", ""}, group(0, 0, 0), group(1, Long.MAX_VALUE, -1), group(1, 0, 2));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sums.write(new DataOutputStream(bytes));
        GroupSums read = GroupSums.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), 2);
        assertThat(read.sums().keySet()).containsExactly("", "Zürich");
        assertThat(read.sums().get("Zürich")).containsExactly(1, Long.MAX_VALUE, -1);
        assertThat(read.sums().get("")).containsExactly(1, 0, 2);
    }

    @Test
    void shouldReadNamesOfAnyLength() throws IOException {
        String name = "Zürich ".repeat(10 * 1024);
        GroupSums sums = of(new String[] {name}, group(0, 0, 0), group(1, 2, 3));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sums.write(new DataOutputStream(bytes));
        GroupSums read = GroupSums.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), 2);
        assertThat(read.sums().keySet()).containsExactly(name);
    }
}
