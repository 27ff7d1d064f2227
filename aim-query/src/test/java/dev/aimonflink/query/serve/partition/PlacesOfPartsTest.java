package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.VerifyColumns;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DEADLINE_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** A part whose request wants progress has the places in the events topic that the rows of its cut had. */
class PlacesOfPartsTest {
    private static final long DAY_MS = 24 * 3_600_000;

    private final TestPartition test = new TestPartition();
    private final Partition partition = test.partition;

    private static List<EventPlace> before(long nextOffset) {
        return List.of(new EventPlace(new SourcePartition("events", 0), nextOffset, NOON_MS, false, 0));
    }

    private static Asker wanting(String request) {
        return new Asker(request, request, "client", "client", DEADLINE_MS, true, 0);
    }

    private List<EventPlace> placesOf(String request) {
        return test.answer(request).cut().places();
    }

    @Test
    void shouldHaveThePlacesOfItsCutAlthoughTheRowsGoOn() {
        test.fill(2 * Block.ROWS);
        partition.progress().advance(before(10), 0);
        partition.submit(wanting("early"), new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        assertThat(partition.queries().passRuns()).isTrue();
        partition.progress().advance(before(20), 0);
        partition.submit(wanting("late"), new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(placesOf("early")).isEqualTo(before(10));
        assertThat(placesOf("late")).isEqualTo(before(20));
    }

    @Test
    void shouldHaveNoPlacesUnlessTheRequestWantsThem() {
        test.fill(1);
        partition.progress().advance(before(10), 0);
        test.submit("plain", new SumOf(CALLS_TODAY));
        partition.submit(wanting("wanting"), new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(placesOf("plain")).isNull();
        assertThat(placesOf("wanting")).isEqualTo(before(10));
    }

    @Test
    void shouldHaveThePlacesOfItsSecondPassAfterATurn() {
        test.fill(2 * Block.ROWS);
        partition.progress().advance(before(10), 0);
        partition.submit(wanting("again"), new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        partition.runSlice(0);
        partition.progress().advance(before(20), 0);
        partition.advanceTo(NOON_MS + DAY_MS);
        test.finish();
        assertThat(test.answer("again").error()).isNull();
        assertThat(placesOf("again")).isEqualTo(before(20));
    }

    @Test
    void shouldHaveThePlacesOfTheMomentInWhichItIsRefused() {
        partition.progress().advance(before(10), 0);
        partition.submit(wanting("refused"), new SumOf("no_column"));
        assertThat(test.answer("refused").error().code()).isEqualTo(QueryError.Code.COLUMN_NOT_KEPT);
        assertThat(placesOf("refused")).isEqualTo(before(10));
    }

    @Test
    void shouldHaveThePlacesOfTheBeginningOfAVerification() {
        test.fill(2 * Block.ROWS);
        partition.progress().advance(before(10), 0);
        partition.submit(wanting("wanting"), new VerifyColumns());
        partition.submit(new Asker("plain", "client", DEADLINE_MS), new VerifyColumns());
        partition.runSlice(0);
        partition.progress().advance(before(20), 0);
        test.finish();
        assertThat(placesOf("wanting")).isEqualTo(before(10));
        assertThat(placesOf("plain")).isNull();
    }
}
