package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangedModelTest {
    private static final EntityId CARD = EntityId.of(7);
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static Model model(String items) {
        return ModelFile.parse("""
                {model: m, entity: card, event: payment, key: cardId, time: at, fields: {items: %s},
                 windows: [last 3 events], aggregates: {events: [count], items: [min, max, sum]}}""".formatted(items), "m");
    }

    private static void pay(ModelPartitions cards, Integer items) {
        DeclaredEvent event = new DeclaredEvent(cards.schema().model().event());
        event.keyNumber(CARD.number());
        event.timestampMs(NOON_MS);
        if (items != null) {
            event.values().bits(0, items);
        }
        cards.event(event);
    }

    /** Earlier events lack a field all the same once it is required. */
    @Test
    void shouldKnowWhichOfTheLastEventsLackedAField() {
        ModelPartitions optional = new ModelPartitions(
                model("{type: int, optional: true}"), List.of(), EntityTables.NONE, 1, ZoneOffset.UTC);
        pay(optional, 5);
        pay(optional, null);
        pay(optional, -7);
        ModelPartitions required = optional.restored(model("int"), List.of(), EntityTables.NONE, 1);
        pay(required, -9);
        assertThat(required.ask(CARD).rows().get(0)).contains(3L, -9L, -7L, -16L);
    }
}
