package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.ExpectedMatrix;
import dev.aimonflink.matrix.plain.ExpectedMatrix.Outcome;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.ColumnChoice;
import dev.aimonflink.testing.Scale;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Partitions of any model and the oracle get the same updates and must hold the same values. */
class AnyModelTest {
    private static final int MODELS = Scale.times(50);
    private static final int STEPS = 100;
    private static final long FIRST_SEED_OF_CHANGES = 1_000_001;

    /** Few, because a column has room for a block of rows from the first one on. */
    private static final int MAX_COLUMNS = 6;

    /** Of one block, and of two values where its window slides. */
    private static final long BYTES_OF_A_WIDE_COLUMN = 2L * Long.BYTES * Block.ROWS;

    private static final List<ZoneId> ZONES = List.of(
            ZoneId.of("UTC"), ZoneId.of("Europe/Zurich"), ZoneId.of("America/St_Johns"), ZoneId.of("Asia/Kathmandu"));

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private int scannedDuringUpdates;
    private int filled;

    @Test
    void shouldHoldWhatTheOracleHolds() {
        for (long seed = 1; seed <= MODELS; seed++) {
            new Run(seed, false).run();
        }
        assertEachHappened();
    }

    @Test
    void shouldHoldWhatTheOracleHoldsThroughChangesOfTheModel() {
        for (long seed = FIRST_SEED_OF_CHANGES; seed < FIRST_SEED_OF_CHANGES + MODELS; seed++) {
            new Run(seed, true).run();
        }
        assertEachHappened();
    }

    private void assertEachHappened() {
        for (Outcome outcome : Outcome.values()) {
            assertThat(outcomes.getOrDefault(outcome, 0))
                    .as("events %s", outcome)
                    .isGreaterThan(MODELS / 3);
        }
        assertThat(scannedDuringUpdates).as("passes during updates").isGreaterThan(MODELS / 3);
        assertThat(filled).as("steps that read columns from records").isGreaterThan(MODELS);
    }

    private final class Run {
        private final String what;
        private final Random random;
        private final boolean changesModel;
        private final RandomUpdates updates;
        private Model model;
        private ExpectedMatrix expected;
        private ModelPartitions matrix;

        Run(long seed, boolean changesModel) {
            what = "seed=" + seed;
            random = new Random(seed);
            this.changesModel = changesModel;
            model = RandomUpdates.model(random, null);
            updates = new RandomUpdates(model, random);
            ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
            expected = new ExpectedMatrix(model, zone);
            matrix = new ModelPartitions(model, columns(), tables(), 1 + random.nextInt(3), zone);
        }

        private EntityTables tables() {
            return RandomModels.tables(model, random);
        }

        /** Those that are kept for scans from the start on. */
        private List<String> columns() {
            List<String> names = new ArrayList<>(MatrixSchema.of(model).columns().stream()
                    .map(StoredColumn::name)
                    .toList());
            Collections.shuffle(names, random);
            return names.subList(0, random.nextInt(Math.min(names.size(), MAX_COLUMNS) + 1));
        }

        /** Lets columns stay that nobody asks, or lets some go: all that are not of the setting, or as many as have no room. */
        private void changeColumns(ColumnChoice choice) {
            choice.look(random.nextBoolean() ? Long.MAX_VALUE : 2 * MAX_COLUMNS * BYTES_OF_A_WIDE_COLUMN);
            switch (random.nextInt(4)) {
                case 0 -> {
                    choice.unpin(choice.saved().keySet());
                    choice.pin(columns());
                }
                case 1 -> choice.unpin(columns());
                case 2 -> choice.drop(choice.saved().keySet());
                default -> {}
            }
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(24)) {
                    case 0, 1 -> passTime();
                    case 2 -> compare(updates.key());
                    case 3 -> scanDuringUpdates();
                    case 4 -> restore();
                    default -> update();
                }
            }
            compareAll();
        }

        private void passTime() {
            long timeMs = updates.later();
            matrix.advanceTo(timeMs);
            expected.advanceTo(timeMs);
        }

        private void update() {
            EntityId key = updates.key();
            switch (random.nextInt(8)) {
                case 0 -> {
                    var attributes = updates.attributes();
                    matrix.profile(key, attributes);
                    expected.profile(key, attributes);
                }
                case 1 -> {
                    if (random.nextInt(3) == 0) {
                        matrix.forget(key);
                        expected.forget(key);
                    }
                }
                default -> {
                    DeclaredEvent event = updates.event();
                    Outcome outcome = matrix.event(event);
                    assertThat(outcome).as(what).isEqualTo(expected.event(event));
                    outcomes.merge(outcome, 1, Integer::sum);
                }
            }
        }

        /** A scan sees the cells of the moment at which its pass began, unless a window turns. */
        private void scanDuringUpdates() {
            ModelPartitions.Owner owner = matrix.any(random);
            changeColumns(owner.partition().columns());
            Map<String, StoredColumn> columns = new LinkedHashMap<>();
            columns().forEach(name -> columns.put(name, matrix.schema().column(name)));
            if (random.nextBoolean()) {
                // Otherwise columns of sliding windows may wait for the refill.
                matrix.finish();
            }
            CellsOfColumns query = new CellsOfColumns(columns);
            owner.partition().submit(new Asker("scan", "client", Long.MAX_VALUE), query);
            owner.partition().submit(new Asker("again", "client", Long.MAX_VALUE), query);
            do {
                if (random.nextInt(3) == 0) {
                    update();
                }
                owner.runSlice(0);
                if (owner.partition().queries().wantsOtherColumns()) {
                    filled++;
                }
            } while (!owner.partition().queries().passRuns());
            Map<EntityId, Map<String, Long>> atBegin = new HashMap<>();
            matrix.recordsAsOfNow(owner).forEach((key, record) -> atBegin.put(key, query.of(record)));
            long turns = owner.partition().turns();
            for (int left = random.nextInt(12); left > 0; left--) {
                update();
                if (random.nextInt(4) == 0) {
                    owner.runSlice(0);
                }
            }
            boolean turned = owner.partition().turns() != turns;
            matrix.finish();
            assertThat(owner.answers()).as(what).hasSize(2);
            if (!turned || owner.isBeside()) {
                assertThat(query.seen()).as("cells, %s", what).isEqualTo(atBegin);
                scannedDuringUpdates++;
            }
        }

        private void restore() {
            if (changesModel) {
                model = RandomUpdates.model(random, model.event());
                updates.changeTo(model);
                expected = expected.evolvedTo(model);
                matrix = matrix.restored(model, columns(), tables(), 1 + random.nextInt(3));
            } else {
                matrix = matrix.restored(columns(), 1 + random.nextInt(3));
            }
        }

        private void compare(EntityId key) {
            ModelPartitions.Answered answered = matrix.ask(key);
            expected.assertAnswer(key, answered.query().answerColumns(), answered.rows(), what);
        }

        private void compareAll() {
            updates.keys().forEach(this::compare);
            assertThat(matrix.verify()).as("cells that differ, %s", what).isZero();
            assertThat(matrix.rows())
                    .as("rows, %s", what)
                    .isEqualTo(expected.keys().size());
            assertThat(matrix.stored())
                    .as("records, %s", what)
                    .isEqualTo(expected.keys().size());
            matrix.finish();
            assertThat(matrix.verify()).as("cells that differ, %s", what).isZero();
        }
    }
}
