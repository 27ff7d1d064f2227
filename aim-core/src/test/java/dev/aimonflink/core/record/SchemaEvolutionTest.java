package dev.aimonflink.core.record;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.plain.PlainDimensions;
import dev.aimonflink.core.calls.plain.PlainModel;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.Aggregation;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.EventFunction;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.partition.PartitionedMatrix;
import dev.aimonflink.core.partition.RandomAggregates;
import dev.aimonflink.core.partition.RandomWorld;
import dev.aimonflink.core.partition.TestPartition;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaEvolutionTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
    private static final EntityTables DIMENSIONS = PlainDimensions.benchmark();
    private static final int STEPS = 400;

    @Test
    void shouldLeaveRecordsOfThePresentSchemaAndOfUnknownOnesAlone() {
        MatrixSchema present = CallModel.schema(42);
        SchemaEvolution evolution = new SchemaEvolution(present, List.of(present.model()));
        for (MatrixSchema schema : List.of(present, CallModel.schema(84))) {
            EntityRecord record = EntityRecord.empty(EntityId.of(7), schema.fingerprint(), schema.layout(), 2);
            assertThat(evolution.converted(record)).isSameAs(record);
        }
    }

    @Test
    void shouldComeBackUnchangedFromASchemaThatHasMore() {
        MatrixSchema narrow = CallModel.schema(42);
        MatrixSchema wide = CallModel.schema(546);
        TestPartition test = new TestPartition();
        test.call(7, TestPartition.NOON_MS);
        test.profile(7, "CH-8000");
        EntityRecord record = test.store.get(7L);
        EntityRecord widened = new SchemaEvolution(wide, List.of(narrow.model())).converted(record);
        assertThat(widened.schemaFingerprint()).isEqualTo(wide.fingerprint());
        assertThat(new SchemaEvolution(narrow, List.of(wide.model())).converted(widened))
                .isEqualTo(record);
    }

    /** Columns of both schemas go on without a gap; those that the later one adds count later calls only. */
    @ParameterizedTest
    @ValueSource(longs = {71, 72, 73, 74, 75, 76, 77, 78})
    void shouldCountOnInAnotherSchema(long seed) {
        Random random = new Random(seed);
        Aggregates first = RandomAggregates.next(random);
        MatrixSchema before = MatrixSchema.of(CallModel.of(first));
        Aggregates definition = seed % 4 == 0 ? RandomAggregates.next(random) : changed(first, random);
        MatrixSchema after = MatrixSchema.of(CallModel.of(definition));
        RandomWorld world = new RandomWorld(seed, ZONE, DIMENSIONS, LocalDate.of(2026, 10, 21), 20);
        PlainModel ofAll = new PlainModel(ZONE, DIMENSIONS, RandomAggregates.toldPlainly(definition));
        PlainModel ofLater = new PlainModel(ZONE, DIMENSIONS, RandomAggregates.toldPlainly(definition));
        PartitionedMatrix matrix = new PartitionedMatrix(before, List.of(), 2, ZONE, DIMENSIONS);
        for (long id : world.subscriberIds()) {
            Profile profile = world.profile(id);
            matrix.profile(profile);
            ofAll.profile(profile);
            ofLater.profile(profile);
        }
        long newestMs = Long.MIN_VALUE;
        for (int step = 0; step < STEPS; step++) {
            Event event = world.event();
            matrix.event(event);
            ofAll.event(event);
            newestMs = Math.max(newestMs, event.timestampMs());
        }
        ofLater.advanceTo(newestMs);
        matrix = matrix.restored(3, after);
        int kept = 0;
        for (int step = 0; step < STEPS; step++) {
            kept += compare(seed, world, matrix, before, after, ofAll, ofLater);
            Event event = world.event();
            matrix.event(event);
            ofAll.event(event);
            ofLater.event(event);
        }
        assertThat(matrix.verify()).as("seed=%d", seed).isZero();
        assertThat(kept > 0 || seed % 4 == 0).as("seed=%d kept no column", seed).isTrue();
    }

    /** Another draw in which some of the windows, filters and functions are those of the given one. */
    private static Aggregates changed(Aggregates given, Random random) {
        Aggregates other = RandomAggregates.next(random);
        Map<String, Set<EventFunction>> functions = new HashMap<>();
        Stream.concat(given.aggregations().stream(), other.aggregations().stream())
                .forEach(each -> functions
                        .computeIfAbsent(each.field(), field -> EnumSet.noneOf(EventFunction.class))
                        .addAll(each.functions()));
        return new Aggregates(
                given.filters(),
                random.nextBoolean() ? given.windows().subList(0, 1) : given.windows(),
                Stream.of("", "durationSeconds", "cost")
                        .filter(functions::containsKey)
                        .map(field -> new Aggregation(field, functions.get(field)))
                        .toList(),
                other.copies());
    }

    private static int compare(
            long seed,
            RandomWorld world,
            PartitionedMatrix matrix,
            MatrixSchema before,
            MatrixSchema after,
            PlainModel ofAll,
            PlainModel ofLater) {
        AskedQuery call = new AskedQuery("subscriber", Map.of("subscriberId", world.subscriberId()));
        QueryResult result = matrix.ask(call, world.random());
        List<Object> all = ofAll.answer(call).get(0);
        List<Object> later = ofLater.answer(call).get(0);
        int kept = 0;
        for (StoredColumn aggregate : after.columns()) {
            int column = result.columns().indexOf(aggregate.name());
            boolean isKept = before.contains(aggregate.name());
            assertThat(result.rows().get(0).get(column))
                    .as("%s, seed=%d", aggregate.name(), seed)
                    .isEqualTo((isKept ? all : later).get(column));
            kept += isKept ? 1 : 0;
        }
        return kept;
    }
}
