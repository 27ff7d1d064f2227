package dev.aimonflink.job.source;

import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.row.EventPartition;
import dev.aimonflink.matrix.row.EventPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The position of one reader in each of its Kafka partitions: the next offset, the newest event time before it, and how many events
 * before it are lost.
 */
final class ReadPositions {
    private final Map<EventPartition, Position> positions = new LinkedHashMap<>();

    /** Of all Kafka partitions, because another reader may have read these before. */
    private final Map<EventPartition, Long> lostBefore = new HashMap<>();

    private final EndWatch ends;
    private final Consumer<Position> begun;
    private final LongSupplier wallMs;

    /** Records come in runs of one Kafka partition, so this mostly saves the map lookup. */
    private Position last;

    /** @param begun called once for each Kafka partition */
    ReadPositions(EndWatch ends, LongSupplier wallMs, Consumer<Position> begun) {
        this.ends = ends;
        this.wallMs = wallMs;
        this.begun = begun;
    }

    /** Takes what readers had {@linkplain #lost() lost} before a checkpoint. */
    void restore(List<EventPlace> lost) {
        lost.forEach(place -> lostBefore.merge(place.partition(), place.lost(), Math::max));
    }

    /** Sets the offset at which the reader begins in a Kafka partition. */
    void begin(RawRecord start) {
        Position position = of(start);
        position.nextOffset = start.offset();
        position.lost += start.lost();
    }

    /** Counts a record as read, whether it is accepted or not. */
    void read(RawRecord record) {
        of(record).nextOffset = record.offset() + 1;
    }

    /** Takes the event time of the record that was read last. */
    void accepted(long eventTimeMs) {
        last.newestMs = Math.max(last.newestMs, eventTimeMs);
    }

    private Position of(RawRecord record) {
        if (last == null || !last.is(record)) {
            last = positions.computeIfAbsent(new EventPartition(record.topic(), record.partition()), this::newPosition);
        }
        return last;
    }

    private Position newPosition(EventPartition partition) {
        Position position = new Position(partition, wallMs.getAsLong());
        position.lost = lostBefore.getOrDefault(partition, 0L);
        begun.accept(position);
        return position;
    }

    /** Asks to look up whether the partitions without records since the last call are at their ends. */
    void lookForEnds() {
        Map<EventPartition, Long> silent = new HashMap<>();
        for (Position position : positions.values()) {
            if (position.nextOffset == position.lastLookOffset) {
                silent.put(position.partition, position.nextOffset);
            }
            position.lastLookOffset = position.nextOffset;
        }
        if (!silent.isEmpty()) {
            ends.look(silent);
        }
    }

    List<EventPlace> places() {
        List<EventPlace> places = new ArrayList<>(positions.size());
        for (Position position : positions.values()) {
            position.atEnd = ends.isEnd(position.partition, position.nextOffset);
            places.add(position.place());
        }
        return places;
    }

    /** Returns the places with lost events, also those of Kafka partitions that this reader does not read. */
    List<EventPlace> lost() {
        Map<EventPartition, EventPlace> lost = new LinkedHashMap<>();
        lostBefore.forEach((partition, events) ->
                lost.put(partition, new EventPlace(partition, 0, WindowClock.NO_TIME, false, events)));
        for (Position position : positions.values()) {
            if (position.lost > 0) {
                lost.put(position.partition, position.place());
            }
        }
        return List.copyOf(lost.values());
    }

    /** The position in one Kafka partition. Metrics read it from another thread, which may see older numbers. */
    static final class Position {
        private static final long NEVER = Long.MIN_VALUE;

        private final EventPartition partition;
        private final long begunMs;
        private long nextOffset;
        private long newestMs = WindowClock.NO_TIME;
        private boolean atEnd;
        private long lost;
        private long lastLookOffset = NEVER;

        Position(EventPartition partition, long begunMs) {
            this.partition = partition;
            this.begunMs = begunMs;
        }

        private boolean is(RawRecord record) {
            return partition.number() == record.partition() && partition.topic().equals(record.topic());
        }

        private EventPlace place() {
            return new EventPlace(partition, nextOffset, newestMs, atEnd, lost);
        }

        EventPartition partition() {
            return partition;
        }

        long newestMs() {
            return newestMs;
        }

        /** Returns how far the newest event time, or else the start, is behind the wall clock; 0 at the end. */
        long lagMs(long wallMs) {
            long sinceMs = newestMs == WindowClock.NO_TIME ? begunMs : newestMs;
            return atEnd ? 0 : Math.max(0, wallMs - sinceMs);
        }
    }
}
