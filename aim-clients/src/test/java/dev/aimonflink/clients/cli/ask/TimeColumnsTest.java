package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.ask.EntityCommand.TimeColumns;
import dev.aimonflink.matrix.format.model.ModelFile;
import java.time.Instant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimeColumnsTest {
    private static final TimeColumns TIMES = new TimeColumns(ModelFile.parse("""
            model: parking
            entity: meter
            event: ticket
            key: meterId
            time: at
            fields: {validUntil: time, fee: money}
            attributes: {installed: time, level: int}
            windows: [1 day]
            aggregates: {events: [count], validUntil: [max], fee: [max]}
            aliases: {latest: max_valid_until_this_day}
            """, "parking.yaml"));

    @Test
    void shouldShowTimesAsInstants() {
        Instant time = Instant.parse("2025-03-01T00:00:00Z");
        for (String column : new String[] {"installed", "max_valid_until_this_day", "latest"}) {
            assertThat(TIMES.shown(column, time.toEpochMilli())).as(column).isEqualTo(time);
            assertThat(TIMES.shown(column, null)).as(column).isNull();
        }
    }

    @Test
    void shouldLeaveOtherValues() {
        for (String column : new String[] {"meterId", "level", "count_events_this_day", "max_fee_this_day"}) {
            assertThat(TIMES.shown(column, 7L)).as(column).isEqualTo(7L);
        }
    }
}
