package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageLayout;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.format.event.EventWriter;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.nio.file.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Messages that an unaligned checkpoint holds, restored by a job with another model. */
class MessagesOfAnotherModelTest {
    private static final long NOON_MS = 1_795_132_800_000L;

    private static final String TEXT = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {amount: int, items: int}
            attributes: {city: text}
            windows: [1 day]
            aggregates: {amount: [sum], items: [sum]}
            """;

    private static final Model MODEL = ModelFile.parse(TEXT, "payments.yaml");

    /** Its events have as many bytes, and another meaning. */
    private static final Model OTHER = ModelFile.parse(
            TEXT.replace("amount: int, items: int", "items: int, amount: int").replace("city: text", "country: text"),
            "payments.yaml");

    @TempDir
    private Path folder;

    private MatrixHarness matrix;

    @BeforeEach
    void open() throws Exception {
        matrix = new MatrixHarness(ModelSettings.of(MODEL, EntityTables.NONE, folder), new HashMapStateBackend(), 0, 1);
        matrix.open();
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private static MatrixInput.Events events(Model model, long layout) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        event.keyNumber(7);
        event.timestampMs(NOON_MS);
        event.values().bits(0, 1);
        event.values().bits(1, 2);
        EventWriter writer = new EventWriter(model.event());
        writer.writeWithPosition(event);
        return new MatrixInput.Events(EntityId.of(7), 1, NOON_MS, 0, 0, layout, 0, -1, writer.take());
    }

    private static MatrixInput.ProfileChange profile(long layout) {
        return new MatrixInput.ProfileChange(EntityId.of(7), Attributes.of("Bern"), layout, 0, 0);
    }

    private long applied(String metric) {
        return matrix.counter(metric);
    }

    @Test
    void shouldApplyThoseOfTheModelAndOfAnEarlierRelease() throws Exception {
        matrix.process(events(MODEL, MessageLayout.ofEvents(MODEL.event())));
        matrix.process(events(MODEL, MessageLayout.UNKNOWN));
        assertThat(applied(AimMetrics.EVENTS_APPLIED)).isEqualTo(2);
        matrix.process(profile(MessageLayout.ofProfiles(MODEL.entity())));
        matrix.process(profile(MessageLayout.UNKNOWN));
        assertThat(applied(AimMetrics.PROFILES_APPLIED)).isEqualTo(2);
    }

    @Test
    void shouldRefuseEventsOfAnotherModel() {
        assertFails(
                        SuppressRestartsException.class,
                        () -> matrix.process(events(OTHER, MessageLayout.ofEvents(OTHER.event()))))
                .hasRootCauseMessage("The state to restore has events in flight of a model with other fields than"
                        + " model=payments. Restore it with the model that it was taken with, stop the job with a"
                        + " savepoint, which has nothing in flight, and restore that with the changed model.");
        assertThat(applied(AimMetrics.EVENTS_APPLIED)).isZero();
    }

    @Test
    void shouldRefuseProfilesOfAnotherModel() {
        assertFails(
                        SuppressRestartsException.class,
                        () -> matrix.process(profile(MessageLayout.ofProfiles(OTHER.entity()))))
                .hasRootCauseMessage("The state to restore has profiles in flight of a model with other attributes than"
                        + " model=payments. Restore it with the model that it was taken with, stop the job with a"
                        + " savepoint, which has nothing in flight, and restore that with the changed model.");
        assertThat(applied(AimMetrics.PROFILES_APPLIED)).isZero();
    }
}
