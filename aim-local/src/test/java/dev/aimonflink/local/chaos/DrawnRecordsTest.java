package dev.aimonflink.local.chaos;

import dev.aimonflink.local.load.GivenModel;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Events of a model with a filter that has no value where x is 0, which is so for half of them. */
class DrawnRecordsTest {
    private static final int EVENTS = 100;
    private static final long TIME_MS = 1_743_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void shouldDrawEventsThatCount() throws Exception {
        assertThat(zeros("min: 0, max: 1", false)).isBetween(1, EVENTS - 1);
        assertThat(zeros("min: 0, max: 1", true)).isZero();
    }

    @Test
    void shouldGiveUpWhereNoEventCounts() throws Exception {
        assertThat(zeros("min: 0, max: 0", true)).isEqualTo(EVENTS);
    }

    private int zeros(String bounds, boolean isToCount) throws IOException, MalformedException {
        GivenModel given = given(bounds);
        DrawnRecords records = new DrawnRecords(1, EventFormat.BINARY, 1, given);
        ModelEventCodec codec = EventFormat.BINARY.newCodec(given.model());
        DeclaredEvent event = new DeclaredEvent(given.model().event());
        int zeros = 0;
        for (int i = 0; i < EVENTS; i++) {
            codec.decode(isToCount ? records.eventThatCounts(i, TIME_MS) : records.event(i, TIME_MS), event);
            assertThat(event.key().number()).isEqualTo(i);
            assertThat(event.timestampMs()).isEqualTo(TIME_MS);
            zeros += event.values().bits(0) == 0 ? 1 : 0;
        }
        return zeros;
    }

    private GivenModel given(String bounds) throws IOException {
        Path file = Files.writeString(folder.resolve("model.yaml"), """
                model: readings
                entity: sensor
                event: reading
                key: sensorId
                time: at
                fields: {x: {type: int, %s}}
                filters: {tenths: 100 / x = 10}
                windows: [1 day]
                aggregates: {events: [count]}
                """.formatted(bounds));
        return GivenModel.of(file.toString());
    }
}
