package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PaneTurnsTest {
    private static final int ENTITIES = 2_000;

    private final AnswerChecks checks = new AnswerChecks();

    private PaneTurns turns(String window, HeapRecords records) {
        PaneTurns turns = new PaneTurns(MeasuredModel.withWindow(window), ENTITIES, 7, records, checks);
        turns.fill();
        return turns;
    }

    @ParameterizedTest
    @ValueSource(strings = {"last 4 hours", "last 2 days by 6 hours", "1 day"})
    void shouldFindEveryValueRightThroughManyTurns(String window) {
        PaneTurns turns = turns(window, new HeapRecords());
        for (int i = 0; i < 2; i++) {
            assertThat(turns.apply().eventMs()).isPositive();
            assertThat(turns.applyToNextPane().sliceMs()).isPositive();
            PaneTurns.Scans scans = turns.scan();
            assertThat(scans.usualMs()).isPositive();
            assertThat(scans.firstMs()).isPositive();
            assertThat(turns.refillMs()).isPositive();
        }
        turns.examine();
        assertThat(checks.complaints()).isEmpty();
        assertThat(checks.answers().verified()).as("12 scans and some entities").isGreaterThan(20);
    }

    /** A day of the papers' calls, which no pane slides through. */
    @Test
    void shouldTurnTheDayOfCalls() {
        PaneTurns turns = new PaneTurns(MeasuredModel.of("aim-42"), ENTITIES, 7, new HeapRecords(), checks);
        turns.fill();
        assertThat(turns.applyToNextPane().eventMs()).isPositive();
        turns.examine();
        assertThat(checks.complaints()).isEmpty();
    }

    /** Events of half of the entities are lost. */
    @Test
    void shouldFindWrongValues() {
        PaneTurns turns = turns("last 4 hours", new HeapRecords() {
            @Override
            public EntityRecord find(DeclaredEvent event) {
                EntityRecord record = super.find(event);
                return event.keyNumber() < ENTITIES / 2 ? record : record.copy();
            }

            @Override
            public void store(EntityRecord record) {
                if (find(record.key()) == null) {
                    super.store(record);
                }
            }
        });
        turns.examine();
        Answers answers = checks.answers();
        assertThat(answers.wrong()).isPositive();
    }
}
