package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.EntityId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class KeyListTest {
    private static void assertKept(List<EntityId> keys) throws IOException {
        KeyList list = new KeyList();
        for (int round = 0; round < 2; round++) {
            keys.forEach(key -> list.add(key.value()));
            List<EntityId> drained = new ArrayList<>();
            list.drain(drained::add);
            assertThat(drained).isEqualTo(keys);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                KeyList.KEYS_A_CHUNK - 1,
                KeyList.KEYS_A_CHUNK,
                KeyList.KEYS_A_CHUNK + 1,
                3 * KeyList.KEYS_A_CHUNK + 7
            })
    void shouldGiveBackWhatItWasGivenOnce(int count) throws IOException {
        assertKept(LongStream.range(0, count).mapToObj(EntityId::of).toList());
        assertKept(
                LongStream.range(0, count).mapToObj(n -> EntityId.of("k" + n)).toList());
    }
}
