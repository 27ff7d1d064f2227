package dev.aimonflink.job.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.job.source.DecodeHarness;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

import static org.assertj.core.api.Assertions.assertThat;

/** A job whose records and messages advance by a seed: it is restarted and rescaled anywhere. */
@SuppressWarnings("try") // close() throws any exception, as that of the harnesses
final class DecidingJob implements AutoCloseable {
    private static final String TEXT = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {items: {type: int, sum: int}}
            filters: {many: items > 100}
            windows: [1 day, 1 week, last 3 days]
            aggregates: {items: [sum, max]}
            attributes: {city: text}
            """;

    static final Model MODEL = ModelFile.parse(TEXT, "payments.yaml");

    /** The model as rules see it: profiles and events come in no order. */
    static final Model WITHOUT_ATTRIBUTES = ModelFile.parse(TEXT.replace("attributes: {city: text}", ""), "");

    private static final ObjectMapper JSON = new ObjectMapper();

    /** To which some rules write events. */
    static final String OFFERS = "offers";

    static final long DELAY_MS = 2_000;

    static final long MINUTE_MS = 60_000;
    static final long DAY_MS = Duration.ofDays(1).toMillis();

    /** A Monday. */
    static final long NOON_MS = Instant.parse("2026-11-16T12:00:00Z").toEpochMilli();

    /** When all records come to Kafka: after the events. */
    static final long FAR_MS = NOON_MS + 400 * DAY_MS;

    static final int KAFKA_PARTITIONS = 4;

    static DeclaredEvent payment(long card, long timeMs, int items) {
        DeclaredEvent payment = new DeclaredEvent(MODEL.event());
        payment.keyNumber(card);
        payment.timestampMs(timeMs);
        payment.values().bits(0, items);
        return payment;
    }

    /**
     * What a job has decided.
     *
     * @param cards the values of all columns of each that has a row
     * @param letters why an event is a dead letter, by its place
     * @param alerts of each card in order
     * @param offers the events that rules have written, by the ids of their alerts
     */
    record Decided(
            Map<Long, List<Object>> cards,
            Map<String, String> letters,
            Map<Long, List<String>> alerts,
            Map<String, String> offers) {}

    /**
     * What goes on after a restore.
     *
     * @param readers the states of all readers
     * @param inFlight what was on its way, of an unaligned checkpoint
     */
    private record Checkpoint(
            long id,
            OperatorSubtaskState readers,
            int readerCount,
            OperatorSubtaskState[] matrix,
            int[] offsets,
            List<MatrixInput> inFlight) {}

    private final Path folder;
    private final Topic topic;
    private final Random random;
    private final List<DecodeHarness> readers = new ArrayList<>();
    private final List<List<Queue<MatrixInput>>> channels = new ArrayList<>();
    private final Map<String, String> letters = new TreeMap<>();
    private final Map<Long, Map<String, String>> alerts = new TreeMap<>();

    /** By the id of their alert, the events that rules have written. */
    private final Map<String, String> offers = new TreeMap<>();

    private final FakeRules rules = new FakeRules();
    private final MatrixPartitions matrix;
    private JobSettings settings;
    private int[] nextOffsets = new int[KAFKA_PARTITIONS];
    private long checkpoints;
    private Checkpoint last;
    private int restores;

    DecidingJob(Path folder, Topic topic, StateBackend backend, long seed) throws Exception {
        this.folder = folder;
        this.topic = topic;
        random = new Random(seed);
        settings = settings(folder);
        matrix = new MatrixPartitions(settings, rules.source(), backend, 1 + random.nextInt(3));
        openReaders(0, OperatorSubtaskState.builder().build(), 1, 1 + random.nextInt(3));
        checkpoint();
    }

    static JobSettings settings(Path folder, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--aim.events.format=binary");
        arguments.add("--aim.rules.topics=" + OFFERS);
        arguments.add("--aim.matrix.columns=sum_items_this_day;sum_items_this_week;max_items_last_3_days");
        return ModelSettings.of(MODEL, new EntityTables(List.of()), folder, arguments.toArray(String[]::new));
    }

    private void openReaders(long attempt, OperatorSubtaskState state, int before, int count) throws Exception {
        for (int reader = 0; reader < count; reader++) {
            readers.add(new DecodeHarness(
                    settings,
                    rules.source(),
                    matrix.all().size(),
                    attempt,
                    AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            state, DecodeHarness.MAX_PARALLELISM, before, count, reader),
                    reader,
                    FAR_MS));
            channels.add(Stream.generate(() -> (Queue<MatrixInput>) new ArrayDeque<MatrixInput>())
                    .limit(matrix.all().size())
                    .toList());
        }
    }

    /** Another one after a restore. */
    private int readerOf(int kafkaPartition) {
        return (kafkaPartition + restores) % readers.size();
    }

    void readTo(int[] ends) throws Exception {
        while (!Arrays.equals(nextOffsets, ends) || !channelsAreEmpty()) {
            switch (random.nextInt(80)) {
                case 0 -> checkpoint();
                case 1 -> restore(settings);
                case 2 -> matrix.turn(newestReadMs());
                case 3 -> profile(topic.cards().get(random.nextInt(topic.cards().size())));
                default -> {
                    if (random.nextInt(3) > 0) {
                        read(random.nextInt(KAFKA_PARTITIONS), ends);
                    } else {
                        deliverOne();
                    }
                }
            }
        }
    }

    private boolean channelsAreEmpty() {
        return channels.stream().flatMap(List::stream).allMatch(Queue::isEmpty);
    }

    private long newestReadMs() {
        return IntStream.range(0, KAFKA_PARTITIONS)
                .mapToObj(partition -> topic.partition(partition).subList(0, nextOffsets[partition]))
                .flatMap(List::stream)
                .mapToLong(DeclaredEvent::timestampMs)
                .max()
                .orElse(0);
    }

    private void read(int kafkaPartition, int[] ends) throws Exception {
        int offset = nextOffsets[kafkaPartition];
        if (offset < ends[kafkaPartition]) {
            nextOffsets[kafkaPartition]++;
            DeclaredEvent payment = topic.partition(kafkaPartition).get(offset);
            long recordMs = Topic.recordMs(kafkaPartition, offset);
            // As far as they must be known, and perhaps some more.
            rules.show(topic.rules(), recordMs - random.nextInt((int) DELAY_MS));
            byte[] value = settings.eventFormat().newCodec(MODEL).encode(payment);
            readers.get(readerOf(kafkaPartition)).read(kafkaPartition, offset, recordMs, value);
            send(readerOf(kafkaPartition));
        }
    }

    private void send(int reader) {
        for (MatrixInput input : readers.get(reader).output()) {
            int owner = matrix.all().indexOf(matrix.ownerOf(input.key()));
            channels.get(reader).get(owner).add(input);
        }
    }

    private void deliverOne() throws Exception {
        int partition = random.nextInt(matrix.all().size());
        MatrixInput input =
                channels.get(random.nextInt(readers.size())).get(partition).poll();
        if (input != null) {
            matrix.all().get(partition).process(input);
        }
    }

    /** Of a card that has a row: of another one it would make a row. */
    private void profile(long card) throws Exception {
        if (!answer(card).isEmpty()) {
            matrix.send(new ProfileChange(EntityId.of(card), Attributes.of("Bern")));
        }
    }

    private void checkpoint() throws Exception {
        long id = ++checkpoints;
        OperatorSubtaskState[] ofReaders = new OperatorSubtaskState[readers.size()];
        for (int reader = 0; reader < ofReaders.length; reader++) {
            readers.get(reader).prepareSnapshot(id);
            send(reader);
            ofReaders[reader] = readers.get(reader).snapshot(id);
        }
        if (random.nextBoolean()) {
            deliverAll();
        }
        List<MatrixInput> inFlight = new ArrayList<>();
        channels.forEach(ofReader -> ofReader.forEach(inFlight::addAll));
        last = new Checkpoint(
                id,
                AbstractStreamOperatorTestHarness.repackageState(ofReaders),
                ofReaders.length,
                matrix.checkpoint(id),
                nextOffsets.clone(),
                inFlight);
    }

    private void deliverAll() throws Exception {
        for (List<Queue<MatrixInput>> ofReader : channels) {
            for (int partition = 0; partition < ofReader.size(); partition++) {
                for (MatrixInput input : ofReader.get(partition)) {
                    matrix.all().get(partition).process(input);
                }
                ofReader.get(partition).clear();
            }
        }
    }

    /** Goes on from the last checkpoint, as after a crash. */
    private void restore(JobSettings with) throws Exception {
        takeOutput();
        restores++;
        for (DecodeHarness reader : readers) {
            reader.close();
        }
        readers.clear();
        channels.clear();
        settings = with;
        nextOffsets = last.offsets.clone();
        matrix.restore(with, last.matrix, 1 + random.nextInt(3), last.id);
        for (MatrixInput each : last.inFlight) {
            matrix.send(each); // a task takes what was in flight before anything new
        }
        openReaders(last.id, last.readers, last.readerCount, 1 + random.nextInt(3));
    }

    void resetClock(long toMs) throws Exception {
        checkpoint();
        restore(settings(folder, "--aim.clock.reset=" + Instant.ofEpochMilli(toMs)));
    }

    private void takeOutput() {
        for (MatrixHarness each : matrix.all()) {
            var output = each.getSideOutput(SideOutputs.DEAD_LETTERS);
            if (output != null) {
                output.forEach(letter -> take(letter.getValue()));
                output.clear();
            }
            var fired = each.getSideOutput(SideOutputs.ALERTS);
            if (fired != null) {
                fired.forEach(alert -> take(alert.getValue()));
                fired.clear();
            }
        }
    }

    private void take(Alert alert) {
        if (alert.topic().equals(OFFERS)) {
            String offer = new String(alert.key(), StandardCharsets.UTF_8) + " gets "
                    + new String(alert.value(), StandardCharsets.UTF_8);
            assertThat(offers.put(alert.alertId(), offer))
                    .as("the event before a replay")
                    .isIn(null, offer);
            return;
        }
        JsonNode json = parsed(alert.value());
        assertThat(new String(alert.key(), StandardCharsets.UTF_8))
                .isEqualTo(json.path("key").asText());
        assertThat(alert.alertId()).isEqualTo(json.path("alertId").asText());
        String text = text(
                alert.alertId(),
                json.path("state").asText().equals("resolved"),
                json.path("suppressed").path("count").asInt(),
                json.path("suppressed").path("since").asLong(),
                json.path("message").asText());
        String before = alerts.computeIfAbsent(json.path("key").asLong(), unknown -> new LinkedHashMap<>())
                .putIfAbsent(alert.alertId(), text);
        assertThat(before).as("the alert before a replay").isIn(null, text);
    }

    private static JsonNode parsed(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean writesEvents(String rule) {
        return rule.hashCode() % 2 == 0;
    }

    /** What a rule writes for an event. */
    static String offer(DeclaredEvent payment) {
        return payment.keyNumber() + " gets {\"items\":"
                + (payment.values().isNull(0) ? 0 : payment.values().bits(0)) + "}";
    }

    static String text(String alertId, boolean isResolved, int suppressed, long sinceMs, String message) {
        return alertId + (isResolved ? " resolved" : " firing") + " suppressed=" + suppressed + " since=" + sinceMs
                + " " + message;
    }

    private void take(DeadLetter letter) {
        String before = letters.put(letter.partition() + "-" + letter.offset(), letter.reason());
        assertThat(before).as("the reason before a replay").isIn(null, letter.reason());
    }

    private List<Object> answer(long card) throws Exception {
        QueryResult result = matrix.ask(new AskedQuery("card", Map.of("cardId", card)));
        return result.rows().isEmpty() ? List.of() : result.rows().get(0);
    }

    /** Of all that was read, at the newest time of all. */
    Decided decided() throws Exception {
        takeOutput();
        matrix.turn(topic.newestMs());
        Map<Long, List<Object>> cards = new TreeMap<>();
        for (long card : topic.cards()) {
            List<Object> row = answer(card);
            if (!row.isEmpty()) {
                cards.put(card, row.subList(2, row.size()));
            }
        }
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) cards.size(), 0L)));
        Map<Long, List<String>> fired = new TreeMap<>();
        alerts.forEach((card, ofCard) -> fired.put(card, List.copyOf(ofCard.values())));
        return new Decided(cards, letters, fired, offers);
    }

    @Override
    public void close() throws Exception {
        for (DecodeHarness reader : readers) {
            reader.close();
        }
        matrix.close();
    }
}
