package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How it is asked, and what two partitions say. */
class ColumnsRequestTest {
    private static final String LOCAL = "number_of_local_calls_this_week";
    private static final long BYTES = (long) Block.ROWS * Integer.BYTES;

    private final Catalogue catalogue = new Catalogue(List.of());
    private final TestPartition one = new TestPartition(CALLS_TODAY);
    private final TestPartition other = new TestPartition(CALLS_TODAY);

    private List<List<Object>> answer(ColumnsRequest request) {
        Partial merged = partial(request, one, 0).merge(partial(request, other, 1));
        return request.answer(merged);
    }

    private static Partial partial(ColumnsRequest request, TestPartition test, int partition) {
        Partial partial = request.partial(test.partition.columns(), request.names(), partition);
        test.finish();
        return partial;
    }

    @Test
    void shouldBeAskedByItsNameOfEveryModelAndNotBeListed() {
        assertThat(catalogue.bind(ColumnsRequest.REPORT.asked())).isEqualTo(ColumnsRequest.REPORT);
        for (Change change : Change.values()) {
            ColumnsRequest request = new ColumnsRequest(change, List.of("a", "b"));
            assertThat(catalogue.bind(request.asked())).isEqualTo(request);
        }
        assertThat(catalogue.entries()).extracting(Catalogue.Entry::id).containsExactly("verify");
        assertThat(ColumnsRequest.REPORT.answerColumns()).hasSameSizeAs(ColumnsRequest.REPORT.answerTypes());
    }

    @Test
    void shouldRefuseAChangeThatThereIsNot() {
        assertThatThrownBy(() -> catalogue.bind(new AskedQuery(ColumnsRequest.ID, Map.of("change", "hide"))))
                .isInstanceOf(QueryFailure.class)
                .hasMessage("change=hide is no change of columns. Use one of pin, unpin, drop.");
    }

    @Test
    void shouldSumUpWhatPartitionsKeep() {
        one.fill(10);
        other.fill(10);
        one.submit("q", new SumOf(LOCAL));
        one.finish();
        one.nanos += 5_000_000_000L;
        other.submit("q", new SumOf(CALLS_TODAY));
        other.finish();
        assertThat(answer(ColumnsRequest.REPORT))
                .containsExactlyInAnyOrder(
                        List.of(CALLS_TODAY, "setting", 2L, 2 * BYTES, 1L, 0L),
                        List.of(LOCAL, "asked", 1L, BYTES, 1L, 5L));
    }

    @Test
    void shouldPinUnpinAndDrop() {
        one.fill(10);
        other.fill(10);
        answer(new ColumnsRequest(Change.PIN, List.of(LOCAL)));
        assertThat(answer(ColumnsRequest.REPORT)).contains(Arrays.asList(LOCAL, "pinned", 2L, 2 * BYTES, 0L, null));
        answer(new ColumnsRequest(Change.UNPIN, List.of(LOCAL)));
        assertThat(answer(ColumnsRequest.REPORT)).contains(Arrays.asList(LOCAL, "asked", 2L, 2 * BYTES, 0L, null));
        answer(new ColumnsRequest(Change.DROP, List.of(LOCAL)));
        assertThat(answer(ColumnsRequest.REPORT)).extracting(row -> row.get(0)).containsExactly(CALLS_TODAY);
    }

    @Test
    void shouldRefuseWhatTheSettingDecidesOrMemoryForbids() {
        one.fill(10);
        for (Change change : List.of(Change.UNPIN, Change.DROP)) {
            assertThatThrownBy(() -> partial(new ColumnsRequest(change, List.of(CALLS_TODAY)), one, 0))
                    .hasMessage("The job keeps '" + CALLS_TODAY + "' by its option aim.matrix.columns. Start it again"
                            + " from a savepoint with another value.");
        }
        one.partition.columns().look(1);
        assertThatThrownBy(() -> partial(new ColumnsRequest(Change.PIN, List.of(LOCAL)), one, 0))
                .hasMessageStartingWith("A partition would need 1 MiB for 1 column that is not");
    }
}
