package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.query.serve.mode.CostPolicy;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanPolicy;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ScheduleTest {
    private static final int ENTITIES = 3_000;
    private static final double MOST_SECONDS = 20;

    private final MeasuredModel measured = MeasuredModel.of("aim-42");
    private final Loads loads = Loads.of(measured, ENTITIES, 7);
    private final Sequences sequences = new Sequences(loads, 5_000);

    @Test
    void shouldRunAllSequencesOfEachCourseWhateverIsChosen() {
        try (TaskThread partition = new TaskThread(measured, ENTITIES, loads.lookUps())) {
            for (ScanPolicy policy : List.of(new CostPolicy(true), PaperPolicy.USUAL)) {
                partition.choose(policy);
                for (Sequences.Course course : sequences.all()) {
                    Sequences.Done done = course.run(partition, ScanSetting.ADAPTIVE, MOST_SECONDS);
                    assertThat(done.turns().stream().mapToLong(turn -> turn.answers))
                            .as("%s", course.name())
                            .allMatch(answers -> answers
                                    == 3L * Sequences.COUNT / course.phases().size());
                    assertThat(IntStream.range(0, Sequences.PARTS).mapToDouble(done::msOfSequence))
                            .allMatch(ms -> ms > 0);
                    assertThat(done.msOfSequence())
                            .isCloseTo(
                                    IntStream.range(0, Sequences.PARTS)
                                            .mapToDouble(done::msOfSequence)
                                            .average()
                                            .orElseThrow(),
                                    within(1e-6));
                }
            }
            assertThat(partition.failures()).isEmpty();
            assertThat(partition.compare().differences()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskOfRowsThatAreFresh(ScanMode mode) {
        try (TaskThread partition = new TaskThread(measured, ENTITIES, loads.lookUps())) {
            Held held = new Held();
            for (int events : new int[] {0, 500}) {
                Turn.Answered answered = partition.askOfFresh(events, held, loads.query("q1"), new ScanSetting(mode));
                assertThat(answered.part().scan().mode()).isEqualTo(mode);
                assertThat(answered.part().scan().freshRows())
                        .as("of %d events", events)
                        .isBetween(events == 0 ? 0L : 1L, (long) events);
            }
            assertThat(partition.failures()).isEmpty();
            assertThat(partition.compare().differences()).isEmpty();
        }
    }
}
