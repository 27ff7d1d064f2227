package dev.aimonflink.job.message;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Part.Source;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.WithProgress;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The messages of a request as a checkpoint holds them: in flight, or in the merger's state. */
class MessageGoldenTest {
    private static final long FRIDAY_MS = 1_795_132_800_000L;

    private static final Request REQUEST = new Request(
            "aim.queries.v1-0-42", "r-1", "c1", new AskedQuery("q4", Map.of("gamma", 5L)), FRIDAY_MS + 5_000);

    private static final Execution EXECUTION = new Execution(7, 0x0102030405060708L);

    private static final Part PART = new Part(
            "aim.queries.v1-0-42",
            new Source(1, 3, 77),
            new Cut(FRIDAY_MS - 500, FRIDAY_MS, List.of(20_777, 2_968), null, 0, 0),
            1_000,
            20,
            300,
            new byte[] {1, 2, 3},
            null);

    private static final Part LACKING = new Part(
            PART.requestKey(),
            PART.source(),
            new Cut(FRIDAY_MS - 500, FRIDAY_MS, List.of(20_777, 2_968), null, 31, 0),
            1_000,
            20,
            300,
            new byte[] {1, 2, 3},
            null);

    private static final Part COUNTED = new Part(
            PART.requestKey(),
            PART.source(),
            new Cut(FRIDAY_MS - 500, FRIDAY_MS, List.of(20_777, 2_968), null, 0, 4_321),
            1_000,
            20,
            300,
            new Part.OfScan(ScanMode.S2, 290),
            new byte[] {1, 2, 3},
            null);

    private static final Part REUSED = new Part(
            PART.requestKey(),
            PART.source(),
            COUNTED.cut(),
            1_000,
            0,
            0,
            new Part.OfScan(null, 0, 150_000_000, 0, 0),
            new byte[] {1, 2, 3},
            null);

    private static final Part FRESH = new Part(
            PART.requestKey(),
            PART.source(),
            COUNTED.cut(),
            1_000,
            20,
            300,
            new Part.OfScan(ScanMode.S3_IS, 290, 0, 12, 0),
            new byte[] {1, 2, 3},
            null);

    private static final Request OF_AN_AGE = new Request(
            REQUEST.key(),
            REQUEST.requestId(),
            REQUEST.clientId(),
            REQUEST.asked(),
            REQUEST.deadlineMs(),
            new AnswerOptions(true, Map.of(), 200));

    private static final List<EventPlace> PLACES = List.of(
            new EventPlace(new SourcePartition("aim.events.v1", 0), 42, FRIDAY_MS, false, 0),
            new EventPlace(new SourcePartition("aim.events.v1", 3), 0, Long.MIN_VALUE, true, 0));

    /** A message and the file that has its bytes. */
    record Case<T>(String golden, MessageFormat<T> format, T message) {
        @Override
        public String toString() {
            return golden;
        }
    }

    private static MatrixInput.Events events(long layout) {
        return new MatrixInput.Events(
                EntityId.of(7), 2, FRIDAY_MS, 9, 1_000 * FRIDAY_MS, layout, 7, 12, new byte[] {1, 2, 3});
    }

    private static MatrixInput.ProfileChange profile(long layout) {
        return new MatrixInput.ProfileChange(EntityId.of("card 7"), Attributes.of("CH-8000", null, 3L), layout, 1, 42);
    }

    static Stream<Case<?>> messages() {
        return Stream.of(
                new Case<>("question", new BroadcastInput.Format(), new BroadcastInput.Question(REQUEST, null)),
                new Case<>(
                        "second-round",
                        new BroadcastInput.Format(),
                        new BroadcastInput.SecondRound("aim.queries.v1-0-42", EXECUTION, new byte[] {1, 2, 3})),
                new Case<>(
                        "no-second-round",
                        new BroadcastInput.Format(),
                        BroadcastInput.SecondRound.none("aim.queries.v1-0-42", EXECUTION)),
                new Case<>(
                        "question-table-values",
                        new BroadcastInput.Format(),
                        new BroadcastInput.Question(REQUEST, new byte[] {1, 2, 3})),
                new Case<>(
                        "planned",
                        new MergeInput.Format(),
                        new MergeInput.Planned("aim.queries.v1-0-42", new byte[] {1, 2, 3})),
                new Case<>(
                        "refused",
                        new MergeInput.Format(),
                        new MergeInput.Refused(
                                "aim.queries.v1-0-42", new QueryError(QueryError.Code.OVERLOADED, "Too much."))),
                new Case<>("events", new MatrixInput.Format(), events(0x0102030405060708L)),
                new Case<>("profile", new MatrixInput.Format(), profile(0x0102030405060708L)),
                new Case<>(
                        "point-query",
                        new MatrixInput.Format(),
                        new MatrixInput.PointQuery(EntityId.of(7), REQUEST, 1_000 * FRIDAY_MS)),
                new Case<>(
                        "registration",
                        new MergeInput.Format(),
                        new MergeInput.Registration(REQUEST, MergeInput.Registration.UNKNOWN_TIME, Execution.UNKNOWN)),
                new Case<>(
                        "timed-registration",
                        new MergeInput.Format(),
                        new MergeInput.Registration(REQUEST, FRIDAY_MS, Execution.UNKNOWN)),
                new Case<>(
                        "registration-of-execution",
                        new MergeInput.Format(),
                        new MergeInput.Registration(WithProgress.of(REQUEST), FRIDAY_MS, EXECUTION)),
                new Case<>("part", new MergeInput.Format(), new MergeInput.Arrival(PART)),
                new Case<>(
                        "question-progress",
                        new BroadcastInput.Format(),
                        new BroadcastInput.Question(WithProgress.of(REQUEST), null)),
                new Case<>(
                        "point-query-progress",
                        new MatrixInput.Format(),
                        new MatrixInput.PointQuery(EntityId.of(7), WithProgress.of(REQUEST), 1_000 * FRIDAY_MS)),
                new Case<>(
                        "registration-progress",
                        new MergeInput.Format(),
                        new MergeInput.Registration(WithProgress.of(REQUEST), FRIDAY_MS, Execution.UNKNOWN)),
                new Case<>("part-lacking-events", new MergeInput.Format(), new MergeInput.Arrival(LACKING)),
                new Case<>(
                        "part-lacking-events-places",
                        new MergeInput.Format(),
                        new MergeInput.Arrival(LACKING.with(PLACES))),
                new Case<>("part-counted", new MergeInput.Format(), new MergeInput.Arrival(COUNTED)),
                new Case<>("part-reused", new MergeInput.Format(), new MergeInput.Arrival(REUSED)),
                new Case<>("part-fresh", new MergeInput.Format(), new MergeInput.Arrival(FRESH)),
                new Case<>(
                        "question-max-age", new BroadcastInput.Format(), new BroadcastInput.Question(OF_AN_AGE, null)),
                new Case<>("part-places", new MergeInput.Format(), new MergeInput.Arrival(PART.with(PLACES))),
                new Case<>(
                        "part-refused",
                        new MergeInput.Format(),
                        new MergeInput.Arrival(
                                PART.failed(new QueryError(QueryError.Code.COLUMN_NOT_KEPT, "Not kept.").at(12)))));
    }

    @ParameterizedTest
    @MethodSource("messages")
    <T> void shouldWriteGoldenBytes(Case<T> each) throws IOException {
        assertThat(Wire.write(each.format, each.message)).isEqualTo(Wire.golden("message-" + each.golden + ".hex"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    <T> void shouldReadGoldenBytes(Case<T> each) throws IOException {
        assertThat(Wire.read(each.format, Wire.golden("message-" + each.golden + ".hex")))
                .usingRecursiveComparison()
                .isEqualTo(each.message);
    }
}
