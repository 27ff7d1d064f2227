package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.request.AskedQuery;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A task that a savepoint or the end of its input ends while there is something to scan. */
class StoppedMatrixTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final long PANE_MS = 3_600_000;

    /** More than a slice reads. */
    private static final int CARDS = 500;

    private static final Model MODEL = ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            windows: [1 day, last 24 hours]
            aggregates: {events: [count]}
            """, "payments.yaml");

    /** Each look at the clock finds that a slice is over. */
    private final AtomicLong nanos = new AtomicLong();

    @TempDir
    private Path folder;

    private MatrixPartitions matrix;
    private MatrixHarness partition;

    @BeforeEach
    void open() throws Exception {
        matrix = new MatrixPartitions(
                ModelSettings.of(MODEL, EntityTables.NONE, folder),
                new HashMapStateBackend(),
                1,
                () -> nanos.addAndGet(ScanSchedule.SLICE_NANOS));
        partition = matrix.all().get(0);
        List<DeclaredEvent> payments = new ArrayList<>();
        for (int card = 1; card <= CARDS; card++) {
            DeclaredEvent payment = new DeclaredEvent(MODEL.event());
            payment.keyNumber(card);
            payment.timestampMs(NOON_MS);
            payments.add(payment);
        }
        matrix.events(payments, new Random(1));
        partition.drain();
        partition.parts();
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private void refill() throws Exception {
        matrix.turn(NOON_MS + PANE_MS);
    }

    private void verify() throws Exception {
        matrix.submit(AskedQuery.withDefaults("verify"));
    }

    private void scan() throws Exception {
        matrix.submit(new AskedQuery("sql", Map.of("text", "SELECT count(*) FROM cards")));
    }

    @Test
    void shouldEndAScanWhereItsTaskTakesNoFurtherMail() throws Exception {
        scan();
        verify();
        refill();
        assertThat(partition.endMails()).isPositive();
        assertThat(partition.parts()).as("there was more to do").isEmpty();
    }

    @Test
    void shouldNotBeWokenByTheSavepointThatEndsTheJob() throws Exception {
        verify();
        refill();
        partition.stopWithSavepoint(1);
        partition.drain();
        partition.notifyOfCompletedCheckpoint(1);
        assertThat(partition.endMails()).isZero();
        assertThat(partition.parts()).isEmpty();
    }

    /** The savepoint of one that goes on wakes it. */
    @Test
    void shouldEndWhereTheTaskEndsAfterACheckpointHasWokenIt() throws Exception {
        verify();
        refill();
        partition.snapshot(1, 0);
        partition.drain();
        partition.notifyOfCompletedCheckpoint(1);
        assertThat(partition.endMails()).isPositive();
        assertThat(partition.parts()).isEmpty();
    }

    @Test
    void shouldSendNothingAfterTheEndOfItsInput() throws Exception {
        scan();
        verify();
        refill();
        partition.getOperator().finish();
        partition.drain();
        partition.stopWithSavepoint(1);
        partition.notifyOfCompletedCheckpoint(1);
        partition.drain();
        assertThat(partition.parts()).isEmpty();
    }
}
