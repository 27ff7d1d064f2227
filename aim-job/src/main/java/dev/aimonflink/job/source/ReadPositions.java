package dev.aimonflink.job.source;

import dev.aimonflink.core.matrix.EventPartition;
import dev.aimonflink.core.matrix.EventPlace;
import dev.aimonflink.core.schema.WindowClock;
import dev.aimonflink.job.stream.RawRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Where one reader stands in each Kafka partition that it reads: its next offset, and the newest event time before. */
final class ReadPositions {
    private final Map<EventPartition, Position> positions = new LinkedHashMap<>();
    private final EndWatch ends;
    private final Consumer<Position> begun;
    private final LongSupplier wallMs;

    /** Records come in runs of one Kafka partition, so mostly no map is asked. */
    private Position last;

    /** @param begun hears of each Kafka partition once */
    ReadPositions(EndWatch ends, LongSupplier wallMs, Consumer<Position> begun) {
        this.ends = ends;
        this.wallMs = wallMs;
        this.begun = begun;
    }

    /** The reader goes on in a Kafka partition from there. */
    void begin(RawRecord start) {
        of(start).nextOffset = start.offset();
    }

    /** A record was read, whatever became of it. */
    void read(RawRecord record) {
        of(record).nextOffset = record.offset() + 1;
    }

    /** The record that was read last is an event of this time. */
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
        begun.accept(position);
        return position;
    }

    /** Asks to look up whether those that nothing came from since the last time are at their end. */
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
            places.add(new EventPlace(position.partition, position.nextOffset, position.newestMs, position.atEnd));
        }
        return places;
    }

    /** In one Kafka partition. Metrics read it from another thread, which sees numbers of late. */
    static final class Position {
        private static final long NEVER = Long.MIN_VALUE;

        private final EventPartition partition;
        private final long begunMs;
        private long nextOffset;
        private long newestMs = WindowClock.NO_TIME;
        private boolean atEnd;
        private long lastLookOffset = NEVER;

        Position(EventPartition partition, long begunMs) {
            this.partition = partition;
            this.begunMs = begunMs;
        }

        private boolean is(RawRecord record) {
            return partition.number() == record.partition() && partition.topic().equals(record.topic());
        }

        EventPartition partition() {
            return partition;
        }

        long newestMs() {
            return newestMs;
        }

        /** How far the newest event time is behind the wall clock, or the start without one; 0 at the end. */
        long lagMs(long wallMs) {
            long sinceMs = newestMs == WindowClock.NO_TIME ? begunMs : newestMs;
            return atEnd ? 0 : Math.max(0, wallMs - sinceMs);
        }
    }
}
