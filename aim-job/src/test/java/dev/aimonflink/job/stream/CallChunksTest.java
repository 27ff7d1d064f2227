package dev.aimonflink.job.stream;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.job.stream.MatrixInput.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallChunksTest {
    private static final int KEY_GROUPS = 128;
    private static final long SEED = 7;

    private final List<MatrixInput> sent = new ArrayList<>();
    private final CallChunks chunks = new CallChunks(KEY_GROUPS, sent::add);

    private static Call call(long subscriberId, long offset) {
        return new Call(new Event(subscriberId, 1, 61, 1.25f, false), 0, offset);
    }

    private static List<Call> callsOf(MatrixInput input) {
        return input instanceof MatrixInput.Calls chunk ? chunk.calls() : List.of((Call) input);
    }

    @Test
    void shouldSendALonelyCallAsItIs() {
        chunks.add(call(7, 1));
        assertThat(sent).isEmpty();
        chunks.flush();
        assertThat(sent).containsExactly(call(7, 1));
        chunks.flush();
        assertThat(sent).hasSize(1);
    }

    @Test
    void shouldSendEachCallOnceAndThoseOfASubscriberInTheirOrder() {
        Random random = new Random(SEED);
        List<Call> added = new ArrayList<>();
        for (int offset = 0; offset < 20_000; offset++) {
            Call call = call(random.nextInt(300), offset);
            added.add(call);
            chunks.add(call);
            if (random.nextInt(1_000) == 0) {
                chunks.flush();
            }
        }
        chunks.flush();
        List<Call> calls = sent.stream().flatMap(each -> callsOf(each).stream()).toList();
        assertThat(calls).as("seed=%d", SEED).containsExactlyInAnyOrderElementsOf(added);
        for (long subscriberId = 0; subscriberId < 300; subscriberId++) {
            long id = subscriberId;
            assertThat(calls.stream().filter(each -> each.subscriberId() == id).mapToLong(Call::offset))
                    .as("subscriber %d, seed=%d", id, SEED)
                    .isSorted();
        }
    }

    /** So that any rescaling sends a chunk to the partition that owns all of its subscribers. */
    @Test
    void shouldCollectCallsOfOneKeyGroupInAChunk() {
        for (int id = 0; id < 10_000; id++) {
            chunks.add(call(id, id));
        }
        chunks.flush();
        assertThat(sent).allSatisfy(input -> {
            assertThat(callsOf(input)).hasSizeBetween(1, CallChunks.MAX_CALLS);
            assertThat(callsOf(input).stream()
                            .map(each -> KeyGroupRangeAssignment.assignToKeyGroup(each.subscriberId(), KEY_GROUPS))
                            .distinct())
                    .hasSize(1);
        });
        assertThat(sent.size()).isLessThan(1_000);
    }
}
