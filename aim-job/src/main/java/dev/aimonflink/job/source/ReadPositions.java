package dev.aimonflink.job.source;

import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * One reader's position in each of its Kafka partitions: the next offset, the newest event time before it, and how many events before it
 * are lost.
 */
final class ReadPositions {
    private final Map<SourcePartition, Position> positions = new LinkedHashMap<>();

    /** A checkpoint's positions in all Kafka partitions, because another reader may have read these before. */
    private final Map<SourcePartition, EventPlace> restored = new LinkedHashMap<>();

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

    /** Takes what readers {@linkplain #saved saved}; in each Kafka partition the furthest place counts. */
    void restore(List<EventPlace> saved, LongUnaryOperator putBack) {
        for (EventPlace place : saved) {
            restored.merge(place.partition(), place.of(putBack.applyAsLong(place.newestMs())), EventPlace::furthest);
        }
    }

    /** Sets the offset at which the reader begins in a Kafka partition. */
    void begin(RawRecord start) {
        Position position = of(start);
        position.nextOffset = start.offset();
        position.emptyTo = 0;
        position.lost += start.lost();
    }

    /** Counts a record as read, accepted or not. */
    void read(RawRecord record) {
        Position position = of(record);
        assert record.offset() >= position.nextOffset : "a Kafka partition is read in order";
        position.nextOffset = record.offset() + 1;
    }

    /** Takes the event time of the last record read; returns the newest of its Kafka partition. */
    long accepted(long eventTimeMs) {
        last.newestMs = Math.max(last.newestMs, eventTimeMs);
        return last.newestMs;
    }

    private Position of(RawRecord record) {
        if (last == null || !last.is(record)) {
            last = positions.computeIfAbsent(
                    new SourcePartition(record.topic(), record.partition()), this::newPosition);
        }
        return last;
    }

    private Position newPosition(SourcePartition partition) {
        Position position = new Position(partition, wallMs.getAsLong());
        EventPlace before = restored.get(partition);
        if (before != null) {
            position.newestMs = before.newestMs();
            position.lost = before.lost();
        }
        begun.accept(position);
        return position;
    }

    /** Requests a lookup whether partitions without records since the last call are at their ends. */
    void lookForEnds() {
        Map<SourcePartition, Long> silent = new HashMap<>();
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

    /** @param all whether to include unchanged ones */
    List<EventPlace> places(boolean all) {
        List<EventPlace> places = new ArrayList<>();
        for (Position position : positions.values()) {
            position.atEnd = ends.isEnd(position.partition, position.nextOffset);
            position.emptyTo = Math.max(position.emptyTo, ends.emptyTo(position.partition, position.nextOffset));
            EventPlace place = position.place();
            if (all || !place.equals(position.reported)) {
                position.reported = place;
                places.add(place);
            }
        }
        return places;
    }

    /**
     * What a checkpoint keeps: this reader's places.
     *
     * @param isFirst whether to include restored places that this reader does not read, because perhaps nobody does yet
     */
    List<EventPlace> saved(boolean isFirst) {
        Map<SourcePartition, EventPlace> saved = isFirst ? new LinkedHashMap<>(restored) : new LinkedHashMap<>();
        positions.forEach((partition, position) -> saved.put(partition, position.place()));
        return List.copyOf(saved.values());
    }

    /** The position in one Kafka partition. Metrics read it from another thread, and may see older numbers. */
    static final class Position {
        private static final long NEVER = Long.MIN_VALUE;

        private final SourcePartition partition;
        private final long begunMs;
        private long nextOffset;
        private long newestMs = WindowClock.NO_TIME;
        private boolean atEnd;
        private long emptyTo;
        private long lost;
        private long lastLookOffset = NEVER;
        private EventPlace reported;

        Position(SourcePartition partition, long begunMs) {
            this.partition = partition;
            this.begunMs = begunMs;
        }

        private boolean is(RawRecord record) {
            return partition.number() == record.partition() && partition.topic().equals(record.topic());
        }

        private EventPlace place() {
            return new EventPlace(partition, Math.max(nextOffset, emptyTo), newestMs, atEnd, lost);
        }

        SourcePartition partition() {
            return partition;
        }

        long newestMs() {
            return newestMs;
        }

        /** How far the newest event time, or else the start, is behind the wall clock; 0 at the end. */
        long lagMs(long wallMs) {
            long sinceMs = newestMs == WindowClock.NO_TIME ? begunMs : newestMs;
            return atEnd ? 0 : Math.max(0, wallMs - sinceMs);
        }
    }
}
