package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.mode.ScanMode;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastPartsTest {
    private static final int MAX_AGE_MS = 200;

    private long nanos;
    private long removals;
    private final LastParts parts = new LastParts(() -> removals, () -> nanos);

    /** Equal to others of its number. */
    private record Numbered(int number, boolean isReusable) implements FakeScan {
        Numbered(int number) {
            this(number, true);
        }

        @Override
        public Scan open(ScanContext context) {
            throw new AssertionError("scanned");
        }
    }

    private static Asker asker(String request, boolean wantsProgress, int maxAgeMs) {
        return new Asker(request, request, "client", "client", 0, wantsProgress, maxAgeMs);
    }

    private static WaitingQuery asked(Scannable query, int maxAgeMs) {
        return new WaitingQuery(asker("first", false, maxAgeMs), query, new BitSet(), 0);
    }

    private static Part part(int bytes, List<EventPlace> places) {
        return new Part(
                "first",
                new Part.Source(1, 2, 3),
                new Cut(4, 5, List.of(6), places, 7, 8),
                9,
                10,
                11,
                new Part.OfScan(ScanMode.S2, 12),
                new byte[bytes],
                null);
    }

    private void keep(int number, int bytes) {
        parts.keep(asked(new Numbered(number), MAX_AGE_MS), part(bytes, List.of()), parts.present());
    }

    private Part find(int number) {
        return parts.of(asker("later", false, MAX_AGE_MS), new Numbered(number));
    }

    private void pass(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void shouldAnswerALaterRequestByTheSamePart() {
        keep(1, 2);
        pass(150);
        Part again = find(1);
        assertThat(again)
                .usingRecursiveComparison()
                .isEqualTo(new Part(
                        "later",
                        new Part.Source(1, 2, 3),
                        new Cut(4, 5, List.of(6), null, 7, 8),
                        9,
                        0,
                        0,
                        new Part.OfScan(null, 0, TimeUnit.MILLISECONDS.toNanos(150), 0, 0),
                        new byte[2],
                        null));
        assertThat(find(2)).as("another query").isNull();
        assertThat(parts.reused()).isEqualTo(1);
    }

    @Test
    void shouldGiveNoneThatIsOlderThanItMayBe() {
        keep(1, 2);
        pass(MAX_AGE_MS);
        assertThat(find(1)).isNotNull();
        assertThat(parts.of(asker("strict", false, MAX_AGE_MS - 1), new Numbered(1)))
                .isNull();
        assertThat(parts.of(asker("none", false, 0), new Numbered(1))).isNull();
        nanos++;
        assertThat(find(1)).isNull();
        assertThat(parts.of(asker("patient", false, MAX_AGE_MS + 1), new Numbered(1)))
                .isNotNull();
    }

    /** A scan may take longer than the age. */
    @Test
    void shouldCountTheAgeFromTheCut() {
        LastParts.Moment cut = parts.present();
        pass(MAX_AGE_MS);
        parts.keep(asked(new Numbered(1), MAX_AGE_MS), part(2, List.of()), cut);
        assertThat(find(1)).isNotNull();
        nanos++;
        assertThat(find(1)).isNull();
    }

    @Test
    void shouldKeepWhatIsAskedWithAnAgeAndThenTheNewestOfAnyRequest() {
        Numbered query = new Numbered(1);
        assertThat(parts.wants(asked(query, 0))).isFalse();
        parts.keep(asked(query, 0), part(2, List.of()), parts.present());
        assertThat(find(1)).isNull();

        keep(1, 2);
        pass(MAX_AGE_MS);
        assertThat(parts.wants(asked(query, 0))).isTrue();
        parts.keep(asked(query, 0), part(3, List.of()), parts.present());
        pass(MAX_AGE_MS);
        assertThat(find(1).partial()).hasSize(3);
    }

    @Test
    void shouldKeepNoErrorsAndNothingThatIsNotReusable() {
        Part failed = part(2, List.of()).failed(QueryError.CANCELLED);
        parts.keep(asked(new Numbered(1), MAX_AGE_MS), failed, parts.present());
        assertThat(find(1)).isNull();
        Numbered other = new Numbered(2, false);
        parts.keep(asked(other, MAX_AGE_MS), part(2, List.of()), parts.present());
        assertThat(parts.of(asker("later", false, MAX_AGE_MS), other)).isNull();
    }

    @Test
    void shouldDropAllAtATurnAndWhenAnEntityIsRemoved() {
        keep(1, 2);
        parts.turned();
        assertThat(find(1)).isNull();
        keep(1, 2);
        removals++;
        assertThat(find(1)).isNull();
        keep(1, 2);
        assertThat(find(1)).isNotNull();
    }

    @Test
    void shouldKeepNoneWhoseScanWasOvertakenByATurnOrARemoval() {
        LastParts.Moment cut = parts.present();
        parts.turned();
        assertThat(find(1)).as("asked meanwhile").isNull();
        parts.keep(asked(new Numbered(1), MAX_AGE_MS), part(2, List.of()), cut);
        assertThat(find(1)).isNull();
        LastParts.Moment next = parts.present();
        removals++;
        assertThat(find(1)).as("asked meanwhile").isNull();
        parts.keep(asked(new Numbered(1), MAX_AGE_MS), part(2, List.of()), next);
        assertThat(find(1)).isNull();
    }

    @Test
    void shouldGiveThePlacesOfTheCutToWhoWantsThem() {
        Numbered query = new Numbered(1);
        Asker wanting = asker("wanting", true, MAX_AGE_MS);
        List<EventPlace> places = List.of();
        parts.keep(asked(query, MAX_AGE_MS), part(2, places), parts.present());
        assertThat(parts.of(wanting, query).cut().places()).isSameAs(places);
        assertThat(find(1).cut().places()).isNull();
        parts.keep(asked(query, MAX_AGE_MS), part(2, null), parts.present());
        assertThat(parts.of(wanting, query)).as("places that are not known").isNull();
        assertThat(find(1)).isNotNull();
    }

    @Test
    void shouldKeepSoManyPartsAndDropTheOneThatWasNotUsedForTheLongestTime() {
        for (int number = 0; number < LastParts.MAX_PARTS; number++) {
            keep(number, 2);
        }
        assertThat(find(0)).as("used again").isNotNull();
        keep(LastParts.MAX_PARTS, 2);
        assertThat(find(1)).isNull();
        assertThat(find(0)).isNotNull();
        for (int number = 2; number <= LastParts.MAX_PARTS; number++) {
            assertThat(find(number)).as("%d", number).isNotNull();
        }
    }

    @Test
    void shouldKeepSoManyBytesAtMost() {
        final int quarter = LastParts.MAX_BYTES / 4 - LastParts.BYTES_A_PART;
        for (int number = 0; number < 4; number++) {
            keep(number, quarter);
        }
        assertThat(find(0)).isNotNull();
        keep(4, 1);
        assertThat(find(1)).as("not used for the longest time").isNull();
        assertThat(find(0)).isNotNull();
        // In place of one as large, so that no other has to go.
        keep(0, quarter);
        assertThat(Arrays.asList(find(2), find(3), find(4))).doesNotContainNull();
    }

    @Test
    void shouldNotKeepAPartThatIsLargerThanAllMayBe() {
        keep(1, 2);
        keep(2, 2);
        keep(1, LastParts.MAX_BYTES - LastParts.BYTES_A_PART + 1);
        assertThat(find(1)).as("neither that nor the one before").isNull();
        assertThat(find(2)).isNotNull();
        keep(1, LastParts.MAX_BYTES - LastParts.BYTES_A_PART);
        assertThat(find(1)).isNotNull();
        assertThat(find(2)).isNull();
    }

    /** What was dropped takes no room. */
    @Test
    void shouldHaveAllItsRoomAgainAfterATurn() {
        for (int round = 0; round < 10; round++) {
            keep(1, LastParts.MAX_BYTES / 2);
            parts.turned();
        }
        keep(1, LastParts.MAX_BYTES / 2 - LastParts.BYTES_A_PART);
        keep(2, LastParts.MAX_BYTES / 2 - LastParts.BYTES_A_PART);
        assertThat(Arrays.asList(find(1), find(2))).doesNotContainNull();
    }
}
