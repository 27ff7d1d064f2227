package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.Model;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PooledEventsTest {
    private static final long NOW_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private static final Model MODEL = model("cardId");
    private static final Model OF_TEXTS = model("{name: cardId, type: text}");

    private static Model model(String key) {
        return ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: %s
                time: at
                fields:
                  amount: {type: money, min: 0, max: 100}
                  bookedAt: time
                windows: [1 day]
                aggregates: {amount: [sum]}
                """.formatted(key), "payments");
    }

    private static List<byte[]> encoded(Model model, long seed, int events) {
        PooledEvents pooled = new PooledEvents(model, seed, 100, Distribution.uniform(), NOW_MS);
        BinaryModelCodec codec = new BinaryModelCodec(model);
        List<byte[]> drawn = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            drawn.add(codec.encode(pooled.next(NOW_MS + i)));
        }
        return drawn;
    }

    @Test
    void shouldDrawTheSameEventsFromTheSameSeed() {
        int more = PooledEvents.POOL + 10;
        assertThat(encoded(MODEL, 7, more)).usingRecursiveComparison().isEqualTo(encoded(MODEL, 7, more));
        assertThat(encoded(MODEL, 7, 10)).usingRecursiveComparison().isNotEqualTo(encoded(MODEL, 8, 10));
        assertThat(encoded(OF_TEXTS, 7, 10)).usingRecursiveComparison().isEqualTo(encoded(OF_TEXTS, 7, 10));
    }

    @Test
    void shouldDrawEventsWithoutFault() {
        PooledEvents pooled = new PooledEvents(MODEL, 7, 100, Distribution.uniform(), NOW_MS);
        EventFaults faults = new EventFaults(MODEL.event());
        for (int i = 0; i < PooledEvents.POOL; i++) {
            DeclaredEvent event = pooled.next(NOW_MS);
            assertThat(faults.of(event)).isNull();
            assertThat(event.values().bits(1)).isBetween(NOW_MS - ModelEventGenerator.TIME_SPAN_MS, NOW_MS);
        }
    }

    /** The pool is over long before every entity has had an event. */
    @Test
    void shouldDrawTheEntityAnewForEachEvent() {
        PooledEvents pooled = new PooledEvents(MODEL, 7, 10_000, Distribution.uniform(), NOW_MS);
        Set<Long> entities = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            entities.add(pooled.next(NOW_MS).keyNumber());
        }
        assertThat(entities).hasSize(10_000).allMatch(entity -> entity >= 0 && entity < 10_000);
    }

    @Test
    void shouldGiveTheEntityThatIsAskedFor() {
        PooledEvents pooled = new PooledEvents(OF_TEXTS, 7, 100, Distribution.uniform(), NOW_MS);
        DeclaredEvent event = pooled.next(17, NOW_MS + 5);
        assertThat(event.key()).isEqualTo(EntityId.of("card-0000017"));
        assertThat(event.timestampMs()).isEqualTo(NOW_MS + 5);
    }

    @Test
    void shouldShareEntitiesSoThatEachHasOneMaker() {
        Set<Long> all = new HashSet<>();
        for (int share = 0; share < 3; share++) {
            PooledEvents pooled = new PooledEvents(MODEL, share, 100, Distribution.uniform(), NOW_MS, share, 3);
            Set<Long> own = new HashSet<>();
            for (int i = 0; i < 3_000; i++) {
                own.add(pooled.next(NOW_MS).keyNumber());
            }
            int remainder = share;
            assertThat(own).allMatch(entity -> entity % 3 == remainder);
            all.addAll(own);
        }
        assertThat(all).hasSize(100).allMatch(entity -> entity >= 0 && entity < 100);
    }
}
