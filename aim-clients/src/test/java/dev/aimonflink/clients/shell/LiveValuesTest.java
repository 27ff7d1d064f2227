package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.TestModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LiveValuesTest {
    private static final Model DEVICES = ModelFile.parse(TestModels.DEVICES_YAML, "devices.yaml");
    private static final String STATEMENT = "SELECT DISTINCT \"site\" FROM devices ORDER BY 1 LIMIT 1001";

    private final List<String> asked = new ArrayList<>();
    private List<List<Object>> rows = List.of(List.of("hall 1"), Collections.singletonList(null), List.of("it's here"));
    private long nowNanos;

    private final LiveValues live = new LiveValues(
            statement -> {
                asked.add(statement);
                return rows;
            },
            () -> nowNanos);

    private List<String> words(String before) {
        return new Completion(Words.of(DEVICES, live)).of(before).words();
    }

    @Test
    void shouldAskForTheValuesOfATextThatTheModelDoesNotKnow() {
        assertThat(words("SELECT 1 FROM devices WHERE site = '")).containsExactly("hall 1'", "it''s here'");
        assertThat(words("SELECT 1 FROM devices d WHERE d.site IN ('hall 1', 'it"))
                .containsExactly("it''s here'");
        assertThat(asked).containsExactly(STATEMENT);
    }

    @Test
    void shouldAskAgainAfterAMinute() {
        words("SELECT 1 FROM devices WHERE site = '");
        nowNanos = LiveValues.KEPT.toNanos();
        words("SELECT 1 FROM devices WHERE site = '");
        assertThat(asked).hasSize(1);
        rows = List.of(List.of("hall 2"));
        nowNanos++;
        assertThat(words("SELECT 1 FROM devices WHERE site = '")).containsExactly("hall 2'");
        assertThat(asked).containsExactly(STATEMENT, STATEMENT);
    }

    @Test
    void shouldNotAskAJobThatDoesNotAnswerAtEachKey() {
        rows = List.of();
        assertThat(words("SELECT 1 FROM devices WHERE site = '")).isEmpty();
        assertThat(words("SELECT 1 FROM devices WHERE site = 'h")).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldListNoMoreThanAPersonCanRead() {
        rows = many(LiveValues.MAX_VALUES);
        assertThat(words("SELECT 1 FROM devices WHERE site = '")).hasSize(LiveValues.MAX_VALUES);
        nowNanos = LiveValues.KEPT.toNanos() + 1;
        rows = many(LiveValues.MAX_VALUES + 1);
        assertThat(words("SELECT 1 FROM devices WHERE site = '")).isEmpty();
    }

    private static List<List<Object>> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> List.<Object>of("hall " + i))
                .toList();
    }

    /** Of keys there are as many as entities, numbers are in no quotes, and the model knows the labels of an enumeration. */
    @Test
    void shouldAskForNothingElse() {
        words("SELECT 1 FROM devices WHERE device_id = '");
        words("SELECT 1 FROM devices WHERE floor = '");
        assertThat(words("SELECT 1 FROM devices WHERE model = '")).containsExactly("A'", "B'", "C'");
        assertThat(asked).isEmpty();
    }
}
