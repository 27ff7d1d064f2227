package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput.Turn;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.event.EventReader;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class DecodeEventsTest {
    private static final String TOPIC = "aim.events.v1";
    private static final int SKEW_MS = 10_000;
    private static final long DAY_MS = 86_400_000;

    /** A Friday. */
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private FunctionHarness<MatrixInput> decoder;
    private EventFormat format;
    private long offset;

    private void open(EventFormat eventFormat, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--aim.events.format=" + eventFormat.label());
        format = eventFormat;
        decoder = new FunctionHarness<>(
                new DecodeEvents(
                        TestSettings.with(all.toArray(String[]::new)),
                        subtask -> new DecodeHarness.FakeEnds(),
                        RulesSource.NONE),
                new MatrixInput.Format(),
                NOON_MS);
    }

    @AfterEach
    void close() throws Exception {
        decoder.close();
    }

    private static Event event(long timestampMs) {
        return new Event(7, timestampMs, 61, 1.25f, true);
    }

    private RawRecord raw(byte[] value, long timestampMs) {
        return new RawRecord(TOPIC, 3, offset++, timestampMs, true, new byte[] {9}, value);
    }

    /** A record of a topic with CreateTime, whose producer set the event's time as the record's time. */
    private RawRecord created(long timestampMs) {
        byte[] value = CallCodec.of(format).encode(event(timestampMs));
        return new RawRecord(TOPIC, 3, offset++, timestampMs, false, new byte[] {9}, value);
    }

    /** Decodes a record that no other waits behind. */
    private void decode(RawRecord raw) throws Exception {
        decoder.process(raw);
        decoder.process(RawRecord.END_OF_BATCH);
    }

    private void process(Event event, long recordMs) throws Exception {
        decode(raw(CallCodec.of(format).encode(event), recordMs));
    }

    private void process(long timestampMs) throws Exception {
        process(event(timestampMs), timestampMs);
    }

    /** The output since the last call, without reports of progress. */
    private List<MatrixInput> decoded() {
        return decoder.output().stream()
                .filter(input -> !(input instanceof MatrixInput.Progress))
                .toList();
    }

    private List<byte[]> malformed() {
        List<byte[]> values = new ArrayList<>();
        values.add(null);
        values.add(new byte[0]);
        byte[] good = CallCodec.of(format).encode(event(NOON_MS));
        for (int length = 1; length < good.length; length++) {
            values.add(Arrays.copyOf(good, length));
        }
        values.add(Arrays.copyOf(good, good.length + 1));
        for (Event faulty : List.of(
                new Event(7, NOON_MS, -1, 1, false),
                new Event(7, NOON_MS, Event.MAX_DURATION_SECONDS + 1, 1, false),
                new Event(7, NOON_MS, 1, -0.01f, false),
                new Event(7, NOON_MS, 1, Math.nextUp(Event.MAX_COST), false),
                new Event(7, NOON_MS, 1, Float.NaN, false),
                new Event(7, NOON_MS, 1, Float.POSITIVE_INFINITY, false),
                new Event(7, -1, 1, 1, false),
                new Event(7, EventFaults.MAX_TIMESTAMP_MS + 1, 1, 1, false))) {
            // Only floats can be no number.
            if (Float.isFinite(faulty.cost()) || format == EventFormat.BINARY || format == EventFormat.KRYO) {
                values.add(CallCodec.of(format).encode(faulty));
            }
        }
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            byte[] noise = new byte[random.nextInt(24)];
            random.nextBytes(noise);
            values.add(noise);
        }
        values.add("[".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
        return values;
    }

    @Test
    void shouldLayEventsAsideForWhichWindowsOfAMinuteHaveNoNumbers(@TempDir Path folder) throws Exception {
        Path model = Files.writeString(folder.resolve("model.yaml"), """
                model: calls_by_the_minute
                entity: phone
                event: call
                key: subscriberId
                time: timestamp
                windows: [1 minute]
                aggregates: {events: [count]}
                """);
        format = EventFormat.JSON;
        decoder = new FunctionHarness<>(
                new DecodeEvents(
                        JobSettings.of(JobArguments.parse("--aim.model=" + model)),
                        subtask -> new DecodeHarness.FakeEnds(),
                        RulesSource.NONE),
                new MatrixInput.Format(),
                NOON_MS);
        long latestMs = Instant.parse("6053-01-22T08:06:00Z").toEpochMilli();
        process(latestMs + 1);
        process(EventFaults.MAX_TIMESTAMP_MS);
        assertThat(decoded()).isEmpty();
        process(latestMs);
        assertThat(decoded()).hasSize(1);
        List<DeadLetter> letters = decoder.deadLetters();
        assertThat(letters).hasSize(2);
        assertThat(letters.get(0).reason())
                .isEqualTo("timestamp=" + (latestMs + 1) + " is after " + latestMs + ", 6053-01-22T08:06:00Z, up to"
                        + " which windows of a minute have numbers");
    }

    /** Ahead of the wall clock it can be on a topic with CreateTime only. */
    @Test
    void shouldTakeTheTimeOfTheRecordIfTheModelSaysSo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("model.yaml"), """
                model: visits
                entity: page
                event: visit
                key: pageId
                time: record
                windows: [1 day]
                aggregates: {events: [count]}
                """);
        JobSettings settings = JobSettings.of(JobArguments.parse("--aim.model=" + file));
        decoder = new FunctionHarness<>(
                new DecodeEvents(settings, subtask -> new DecodeHarness.FakeEnds(), RulesSource.NONE),
                new MatrixInput.Format(),
                NOON_MS);
        byte[] visit = "{\"pageId\":7}".getBytes(StandardCharsets.UTF_8);
        decode(raw(visit, NOON_MS + DAY_MS));
        decode(new RawRecord(TOPIC, 3, offset++, NOON_MS + SKEW_MS + 1, false, null, visit));
        decode(raw(visit, -1));
        List<MatrixInput> output = decoded();
        assertThat(output).hasSize(1);
        MatrixInput.Events only = (MatrixInput.Events) output.get(0);
        EventReader reader = new EventReader(settings.model().event());
        DeclaredEvent read = new DeclaredEvent(settings.model().event());
        reader.begin(only.packed());
        reader.readWithPosition(read);
        assertThat(read.keyNumber()).isEqualTo(7);
        assertThat(read.timestampMs()).isEqualTo(NOON_MS + DAY_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(NOON_MS + DAY_MS, 0));
        List<DeadLetter> letters = decoder.deadLetters();
        assertThat(letters)
                .extracting(DeadLetter::reason)
                .containsExactly(
                        "record=2026-11-20T12:00:10.001Z is more than 10000 ms ahead of the wall clock,"
                                + " 2026-11-20T12:00:00Z (aim.events.max-future-skew)",
                        "record=-1 is outside 0..253370764800000");
        assertThat(letters).extracting(DeadLetter::timestampMs).containsExactly(NOON_MS + SKEW_MS + 1, -1L);
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void shouldDecodeACallAndKeepItsPlace(EventFormat each) throws Exception {
        open(each);
        offset = 41;
        long beforeMicros = MatrixInput.nowMicros();
        process(NOON_MS);
        List<MatrixInput> output = decoded();
        long decodedMicros = ((MatrixInput.Events) output.get(0)).decodedMicros();
        assertThat(decodedMicros).isBetween(beforeMicros, MatrixInput.nowMicros());
        assertThat(output)
                .containsExactly(
                        CallMessages.of(List.of(CallMessages.placed(event(NOON_MS), 3, 41)), 0, decodedMicros));
        assertThat(decoder.deadLetters()).isEmpty();
    }

    private RawRecord waiting(long subscriberId, long timestampMs) {
        Event event = new Event(subscriberId, timestampMs, 61, 1.25f, true);
        return raw(CallCodec.of(format).encode(event), timestampMs);
    }

    private static List<Long> subscribersOf(MatrixInput input) {
        return CallMessages.subscribersOf(input);
    }

    @Test
    void shouldSendTheCallsOfAKeyGroupTogetherWhenNoFurtherRecordWaits() throws Exception {
        open(EventFormat.JSON);
        for (long subscriberId : new long[] {7, 8, 7, 7}) {
            decoder.process(waiting(subscriberId, NOON_MS));
        }
        assertThat(decoded()).as("records wait").isEmpty();
        decoder.process(RawRecord.END_OF_BATCH);
        assertThat(decoded().stream().map(DecodeEventsTest::subscribersOf))
                .containsExactly(List.of(7L, 7L, 7L), List.of(8L));
        decoder.process(RawRecord.END_OF_BATCH);
        assertThat(decoded()).isEmpty();
    }

    @Test
    void shouldSendCallsWhileRecordsWaitOnceAChunkIsFull() throws Exception {
        open(EventFormat.JSON);
        for (int i = 1; i < EventChunks.MAX_EVENTS; i++) {
            decoder.process(waiting(7, NOON_MS));
        }
        assertThat(decoded()).isEmpty();
        decoder.process(waiting(7, NOON_MS));
        assertThat(decoded()).singleElement().satisfies(chunk -> assertThat(subscribersOf(chunk))
                .hasSize(EventChunks.MAX_EVENTS));
    }

    @Test
    void shouldSendTheCallsOfYesterdayBeforeTheTurn() throws Exception {
        open(EventFormat.JSON);
        decoder.process(waiting(7, NOON_MS));
        decoder.process(waiting(8, NOON_MS + DAY_MS));
        assertThat(decoded().stream().map(DecodeEventsTest::subscribersOf)).containsExactly(List.of(7L));
        assertThat(decoder.output(SideOutputs.TURNS)).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AVRO") // which has no costs that are no numbers
    void shouldLayMalformedEventsAsideAndGoOn(EventFormat each) throws Exception {
        open(each);
        process(NOON_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).hasSize(1);
        decoded();
        List<byte[]> malformed = malformed();
        for (int i = 0; i < malformed.size(); i++) {
            RawRecord bad = raw(malformed.get(i), NOON_MS);
            decode(bad);
            DeadLetter letter = onlyDeadLetter(i);
            assertThat(letter.reason()).as("reason of %d", i).isNotBlank();
            assertThat(letter)
                    .as("letter %d", i)
                    .isEqualTo(DeadLetter.of(bad, DeadLetterReason.MALFORMED, letter.reason()));
            process(NOON_MS);
            assertThat(decoded()).as("after %d", i).hasSize(1);
        }
        assertThat(decoder.output(SideOutputs.TURNS)).isEmpty();
        assertThat(decoder.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(malformed.size());
        assertThat(decoder.counter("deadLettersMalformed")).isEqualTo(malformed.size());
        assertThat(decoder.counter("deadLettersAhead")).isZero();
    }

    private DeadLetter onlyDeadLetter(int index) {
        return assertThat(decoder.deadLetters())
                .as("letters of %d", index)
                .singleElement()
                .actual();
    }

    @Test
    void shouldTellTheFaultOfAnEvent() throws Exception {
        open(EventFormat.BINARY);
        process(new Event(7, NOON_MS, 604_801, 1, false), NOON_MS);
        assertThat(onlyDeadLetter(0).reason()).isEqualTo("durationSeconds=604801 is outside 0..604800");
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void shouldAcceptAnEventAheadOfItsRecordUpToTheLimitAndNoFurther(EventFormat each) throws Exception {
        open(each);
        process(event(NOON_MS + SKEW_MS), NOON_MS);
        assertThat(decoded()).hasSize(1);
        process(event(NOON_MS + SKEW_MS + 1), NOON_MS);
        assertThat(decoded()).isEmpty();
        DeadLetter letter = onlyDeadLetter(1);
        assertThat(letter.reason())
                .isEqualTo(
                        "timestamp=2026-11-20T12:00:10.001Z is more than 10000 ms ahead of the time of its Kafka record,"
                                + " 2026-11-20T12:00:00Z (aim.events.max-future-skew)");
        assertThat(letter.reasonClass()).isEqualTo(DeadLetterReason.AHEAD);
        assertThat(decoder.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(1);
        assertThat(decoder.counter("deadLettersAhead")).isEqualTo(1);
        assertThat(decoder.counter("deadLettersMalformed")).isZero();
    }

    @Test
    void shouldBoundEventsByTheWallClockWhereTheProducerSetsTheRecordsTime() throws Exception {
        open(EventFormat.KRYO);
        decode(created(NOON_MS + SKEW_MS));
        assertThat(decoded()).hasSize(1);
        decode(created(NOON_MS + SKEW_MS + 1));
        assertThat(decoded()).isEmpty();
        assertThat(onlyDeadLetter(1).reason())
                .isEqualTo(
                        "timestamp=2026-11-20T12:00:10.001Z is more than 10000 ms ahead of the wall clock, 2026-11-20T12:00:00Z"
                                + " (aim.events.max-future-skew)");
        assertThat(decoder.counter("deadLettersAhead")).isEqualTo(1);
        decoder.setWallClock(NOON_MS + 1);
        decode(created(NOON_MS + SKEW_MS + 1));
        assertThat(decoded()).hasSize(1);
    }

    @Test
    void shouldGoOnCountingForTheDayAfterAProducerWhoseClockIsAhead() throws Exception {
        open(EventFormat.KRYO, "--aim.time-zone=Europe/Zurich");
        long halfPastElevenMs = Instant.parse("2026-11-20T22:30:00Z").toEpochMilli();
        decoder.setWallClock(halfPastElevenMs);
        decode(created(halfPastElevenMs));
        assertThat(decoder.output(SideOutputs.TURNS)).hasSize(1);
        decode(created(halfPastElevenMs + 50 * 60_000));
        decode(created(halfPastElevenMs + 30 * DAY_MS));
        decode(created(halfPastElevenMs - 365 * DAY_MS));
        decode(created(halfPastElevenMs + 1));
        assertThat(decoder.output(SideOutputs.TURNS)).isEmpty();
        assertThat(decoder.deadLetters()).hasSize(2);
        assertThat(decoded()).hasSize(3);
    }

    @Test
    void shouldTakeTheBrokersTimeForGranted() throws Exception {
        open(EventFormat.KRYO);
        process(NOON_MS + DAY_MS);
        assertThat(decoded()).hasSize(1);
    }

    @Test
    void shouldTakeTheLimitFromTheSettings() throws Exception {
        open(EventFormat.KRYO, "--aim.events.max-future-skew=0");
        process(event(NOON_MS), NOON_MS);
        process(event(NOON_MS + 1), NOON_MS);
        assertThat(decoded()).hasSize(1);
        assertThat(decoder.deadLetters()).hasSize(1);
    }

    @Test
    void shouldAcceptAnEventHoweverFarBehindItsRecord() throws Exception {
        open(EventFormat.KRYO);
        process(event(0), NOON_MS);
        assertThat(decoded()).hasSize(1);
    }

    @Test
    void shouldNotTurnForAnEventThatItRefuses() throws Exception {
        open(EventFormat.KRYO);
        process(NOON_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(NOON_MS, 0));
        process(event(NOON_MS + DAY_MS), NOON_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).isEmpty();
        process(NOON_MS + DAY_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(NOON_MS + DAY_MS, 0));
    }

    @Test
    void shouldSendATurnWithTheFirstEventOfEachNewDayAndOnlyThen() throws Exception {
        open(EventFormat.KRYO);
        long midnightMs = Instant.parse("2026-11-21T00:00:00Z").toEpochMilli();
        process(NOON_MS);
        process(NOON_MS + 1);
        process(NOON_MS - DAY_MS);
        process(midnightMs - 1);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(NOON_MS, 0));
        process(midnightMs);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(midnightMs, 0));
        process(midnightMs - 1);
        process(midnightMs);
        process(midnightMs + 1);
        process(midnightMs + DAY_MS - 1);
        assertThat(decoder.output(SideOutputs.TURNS)).isEmpty();
        process(midnightMs + 9 * DAY_MS);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(midnightMs + 9 * DAY_MS, 0));
        assertThat(decoded()).hasSize(10);
    }

    @Test
    void shouldBeginDaysInTheConfiguredZone() throws Exception {
        open(EventFormat.KRYO, "--aim.time-zone=Europe/Zurich");
        long midnightMs = Instant.parse("2026-11-20T23:00:00Z").toEpochMilli();
        process(NOON_MS);
        process(midnightMs - 1);
        process(midnightMs);
        assertThat(decoder.output(SideOutputs.TURNS)).containsExactly(new Turn(NOON_MS, 0), new Turn(midnightMs, 0));
    }
}
