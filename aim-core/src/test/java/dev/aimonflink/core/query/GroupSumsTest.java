package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GroupSumsTest {
    /** Groups are numbered from 1; element 0 is that of the rows which belong to none. */
    private static GroupSums ofGroups(int count) {
        String[] groups = IntStream.range(0, count).mapToObj(i -> "city " + i).toArray(String[]::new);
        long[] ones = new long[count + 1];
        Arrays.fill(ones, 1);
        return GroupSums.of(groups, ones, new long[][] {ones});
    }

    @Test
    void shouldLeaveOutGroupsWithoutRowsAndRowsWithoutAGroup() {
        GroupSums sums = GroupSums.of(
                new String[] {"a", "b", "c"}, new long[] {50, 1, 0, 2}, new long[][] {{99, 10, 99, 0}, {99, 7, 99, 8}});
        assertThat(sums.sums().keySet()).containsExactly("a", "c");
        assertThat(sums.sums().get("a")).containsExactly(1, 10, 7);
        assertThat(sums.sums().get("c")).containsExactly(2, 0, 8);
    }

    @Test
    void shouldHoldAsManyGroupsAsItsLimitAndNoMore() {
        assertThat(ofGroups(GroupSums.MAX_GROUPS).sums()).hasSize(100_000);
        assertThatThrownBy(() -> ofGroups(GroupSums.MAX_GROUPS + 1))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(
                                QueryError.Code.TOO_MANY_GROUPS,
                                "The answer has more than 100000 groups. Ask with a narrower filter.")));
    }

    @Test
    void shouldMergeInEitherOrderAndLeaveBothSidesAsTheyWere() {
        GroupSums one = GroupSums.of(new String[] {"a", "b"}, new long[] {0, 1, 1}, new long[][] {{0, 1, 2}});
        GroupSums other = GroupSums.of(new String[] {"b", "c"}, new long[] {0, 3, 1}, new long[][] {{0, 10, 20}});
        for (GroupSums merged : new GroupSums[] {(GroupSums) one.merge(other), (GroupSums) other.merge(one)}) {
            assertThat(merged.sums().keySet()).containsExactly("a", "b", "c");
            assertThat(merged.sums().get("b")).containsExactly(4, 12);
        }
        assertThat(one.sums().get("b")).containsExactly(1, 2);
        assertThat(other.sums().get("b")).containsExactly(3, 10);
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        GroupSums sums = GroupSums.of(
                new String[] {"Zürich", ""}, new long[] {0, 1, 1}, new long[][] {{0, Long.MAX_VALUE, 0}, {0, -1, 2}});
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sums.write(new DataOutputStream(bytes));
        GroupSums read = GroupSums.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), 2);
        assertThat(read.sums().keySet()).containsExactly("", "Zürich");
        assertThat(read.sums().get("Zürich")).containsExactly(1, Long.MAX_VALUE, -1);
        assertThat(read.sums().get("")).containsExactly(1, 0, 2);
    }
}
