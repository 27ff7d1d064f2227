package dev.aimonflink.lab.meter;

import dev.aimonflink.job.Topology;
import dev.aimonflink.lab.feed.CallFeed;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Markers that are calls, found alternately by the point query and by a scan over all subscribers.
 *
 * <p>A scan shows a marker by the highest cost, since each marker costs more than all calls before it. A later marker of another partition
 * would hide a missing one, so each scan watches one partition: {@code w2} shows the markers of partition 0, and {@code q2}, which reads
 * subscribers with more than one call, those of partition 1, which are cheaper and call twice.
 *
 * <p>Markers are long-distance calls of subscribers without a profile: of the seven queries, only queries 2 and 3 count them.
 */
public final class CallMarkers implements Markers {
    /** A call just before the end of a week may be shown by no answer of that week. */
    private static final Duration DISTANCE_FROM_TURN = Duration.ofSeconds(5);

    private static final int FIRST_COST_CENTS = 10_001;

    /** The distance between the costs of the two kinds of markers that scans show. */
    static final int DEARER_CENTS = 4_000_000;

    private enum Kind {
        POINT,
        SCAN_OF_FIRST,
        SCAN_OF_SECOND;

        static Kind of(long number, int partition) {
            return number % 2 == 0 || partition > 1 ? POINT : partition == 0 ? SCAN_OF_FIRST : SCAN_OF_SECOND;
        }

        int calls() {
            return this == SCAN_OF_SECOND ? 2 : 1;
        }

        int dearerCents() {
            return this == SCAN_OF_FIRST ? DEARER_CENTS : 0;
        }

        AskedQuery questionFor(Event call) {
            return switch (this) {
                case POINT -> new AskedQuery("subscriber", Map.of("subscriberId", call.subscriberId()));
                case SCAN_OF_FIRST -> AskedQuery.withDefaults("w2");
                case SCAN_OF_SECOND -> new AskedQuery("q2", Map.of("beta", 1L));
            };
        }

        boolean isShown(Event call, QueryResult answer) {
            if (this == POINT) {
                return !answer.rows().isEmpty();
            }
            Object highest = answer.rows().get(0).get(0);
            return highest != null
                    && new BigDecimal(highest.toString()).compareTo(BigDecimal.valueOf(call.costCents(), 2)) >= 0;
        }
    }

    private final CallFeed feed;
    private final int partitions;

    public CallMarkers(CallFeed feed, int partitions) {
        this.feed = feed;
        this.partitions = partitions;
    }

    /** Point queries of each partition, and each kind of scan. */
    @Override
    public int lanes() {
        return partitions + Kind.values().length;
    }

    @Override
    public boolean isDue(long nowMs) {
        return weekOf(nowMs).equals(weekOf(nowMs + DISTANCE_FROM_TURN.toMillis()));
    }

    private static LocalDate weekOf(long timeMs) {
        LocalDate date = Instant.ofEpochMilli(timeMs).atZone(ZoneOffset.UTC).toLocalDate();
        return Window.WEEK.firstDateOf(Window.WEEK.numberOf(date));
    }

    @Override
    public Marker publish(long number, long id) {
        int partition = KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, partitions);
        Kind kind = Kind.of(number, partition);
        long costCents = FIRST_COST_CENTS + kind.dearerCents() + number;
        LongFunction<Event> callAt = timestampMs -> new Event(id, timestampMs, 1, costCents / 100f, true);
        Event call = feed.publishCall(callAt);
        for (int more = 1; more < kind.calls(); more++) {
            feed.publishCall(callAt);
        }
        boolean isPoint = kind == Kind.POINT;
        return new Marker(
                "subscriber " + id,
                isPoint ? partition : partitions + kind.ordinal(),
                isPoint,
                kind.questionFor(call),
                answer -> kind.isShown(call, answer));
    }
}
