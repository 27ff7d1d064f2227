package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MatrixTest {
    private final Matrix matrix = Matrix.of(new Population(CallModel.schema(42), 100), new ScalarKernels());

    @Test
    void shouldAnswerInTheQueriesOrderEvenIfALongOneHasAPassOfItsOwn() {
        List<Busy> queries = List.of(new Busy(20), new Busy(1));
        for (int round = 0; round < 2; round++) {
            assertThat(matrix.scanTogether(queries))
                    .extracting(
                            part -> part.readPartial().states(0, Counts.class).count(0))
                    .as("round %d", round)
                    .containsExactly(20L, 1L);
        }
    }

    /** Keeps a core busy for each block, and answers for how long. */
    private record Busy(int millis) implements Scannable, Scan {
        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            return this;
        }

        @Override
        public void scan(Block block, int rows) {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - endNanos < 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        public Partial partial() {
            return Partial.of(new Counts().add(millis));
        }
    }
}
