package dev.aimonflink.query.plain;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Readings of a sensor with one aggregated field. */
class PlainEntitiesTest {
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();
    private static final long DAY_MS = 24 * 60 * 60 * 1000L;
    private static final EntityId PRESS = EntityId.of("press");

    private final Model model = model("hall: text, limit: money", "sum, max");
    private final PlainEntities entities = new PlainEntities(model, ZoneOffset.UTC);

    @Test
    void shouldKnowNothingOfAStranger() {
        entities.update(new EntityProfile(PRESS, Attributes.NONE));

        assertThat(entities.answer(ask("press"))).isEmpty();
        assertThat(entities.rows()).isZero();
    }

    @Test
    void shouldShowKeyAttributesAndColumns() {
        entities.update(new EntityProfile(PRESS, Attributes.of("A", 1250L)));
        read("press", NOON_MS, 3);
        read("press", NOON_MS, 4);

        assertThat(entities.answer(ask("press")))
                .containsExactly(List.of("press", "A", new BigDecimal("12.50"), 2L, 7L, 4L));
        assertThat(entities.rows()).isEqualTo(1);
    }

    @Test
    void shouldShowAnEntityWithoutEventsAsEmpty() {
        entities.update(new EntityProfile(PRESS, Attributes.of("A")));

        assertThat(entities.answer(ask("press"))).containsExactly(Arrays.asList("press", "A", null, 0L, 0L, null));
    }

    @Test
    void shouldShowAnEntityWithoutAProfile() {
        read("press", NOON_MS, 3);

        assertThat(entities.answer(ask("press"))).containsExactly(Arrays.asList("press", null, null, 1L, 3L, 3L));
    }

    @Test
    void shouldKeepTheRowOfAClearedProfile() {
        entities.update(new EntityProfile(PRESS, Attributes.of("A")));
        entities.update(new EntityProfile(PRESS, Attributes.NONE));

        assertThat(entities.answer(ask("press"))).containsExactly(Arrays.asList("press", null, null, 0L, 0L, null));
        assertThat(entities.rows()).isEqualTo(1);
    }

    @Test
    void shouldEraseWhatIsForgotten() {
        entities.update(new EntityProfile(PRESS, Attributes.of("A")));
        read("press", NOON_MS, 3);
        entities.update(new EntityUpdate.Forget(PRESS));

        assertThat(entities.answer(ask("press"))).isEmpty();
        assertThat(entities.rows()).isZero();
    }

    @Test
    void shouldAddNoRowForALateEvent() {
        assertThat(read("press", NOON_MS + DAY_MS, NOON_MS, 3)).isEqualTo(PlainMatrix.Outcome.LATE);
        assertThat(entities.rows()).isZero();
    }

    @Test
    void shouldCountInAColumnOfAnotherModelOnlyTheEventsSinceThen() {
        read("press", NOON_MS, 3);
        entities.evolveTo(model("hall: text, limit: money", "sum, min"), null);
        read("press", NOON_MS, 4);

        assertThat(entities.answer(ask("press"))).containsExactly(Arrays.asList("press", null, null, 2L, 7L, 4L));
    }

    @Test
    void shouldRefuseAModelWithOtherAttributes() {
        assertFails(IllegalArgumentException.class, () -> entities.evolveTo(model("hall: text", "sum"), null))
                .hasMessage(
                        "attributes=[hall] of the model 'devices' are not [hall, limit]. Give a model with the same.");
    }

    @Test
    void shouldRefuseAnotherQuery() {
        assertFails(IllegalArgumentException.class, () -> entities.answer(AskedQuery.withDefaults("verify")))
                .hasMessage("query=verify is not recomputed. Give a query for one sensor.");
    }

    private PlainMatrix.Outcome read(String sensor, long timeMs, long value) {
        return read(sensor, timeMs, timeMs, value);
    }

    private PlainMatrix.Outcome read(String sensor, long clockMs, long timeMs, long value) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        event.keyText(sensor);
        event.timestampMs(timeMs);
        event.clockMs(clockMs);
        event.values().bits(0, value);
        return entities.event(event);
    }

    private static AskedQuery ask(String sensor) {
        return new AskedQuery("sensor", Map.of("sensorId", sensor));
    }

    private static Model model(String attributes, String functions) {
        return ModelFile.parse("""
                model: devices
                entity: sensor
                event: reading
                key: {name: sensorId, type: text}
                time: at
                fields: {x: int}
                attributes: {%s}
                windows: [1 day]
                aggregates: {events: [count], x: [%s]}
                """.formatted(attributes, functions), "model.yaml");
    }
}
