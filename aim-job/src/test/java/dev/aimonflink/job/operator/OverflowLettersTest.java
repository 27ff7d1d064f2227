package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Sends payments for which a column has no room, and reads what their dead letters say. */
class OverflowLettersTest {
    private static final Model MODEL = ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {amount: money, items: {type: int, sum: int}}
            filters: {refund: amount < 0}
            windows: [1 day, last 24 hours, last 1000 events]
            aggregates: {amount: [stdev, var], items: [sum]}
            """, "payments.yaml");

    private static final long NOON_MS = 1_795_003_200_000L;

    /** The share of one event, and that of a pane. */
    private static final int MOST_ITEMS = Integer.MAX_VALUE / 1_000;

    private static final int MOST_ITEMS_IN_A_PANE = Integer.MAX_VALUE / 24;

    private static final String ALL_ITEMS_OF_A_PANE = "items=%d would overflow sum_items_last_24_hours of card 7 in the"
            + " window 'last 24 hours': in the model, give fewer panes, take out 'sum: int', or leave out sum";

    @TempDir
    private Path folder;

    private static DeclaredEvent payment(long cents, int items) {
        DeclaredEvent payment = new DeclaredEvent(MODEL.event());
        payment.keyNumber(7);
        payment.timestampMs(NOON_MS);
        payment.values().bits(0, cents);
        payment.values().bits(1, items);
        return payment;
    }

    @Test
    void shouldNameTheColumnWhereRecordsAreOnTheHeap() throws Exception {
        checkLetters(new HashMapStateBackend());
    }

    @Test
    void shouldNameTheColumnWhereRecordsAreInRocksDb() throws Exception {
        checkLetters(new EmbeddedRocksDBStateBackend());
    }

    private void checkLetters(StateBackend backend) throws Exception {
        JobSettings settings = ModelSettings.of(MODEL, new EntityTables(List.of()), folder, "--aim.events.format=json");
        MatrixPartitions matrix = new MatrixPartitions(settings, backend, 1);
        List<DeclaredEvent> payments = new ArrayList<>();
        for (int i = 0; i < MOST_ITEMS_IN_A_PANE / MOST_ITEMS; i++) {
            payments.add(payment(1_000, MOST_ITEMS));
        }
        int counted = payments.size();
        int left = MOST_ITEMS_IN_A_PANE - counted * MOST_ITEMS;
        payments.add(payment(1_000, left + 1));
        payments.add(payment(3_037_000_500L, 0));
        payments.add(payment(-619_925_132, 0));
        payments.add(payment(96_038_389, 0));
        payments.add(payment(0, MOST_ITEMS + 1));
        payments.add(payment(0, left));
        // The events of a chunk are all read before the first one is counted.
        matrix.events(payments, new Random(1));
        assertThat(sentences(matrix))
                .containsExactly(
                        ALL_ITEMS_OF_A_PANE.formatted(left + 1),
                        "amount=30370005.00 would overflow squares_amount_this_day of card 7 in the window '1 day': in"
                                + " the model, declare a smaller range, or leave out stdev and var",
                        "amount=-6199251.32 would overflow squares_amount_last_24_hours of card 7 in the window 'last"
                                + " 24 hours': in the model, declare a smaller range, give fewer panes, or leave out"
                                + " stdev and var",
                        "amount=960383.89 would overflow squares_amount_last_1000_events of card 7 in the window 'last"
                                + " 1000 events': in the model, declare a smaller range, give fewer last events, or"
                                + " leave out stdev and var",
                        ALL_ITEMS_OF_A_PANE.formatted(MOST_ITEMS + 1));
        MatrixHarness only = matrix.all().get(0);
        assertThat(only.counter(AimMetrics.EVENTS_APPLIED)).isEqualTo(counted + 1);
        assertThat(only.counter("deadLettersOverflow")).isEqualTo(5);
        matrix.close();
    }

    private static List<String> sentences(MatrixPartitions matrix) {
        return matrix.all().get(0).getSideOutput(SideOutputs.DEAD_LETTERS).stream()
                .map(letter -> letter.getValue().reason())
                .toList();
    }
}
