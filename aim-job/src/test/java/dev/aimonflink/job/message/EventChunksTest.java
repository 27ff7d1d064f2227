package dev.aimonflink.job.message;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.EventReader;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventChunksTest {
    private static final int KEY_GROUPS = 128;
    private static final long SEED = 7;

    private final List<MatrixInput> sent = new ArrayList<>();
    private long nowMicros;
    private final EventChunks chunks =
            new EventChunks(CallModel.eventType(), KEY_GROUPS, 0, () -> nowMicros++, sent::add);

    private static DeclaredEvent call(long subscriberId, long offset) {
        return CallMessages.placed(new Event(subscriberId, 1 + offset, 61, 1.25f, false), 3, offset);
    }

    /** The subscriber, time, partition and offset of an event. */
    private static List<Long> placeOf(DeclaredEvent event) {
        return List.of(event.keyNumber(), event.timestampMs(), (long) event.partition(), event.offset());
    }

    private List<DeclaredEvent> eventsSent() {
        return sent.stream()
                .flatMap(each -> CallMessages.eventsOf(each).stream())
                .toList();
    }

    @Test
    void shouldSendEventsWhenFlushed() {
        chunks.add(call(7, 1));
        assertThat(sent).isEmpty();
        chunks.flush();
        assertThat(sent).containsExactly(CallMessages.of(List.of(call(7, 1))));
        chunks.flush();
        assertThat(sent).hasSize(1);
    }

    @Test
    void shouldSendEachEventOnceAndThoseOfASubscriberInTheirOrder() {
        Random random = new Random(SEED);
        List<List<Long>> added = new ArrayList<>();
        for (int offset = 0; offset < 20_000; offset++) {
            DeclaredEvent call = call(random.nextInt(300), offset);
            added.add(placeOf(call));
            chunks.add(call);
            if (random.nextInt(1_000) == 0) {
                chunks.flush();
            }
        }
        chunks.flush();
        List<DeclaredEvent> events = eventsSent();
        assertThat(events.stream().map(EventChunksTest::placeOf))
                .as("seed=%d", SEED)
                .containsExactlyInAnyOrderElementsOf(added);
        for (long subscriberId = 0; subscriberId < 300; subscriberId++) {
            long id = subscriberId;
            assertThat(events.stream().filter(each -> each.keyNumber() == id).mapToLong(DeclaredEvent::offset))
                    .as("subscriber %d, seed=%d", id, SEED)
                    .isSorted();
        }
    }

    /** So that any rescaling sends a chunk to the partition that owns all of its entities. */
    @Test
    void shouldCollectEventsOfOneKeyGroupInAChunk() {
        for (int id = 0; id < 10_000; id++) {
            chunks.add(call(id, id));
        }
        chunks.flush();
        assertThat(sent).allSatisfy(input -> {
            List<DeclaredEvent> events = CallMessages.eventsOf(input);
            assertThat(events).hasSizeBetween(1, EventChunks.MAX_EVENTS);
            assertThat(events.stream()
                            .map(each -> KeyGroupRangeAssignment.assignToKeyGroup(each.keyNumber(), KEY_GROUPS))
                            .distinct())
                    .hasSize(1);
            MatrixInput.Events chunk = (MatrixInput.Events) input;
            assertThat(chunk.key()).isEqualTo(events.get(0).key());
            assertThat(chunk.newestMs())
                    .isEqualTo(events.stream()
                            .mapToLong(DeclaredEvent::timestampMs)
                            .max()
                            .orElseThrow());
        });
        assertThat(sent.size()).isLessThan(1_000);
    }

    /** The clock goes on by a microsecond with each reading. */
    @Test
    void shouldGiveAllChunksOfAFlushTheTimeOfItsFirstEvent() {
        nowMicros = 1_000;
        for (int id = 0; id < 3; id++) {
            chunks.add(call(id, id));
        }
        chunks.flush();
        assertThat(decodedMicros()).containsExactly(1_000L, 1_000L, 1_000L);
        chunks.flush();
        sent.clear();
        for (int i = 0; i <= EventChunks.MAX_EVENTS; i++) {
            chunks.add(call(7, i));
        }
        chunks.flush();
        assertThat(decodedMicros()).as("a full chunk and the one after it").containsExactly(1_001L, 1_002L);
    }

    private List<Long> decodedMicros() {
        return sent.stream()
                .map(each -> ((MatrixInput.Events) each).decodedMicros())
                .toList();
    }

    @Test
    void shouldCollectEventsOfTextKeysByTheirKeyGroup() {
        EventType ofTexts = new EventType("event", new EntityKey("id", true), "at", List.of());
        EventChunks texts = new EventChunks(ofTexts, KEY_GROUPS, 0, () -> nowMicros, sent::add);
        EventReader reader = new EventReader(ofTexts);
        List<String> seen = new ArrayList<>();
        for (int id = 0; id < 5_000; id++) {
            DeclaredEvent event = new DeclaredEvent(ofTexts);
            event.keyText("Z\u00fcrich " + id);
            texts.add(event);
        }
        texts.flush();
        for (MatrixInput input : sent) {
            MatrixInput.Events chunk = (MatrixInput.Events) input;
            reader.begin(chunk.packed());
            DeclaredEvent event = new DeclaredEvent(ofTexts);
            for (int i = 0; i < chunk.count(); i++) {
                reader.readWithPosition(event);
                seen.add(event.keyText());
                assertThat(KeyGroupRangeAssignment.assignToKeyGroup(event.keyText(), KEY_GROUPS))
                        .isEqualTo(KeyGroupRangeAssignment.assignToKeyGroup(
                                chunk.key().text(), KEY_GROUPS));
            }
        }
        assertThat(seen).doesNotHaveDuplicates().hasSize(5_000);
    }
}
