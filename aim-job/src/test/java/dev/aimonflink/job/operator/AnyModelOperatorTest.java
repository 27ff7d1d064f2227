package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.Forget;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.source.DecodeHarness;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.matrix.plain.ExpectedMatrix;
import dev.aimonflink.matrix.plain.ExpectedMatrix.Outcome;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.testing.Scale;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The operator with any model, however often it is restored or gets another model, must hold what the oracle holds. */
class AnyModelOperatorTest {
    /** The Kafka partition of the records that a reader decodes. */
    private static final int READ_PARTITION = 9;

    private static final int MODELS = Scale.times(60);

    /** Opening RocksDB is slow. */
    private static final int MODELS_ON_ROCKS_DB = Math.max(1, MODELS / 12);

    private static final int STEPS = 24;
    private static final int MAX_EVENTS = 12;

    /** Few, because a column has room for a block of rows from the first one on. */
    private static final int MAX_COLUMNS = 4;

    private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/St_Johns", "Asia/Kathmandu");

    @TempDir
    private Path folder;

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private int restarts;
    private int changes;

    @Test
    void shouldHoldWhatTheOracleHolds() throws Exception {
        run(1, MODELS, new HashMapStateBackend());
        for (Outcome outcome : Outcome.values()) {
            assertThat(outcomes.getOrDefault(outcome, 0))
                    .as("events %s", outcome)
                    .isGreaterThan(MODELS / 10);
        }
    }

    @Tag("kernels")
    @Test
    void shouldHoldWhatTheOracleHoldsOnRocksDb() throws Exception {
        run(1_000_001, MODELS_ON_ROCKS_DB, new EmbeddedRocksDBStateBackend());
    }

    private void run(long firstSeed, int models, StateBackend backend) throws Exception {
        for (long seed = firstSeed; seed < firstSeed + models; seed++) {
            new Run(seed, backend).run();
        }
        assertThat(restarts).as("restarts with the same model").isGreaterThanOrEqualTo(models / 8);
        assertThat(changes).as("restarts with another model").isGreaterThanOrEqualTo(models / 8);
    }

    private final class Run {
        private final long seed;
        private final Random random;
        private final String zone;
        private final RandomUpdates updates;
        private final MatrixPartitions matrix;
        private final List<String> deadLetters = new ArrayList<>();
        private Model model;
        private JobSettings settings;
        private ModelEventCodec codec;
        private DecodeHarness reader;
        private ExpectedMatrix expected;
        private long nextOffset;

        /** The newest event time that the reader has read. */
        private long readMs;

        private long checkpoints;

        Run(long seed, StateBackend backend) throws Exception {
            this.seed = seed;
            random = new Random(seed);
            model = RandomUpdates.model(random, null);
            updates = new RandomUpdates(model, random);
            zone = ZONES.get(random.nextInt(ZONES.size()));
            use(settings());
            expected = new ExpectedMatrix(model, settings.zone());
            matrix = new MatrixPartitions(settings, backend, 1 + random.nextInt(3));
        }

        private JobSettings settings() throws IOException {
            List<String> names = new ArrayList<>(MatrixSchema.of(model).columns().stream()
                    .map(StoredColumn::name)
                    .toList());
            Collections.shuffle(names, random);
            List<String> kept = names.subList(0, 1 + random.nextInt(Math.min(MAX_COLUMNS, names.size())));
            return ModelSettings.of(
                    model,
                    RandomModels.tables(model, random),
                    folder,
                    "--aim.time-zone=" + zone,
                    "--aim.events.format=" + (random.nextBoolean() ? "json" : "binary"),
                    "--aim.matrix.columns=" + String.join(";", kept));
        }

        private void use(JobSettings changed) throws Exception {
            settings = changed;
            codec = settings.eventFormat().newCodec(model);
            if (reader != null) {
                reader.close();
            }
            reader = new DecodeHarness(settings, 1, 0, updates.nowMs());
            readMs = Long.MIN_VALUE;
            reader.letRecordsWait();
        }

        private String what() {
            return "seed=" + seed;
        }

        void run() throws Exception {
            advance();
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(16)) {
                    case 0, 1, 2 -> advance();
                    case 3 -> profile(updates.key());
                    case 4 -> profile(updates.key());
                    case 5 -> forget(updates.key());
                    case 6 -> compare(updates.key());
                    case 7 -> eventOfALaterTime();
                    case 8 -> {
                        if (random.nextInt(3) == 0) {
                            restart();
                        }
                    }
                    case 9, 10 -> readEvents();
                    default -> events();
                }
            }
            compareAll();
            reader.close();
            matrix.close();
        }

        // ---- time

        /** Advances all partitions to a later time, by a turn or a watermark. */
        private void advance() throws Exception {
            long timeMs = updates.later();
            if (random.nextBoolean()) {
                matrix.turn(timeMs);
            } else {
                matrix.watermark(timeMs);
            }
            expected.advanceTo(timeMs);
        }

        /** An event turns the windows of its own partition, and then the others learn of it. */
        private void eventOfALaterTime() throws Exception {
            updates.later();
            DeclaredEvent event = placed(updates.event());
            event.timestampMs(updates.nowMs());
            event.clockMs(updates.nowMs());
            expect(event);
            matrix.events(List.of(event), random);
            matrix.turn(event.timestampMs());
            checkDeadLetters();
        }

        // ---- updates

        private DeclaredEvent placed(DeclaredEvent event) {
            event.position(event.partition(), nextOffset++);
            return event;
        }

        private List<DeclaredEvent> drawn() {
            List<DeclaredEvent> events = new ArrayList<>();
            for (int left = 1 + random.nextInt(MAX_EVENTS); left > 0; left--) {
                events.add(placed(updates.event()));
            }
            return events;
        }

        private void events() throws Exception {
            List<DeclaredEvent> events = drawn();
            events.forEach(this::expect);
            matrix.events(events, random);
            checkDeadLetters();
        }

        /** The events come as records, which a reader decodes. */
        private void readEvents() throws Exception {
            List<DeclaredEvent> events = drawn();
            for (DeclaredEvent event : events) {
                long recordMs = model.event().isTimedByRecord() ? event.timestampMs() : updates.nowMs();
                readMs = Math.max(readMs, event.timestampMs());
                event.clockMs(readMs);
                reader.read(READ_PARTITION, event.offset(), recordMs, codec.encode(event));
            }
            reader.endBatch();
            events.forEach(this::expect);
            for (MatrixInput input : reader.output()) {
                matrix.send(input);
            }
            checkDeadLetters();
        }

        private void expect(DeclaredEvent event) {
            Outcome outcome = expected.event(event);
            outcomes.merge(outcome, 1, Integer::sum);
            if (outcome != Outcome.APPLIED) {
                deadLetters.add(letter(reason(event, outcome), event.offset(), codec.encode(event)));
            }
        }

        private String reason(DeclaredEvent event, Outcome outcome) {
            return switch (outcome) {
                case LATE ->
                    model.event().time() + "=" + Instant.ofEpochMilli(event.timestampMs())
                            + " is before every window of thing " + event.key()
                            + ", whose Kafka partition has reached " + Instant.ofEpochMilli(event.clockMs());
                case OVERFLOW -> " would overflow " + expected.overflowing(event) + " of thing " + event.key();
                default -> "filter 'risky' fails: A number is divided by zero. Use NULLIF(divisor, 0).";
            };
        }

        private String letter(String reason, long offset, byte[] value) {
            return reason + ", offset=" + offset + ", " + HexFormat.of().formatHex(value);
        }

        private void checkDeadLetters() {
            List<String> sent = new ArrayList<>();
            for (MatrixHarness partition : matrix.all()) {
                var output = partition.getSideOutput(SideOutputs.DEAD_LETTERS);
                if (output != null) {
                    output.stream().map(StreamRecord::getValue).forEach(each -> sent.add(shown(each)));
                    output.clear();
                }
            }
            assertThat(sent).as(what()).containsExactlyInAnyOrderElementsOf(deadLetters);
            deadLetters.clear();
        }

        private String shown(DeadLetter letter) {
            assertThat(letter.topic()).isEqualTo(settings.eventsTopic());
            return letter(expectedPart(letter.reason()), letter.offset(), letter.value());
        }

        /** Of an overflow, the column and the key; {@link OverflowLettersTest} has whole sentences. */
        private static String expectedPart(String reason) {
            int begin = reason.indexOf(" would overflow ");
            return begin < 0 ? reason : reason.substring(begin, reason.indexOf(" in the window '"));
        }

        /** A profile as a record, or without attributes as a tombstone. */
        private void profile(EntityId key) throws Exception {
            ProfileModelCodec codec = new ProfileModelCodec(model);
            Attributes attributes = updates.attributes();
            byte[] value = attributes.isEmpty() ? null : codec.encode(new EntityProfile(key, attributes));
            EntityProfile read = (EntityProfile) codec.decode(codec.encodeKey(key), value);
            assertThat(read.key()).as(what()).isEqualTo(key);
            matrix.send(new ProfileChange(key, read.attributes()));
            expected.profile(key, attributes);
        }

        private void forget(EntityId key) throws Exception {
            ProfileModelCodec codec = new ProfileModelCodec(model);
            EntityUpdate read = codec.decode(codec.encodeForget(key));
            matrix.send(new Forget(read.key()));
            expected.forget(key);
        }

        private void restart() throws Exception {
            int parallelism = 1 + random.nextInt(3);
            if (changes < restarts) {
                model = RandomUpdates.model(random, model.event());
                updates.changeTo(model);
                use(settings());
                expected = expected.evolvedTo(model);
                matrix.restart(settings, parallelism, ++checkpoints);
                changes++;
            } else {
                matrix.restart(parallelism, ++checkpoints);
                restarts++;
            }
        }

        // ---- questions

        private void compare(EntityId key) throws Exception {
            QueryResult result = matrix.ask(new AskedQuery(
                    "thing", Map.of(model.event().key().name(), key.isText() ? key.text() : (Object) key.number())));
            assertThat(result.error()).as(what()).isNull();
            expected.assertAnswer(key, result.columns(), result.rows(), what());
        }

        /** The cells of all columns of tables, listed or not, for the attributes that the same answer shows. */
        private void compareCellsOfTables(EntityId key) throws Exception {
            List<TableColumn> ofTables = TableColumns.of(model.entity(), settings.tables()).all().stream()
                    .filter(column -> isShownAsInTables(column.attribute().type()))
                    .toList();
            if (ofTables.isEmpty()) {
                return;
            }
            String columns = ofTables.stream()
                    .map(column -> column.attribute().name() + "," + column.qualifiedName())
                    .collect(Collectors.joining(","));
            Object shownKey = key.isText() ? key.text() : (Object) key.number();
            QueryResult result = matrix.ask(
                    new AskedQuery("thing", Map.of(model.event().key().name(), shownKey, "columns", columns)));
            assertThat(result.error()).as(what()).isNull();
            for (List<Object> row : result.rows()) {
                for (int i = 0; i < ofTables.size(); i++) {
                    EntityTable table = ofTables.get(i).table();
                    int found = table.lookup(String.valueOf(row.get(2 * i)));
                    boolean hasCell = row.get(2 * i) != null && found != EntityTable.NO_ROW;
                    assertThat(row.get(2 * i + 1))
                            .as(
                                    "%s, key=%s, column=%s",
                                    what(), key, ofTables.get(i).qualifiedName())
                            .isEqualTo(
                                    hasCell ? table.cell(found, ofTables.get(i).column()) : null);
                }
            }
        }

        private static boolean isShownAsInTables(FieldType type) {
            return switch (type.kind()) {
                case BOOLEAN, INT, LONG, ENUM, TEXT -> true;
                case DECIMAL, DOUBLE, TIME -> false;
            };
        }

        private void compareAll() throws Exception {
            for (EntityId key : updates.keys()) {
                compare(key);
                compareCellsOfTables(key);
            }
            long rows = expected.keys().size();
            assertThat(matrix.ask("verify").rows()).as(what()).isEqualTo(List.of(List.of(rows, 0L)));
            assertThat(matrix.gauge(AimMetrics.ROWS)).as(what()).isEqualTo(rows);
            assertThat(matrix.storedRecords()).as(what()).isEqualTo(rows);
        }
    }
}
