package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A task that a savepoint, the end of its input, or a cancellation ends while there is something to scan. */
@ParameterizedClass
@EnumSource(ScanMode.class)
class StoppedMatrixTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final long PANE_MS = 3_600_000;

    private static final Duration LONGEST_SCAN = Duration.ofSeconds(30);

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

    private static final String TWO_ROUNDS =
            "SELECT count(*) FROM cards WHERE count_events_this_day > (SELECT count_events_this_day FROM cards)";

    /** Each look at the clock finds that a slice is over. */
    private final AtomicLong nanos = new AtomicLong();

    private volatile boolean clockStands;
    private final ScanMode mode;

    @TempDir
    private Path folder;

    private MatrixPartitions matrix;
    private MatrixHarness partition;

    StoppedMatrixTest(ScanMode mode) {
        this.mode = mode;
    }

    @BeforeEach
    void open() throws Exception {
        matrix = new MatrixPartitions(
                ModelSettings.of(MODEL, EntityTables.NONE, folder, "--aim.scans.mode=" + mode.label()),
                new HashMapStateBackend(),
                1,
                () -> nanos.addAndGet(clockStands ? 0 : ScanSchedule.SLICE_NANOS));
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
        scan("SELECT count(*) FROM cards");
    }

    private void scan(String text) throws Exception {
        matrix.submit(new AskedQuery("sql", Map.of("text", text)));
    }

    /** How far a scan is when its task ends. */
    private enum Scan {
        WAITS {
            @Override
            void begin(StoppedMatrixTest test) throws Exception {
                test.scan();
            }
        },
        RUNS {
            @Override
            void begin(StoppedMatrixTest test) throws Exception {
                test.scan();
                test.matrix.beginScans();
            }
        },
        IS_DONE_BUT_FOR_ITS_MAILS {
            @Override
            void begin(StoppedMatrixTest test) throws Exception {
                RUNS.begin(test);
                long deadlineNanos = System.nanoTime() + LONGEST_SCAN.toNanos();
                while (!test.partition.hasAnsweredBeside() && test.mode == ScanMode.S2) {
                    assertThat(System.nanoTime()).isLessThan(deadlineNanos);
                    Thread.onSpinWait();
                }
            }
        },
        HOLDS_ITS_CUT {
            @Override
            void begin(StoppedMatrixTest test) throws Exception {
                test.clockStands = true;
                test.scan(TWO_ROUNDS);
                test.partition.drain();
                assertThat(test.partition.parts()).hasSize(1);
            }
        };

        abstract void begin(StoppedMatrixTest test) throws Exception;
    }

    private void assertThatNothingIsLeft() {
        assertThat(partition.parts()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("aim-scan"));
        assertThat(partition.failure()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendNothingOfAScanAfterTheEndOfItsInput(Scan scan) throws Exception {
        scan.begin(this);
        partition.getOperator().finish();
        partition.drain();
        partition.stopWithSavepoint(1);
        partition.notifyOfCompletedCheckpoint(1);
        partition.drain();
        partition.endMails();
        assertThatNothingIsLeft();
    }

    /** The savepoint waits for no scan. Until its task takes no further mail, the job goes on. */
    @ParameterizedTest
    @EnumSource
    void shouldEndAScanByASavepoint(Scan scan) throws Exception {
        scan.begin(this);
        partition.stopWithSavepoint(1);
        partition.notifyOfCompletedCheckpoint(1);
        partition.endMails();
        partition.parts();
        partition.close();
        assertThatNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingOfAScanWhereItIsCancelled(Scan scan) throws Exception {
        scan.begin(this);
        partition.close();
        assertThatNothingIsLeft();
    }

    /** A mailbox that takes no mail ends the scan thread before its task is closed. */
    @Test
    void shouldEndTheScanThreadWhereItsMailsAreRefused() throws Exception {
        scan();
        partition.runMail();
        assertThat(partition.endMails()).as("the one that begins the pass").isPositive();
        long deadlineNanos = System.nanoTime() + LONGEST_SCAN.toNanos();
        while (partition.isScannedBeside()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
        partition.parts();
        assertThatNothingIsLeft();
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
