package dev.aimonflink.job.message;

import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class SavedProgressTest {
    private static final SavedProgress.Format FORMAT = new SavedProgress.Format();
    private static final String GOLDEN = "saved-progress-v1.hex";

    private static final SavedProgress SAVED = new SavedProgress(List.of(
            new EventPlace(new SourcePartition("aim.events.v1", 0), 42, 1_795_132_800_000L, false, 0),
            new EventPlace(new SourcePartition("aim.events.v1", 3), 0, Long.MIN_VALUE, true, 0)));

    @Test
    void shouldReadGoldenBytes() throws IOException {
        assertThat(Wire.read(FORMAT, Wire.golden(GOLDEN))).isEqualTo(SAVED);
    }

    @Test
    void shouldWriteGoldenBytes() throws IOException {
        assertThat(Wire.write(FORMAT, SAVED)).isEqualTo(Wire.golden(GOLDEN));
    }

    @Test
    void shouldKeepHowManyEventsAreLost() throws IOException {
        SavedProgress lost = new SavedProgress(List.of(
                new EventPlace(new SourcePartition("aim.events.v1", 0), 42, 1_795_132_800_000L, false, 30),
                new EventPlace(new SourcePartition("aim.events.v1", 3), 0, Long.MIN_VALUE, true, 1)));
        assertThat(Wire.write(FORMAT, lost)).isEqualTo(Wire.golden("saved-progress-lost.hex"));
        assertThat(Wire.read(FORMAT, Wire.golden("saved-progress-lost.hex"))).isEqualTo(lost);
    }

    @Test
    void shouldKeepTheNameOfATopicOnce() throws IOException {
        List<EventPlace> one = Wire.read(FORMAT, Wire.golden(GOLDEN)).places();
        List<EventPlace> other = Wire.read(FORMAT, Wire.golden(GOLDEN)).places();
        assertThat(one.get(1).partition().topic())
                .isSameAs(one.get(0).partition().topic())
                .isSameAs(other.get(0).partition().topic());
    }

    @Test
    void shouldNameTheVersionThatItCannotRead() throws IOException {
        byte[] later = Wire.golden(GOLDEN);
        later[0] = 2;
        assertFails(IOException.class, () -> Wire.read(FORMAT, later))
                .hasMessage("A saved progress has version 2; this release reads version 1. Use the release that wrote"
                        + " it, or a newer one.");
    }
}
