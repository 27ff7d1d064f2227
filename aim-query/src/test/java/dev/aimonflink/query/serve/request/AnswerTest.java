package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerTest {
    private static final List<Integer> WINDOWS = List.of(20_775, 2968);
    private static final Map<String, Temporal> THIS_DAY_AND_WEEK =
            Map.of("1 day", LocalDate.of(2026, 11, 18), "1 week", LocalDate.of(2026, 11, 16));
    private static final List<Integer> NEXT_DAY = List.of(20_776, 2968);
    private static final List<Integer> NEXT_WEEK = List.of(20_780, 2969);

    private final MatrixSchema schema = CallModel.schema(42);
    private final Answer answer = new Answer(schema, ZoneOffset.UTC, "events");
    private final Query query = new AverageThisWeek();
    private final Request request = new Request("t-0-5", "r-1", "c1", AskedQuery.withDefaults("q1"), 1000);

    /** Reads a column of this week. Its partial has a sum and a count. */
    private static final class AverageThisWeek implements ScanQuery {
        @Override
        public Set<String> columns() {
            return Set.of("total_duration_this_week");
        }

        @Override
        public Scan open(ScanContext context) {
            throw new UnsupportedOperationException("The parts are given.");
        }

        @Override
        public List<String> answerColumns() {
            return List.of("avg_total_duration_this_week");
        }

        @Override
        public List<List<Object>> answer(Partial merged) {
            long count = merged.states(1, Counts.class).count(0);
            Object average = count == 0
                    ? null
                    : (Double) ((double) merged.states(0, Counts.class).count(0) / count);
            return List.of(Collections.singletonList(average));
        }
    }

    /** A partial of this query in its written form. */
    private static byte[] average(long sum, long count) {
        return Partial.of(new Counts().add(sum), new Counts().add(count)).toBytes();
    }

    private Part part(int partition, Cut cut, byte[] partial) {
        return new Part(
                "t-0-5",
                new Part.Source(partition, 3, 0),
                cut,
                100 + partition,
                5000L * (partition + 1),
                9000L - 1000L * partition,
                partial,
                null);
    }

    @Test
    void shouldMergeThePartsAndReportTheOldestCut() {
        List<Part> parts = List.of(
                part(0, new Cut(1_000_500, 1_000_700, WINDOWS, null, 0, 0), average(10, 1)),
                part(1, new Cut(1_000_400, 1_000_800, WINDOWS, null, 0, 0), average(20, 2)),
                part(2, new Cut(1_000_600, 1_000_600, WINDOWS, null, 0, 0), average(0, 0)));
        assertThat(answer.of(request, query, parts, 42))
                .isEqualTo(new QueryResult(
                        new QueryResult.Origin("r-1", "c1", "q1"),
                        Status.OK,
                        new QueryResult.Table(
                                List.of("avg_total_duration_this_week"), List.of(), List.of(List.of(10.0))),
                        new AsOf(1_000_400L, 1_000_800L, THIS_DAY_AND_WEEK, null, 0, 0),
                        new QueryResult.Work(new Partitions(3, 3), 303, new Timings(15, 9, 42, 0, null)),
                        null));
    }

    @Test
    void shouldNotMergePartsOfDifferentWindows() {
        List<Part> parts = List.of(
                part(0, new Cut(500, 500, WINDOWS, null, 0, 0), average(10, 1)),
                part(1, new Cut(400, 400, NEXT_WEEK, null, 0, 0), average(20, 2)));
        QueryResult result = answer.of(request, query, parts, 0);
        assertThat(result.status()).isEqualTo(Status.ERROR);
        assertThat(result.error())
                .isEqualTo(new QueryError(
                        QueryError.Code.WINDOW_TURNED, "A window turned between the partitions' answers. Ask again."));
        assertThat(result.rows()).isEmpty();
        assertThat(result.columns()).isEmpty();
    }

    @Test
    void shouldMergePartsThatDifferInWindowsWhichTheQueryDoesNotRead() {
        List<Part> parts = List.of(
                part(0, new Cut(500, 500, WINDOWS, null, 0, 0), average(10, 1)),
                part(1, new Cut(400, 400, NEXT_DAY, null, 0, 0), average(20, 2)));
        QueryResult result = answer.of(request, query, parts, 0);
        assertThat(result.error()).isNull();
        assertThat(result.rows()).isEqualTo(List.of(List.of(10.0)));
    }

    @Test
    void shouldPassOnAPartsError() {
        QueryError error = new QueryError(QueryError.Code.OVERLOADED, "Too much.");
        Part failed = new Part(
                "t-0-5", new Part.Source(2, 3, 0), new Cut(500, 500, NEXT_DAY, null, 0, 0), 0, 0, 0, null, error);
        QueryResult result = answer.of(
                request, query, List.of(part(0, new Cut(500, 500, WINDOWS, null, 0, 0), average(10, 1)), failed), 0);
        assertThat(result.status()).isEqualTo(Status.ERROR);
        assertThat(result.error()).isEqualTo(error);
        assertThat(result.partitions()).isEqualTo(new Partitions(2, 3));
    }

    @Test
    void shouldFailWhereThePartsHaveTooManyGroupsTogether() {
        List<Part> parts = List.of(
                part(0, new Cut(500, 500, WINDOWS, null, 0, 0), group(1)),
                part(1, new Cut(500, 500, WINDOWS, null, 0, 0), group(2)));
        assertThat(answer.of(request, query, parts, 0).error())
                .isEqualTo(
                        new QueryError(
                                QueryError.Code.INTERNAL,
                                "The query failed by a defect of ours:"
                                        + " dev.aimonflink.query.compute.aggregate.TooManyGroupsException: more than 1 groups"));
    }

    private static byte[] group(long key) {
        return Partial.ofGroups(GroupLimit.orFail(1), Keys.inUsualOrder(1).add(key), List.of())
                .toBytes();
    }

    @Test
    void shouldHaveNoTimeWhereNoEventHasCome() {
        Cut early = new Cut(
                WindowClock.NO_TIME,
                WindowClock.NO_TIME,
                List.of(WindowClock.NO_WINDOW, WindowClock.NO_WINDOW),
                null,
                0,
                0);
        QueryResult result = answer.of(request, query, List.of(part(0, early, average(0, 0))), 0);
        assertThat(result.status()).isEqualTo(Status.OK);
        assertThat(result.asOf()).isEqualTo(AsOf.NO_EVENT);
    }

    @Test
    void shouldHaveNoTimeWhileAKafkaPartitionHasShownNoEvent() {
        Cut begun = new Cut(WindowClock.NO_TIME, 1_000_500, WINDOWS, null, 0, 0);
        QueryResult result = answer.of(request, query, List.of(part(0, begun, average(0, 0))), 0);
        assertThat(result.asOf()).isEqualTo(new AsOf(null, 1_000_500L, THIS_DAY_AND_WEEK, null, 0, 0));
    }

    @Test
    void shouldReportNoDateOfAWindowThatTheSchemaLacks() {
        Aggregates benchmark = CallModel.withAggregates(42).aggregates();
        MatrixSchema weekly = MatrixSchema.of(OtherCalls.model(new Aggregates(
                benchmark.filters(), List.of(Window.WEEK), benchmark.aggregations(), benchmark.copies())));
        QueryResult result = new Answer(weekly, ZoneOffset.UTC, "events")
                .of(
                        request,
                        query,
                        List.of(part(0, new Cut(1_000_500, 1_000_500, List.of(2968), null, 0, 0), average(0, 0))),
                        0);
        assertThat(result.asOf())
                .isEqualTo(new AsOf(1_000_500L, 1_000_500L, Map.of("1 week", LocalDate.of(2026, 11, 16)), null, 0, 0));
    }

    // ---- the place in each Kafka partition

    private static EventPlace place(String topic, int partition, long nextOffset, long newestMs) {
        return new EventPlace(new SourcePartition(topic, partition), nextOffset, newestMs, true, 0);
    }

    private AsOf asOf(Request asked, Cut... cuts) {
        List<Part> parts = new ArrayList<>();
        for (Cut cut : cuts) {
            parts.add(part(parts.size(), cut, average(1, 1)));
        }
        return answer.of(asked, query, parts, 0).asOf();
    }

    @Test
    void shouldReportTheLeastAdvancedPlaceInEachKafkaPartition() {
        Cut ahead = new Cut(700, 700, WINDOWS, null, 0, 0)
                .with(List.of(place("events", 10, 30, 600), place("events", 9, 20, 700)));
        Cut behind = new Cut(700, 700, WINDOWS, null, 0, 0)
                .with(List.of(place("events", 9, 21, 650), place("events", 10, 29, 500)));
        Map<Integer, Place> progress =
                asOf(WithProgress.of(request), ahead, behind).progress();
        assertThat(progress).isEqualTo(Map.of(9, new Place(20, 650L), 10, new Place(29, 500L)));
        assertThat(progress.keySet()).containsExactly(9, 10);
    }

    @Test
    void shouldReportNothingOfAKafkaPartitionThatAPartDoesNotKnow() {
        Cut knowing = new Cut(700, 700, WINDOWS, null, 0, 0)
                .with(List.of(place("events", 0, 30, 600), place("events", 1, 40, 650)));
        Cut unknowing =
                new Cut(700, 700, WINDOWS, null, 0, 0).with(List.of(place("events", 1, 41, WindowClock.NO_TIME)));
        assertThat(asOf(WithProgress.of(request), knowing, unknowing).progress())
                .isEqualTo(Map.of(0, new Place(0, null), 1, new Place(40, null)));
    }

    @Test
    void shouldReportNoPlaceInAnEarlierTopic() {
        Cut cut = new Cut(700, 700, WINDOWS, null, 0, 0)
                .with(List.of(place("older", 0, 90, 900), place("events", 0, 30, 600)));
        assertThat(asOf(WithProgress.of(request), cut).progress()).isEqualTo(Map.of(0, new Place(30, 600L)));
    }

    @Test
    void shouldReportNoPlaceBeforeAReaderHasBegun() {
        Cut cut = new Cut(700, 700, WINDOWS, null, 0, 0).with(List.of());
        assertThat(asOf(WithProgress.of(request), cut).progress()).isEmpty();
    }

    @Test
    void shouldReportPlacesOnlyIfTheRequestWantsThem() {
        Cut cut = new Cut(700, 700, WINDOWS, null, 0, 0).with(List.of(place("events", 0, 30, 600)));
        assertThat(asOf(request, cut).progress()).isNull();
    }

    /** Each partition counts those of all Kafka partitions. */
    @Test
    void shouldSayHowManyEventsAreLost() {
        Cut unknowing = new Cut(700, 700, WINDOWS, null, 0, 0);
        assertThat(asOf(request, unknowing).lost()).isZero();
        Cut knowing = new Cut(700, 700, WINDOWS, null, 31, 0);
        assertThat(asOf(request, knowing, unknowing, knowing).lost()).isEqualTo(31);
        assertThat(asOf(WithProgress.of(request), knowing.with(List.of())).lost())
                .isEqualTo(31);
    }

    /** Each partition counts its own. */
    @Test
    void shouldSayHowManyEventsAreApplied() {
        Cut some = new Cut(700, 700, WINDOWS, null, 0, 40);
        Cut none = new Cut(WindowClock.NO_TIME, WindowClock.NO_TIME, WINDOWS, null, 0, 0);
        assertThat(asOf(request, some, none, some).applied()).isEqualTo(80);
        assertThat(asOf(request, none).withoutProgress().applied()).isZero();
    }

    private Timings timings(Part.OfScan... scans) {
        Cut cut = new Cut(700, 700, WINDOWS, null, 0, 0);
        List<Part> parts = Stream.of(scans)
                .map(scan -> new Part(
                        "t-0-5", new Part.Source(0, scans.length, 0), cut, 1, 0, 0, scan, average(10, 1), null))
                .toList();
        return answer.of(request, query, parts, 3).withMergeMicros(42).timings();
    }

    @Test
    void shouldSayHowMuchCpuTheScansTookAndWhereTheyRan() {
        assertThat(timings(new Part.OfScan(ScanMode.S2, 1_600), new Part.OfScan(ScanMode.S2, 400)))
                .isEqualTo(new Timings(0, 0, 42, 2, "s2"));
        assertThat(timings(new Part.OfScan(ScanMode.S1, 1_000), new Part.OfScan(ScanMode.S2, 2_000)))
                .as("while the mode changes")
                .isEqualTo(new Timings(0, 0, 42, 3, null));
        assertThat(timings((Part.OfScan) null)).isEqualTo(new Timings(0, 0, 42, 0, null));
    }

    @Test
    void shouldSayHowOldTheOldestPartIsThatIsUsedAgain() {
        assertThat(timings(new Part.OfScan(null, 0, 150_001, 0, 0), new Part.OfScan(null, 0, 2_000, 0, 0)))
                .isEqualTo(new Timings(0, 0, 42, 0, null, 1, 151, 0));
        assertThat(timings(new Part.OfScan(null, 0, 1, 0, 0), new Part.OfScan(ScanMode.S2, 2_000)))
                .as("beside one that scanned")
                .isEqualTo(new Timings(0, 0, 42, 2, "s2", 1, 1, 0));
    }

    @Test
    void shouldFailWithoutAnyPart() {
        QueryError error = new QueryError(QueryError.Code.RESTARTED, "Ask again.");
        assertThat(answer.failed(request, List.of(), 0, Status.ERROR, error))
                .isEqualTo(QueryResult.refusal("r-1", "c1", "q1", error));
    }
}
