package dev.aimonflink.local.chaos;

import dev.aimonflink.core.layout.WindowClock;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.job.config.AimOptions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Recomputes the job's answers from the records of its topics alone, and finds which of them are dead letters.
 *
 * <p>The order in which partitions are read does not matter: an event counts for its window until the window ends.
 */
abstract class Recomputation<K extends Kept> implements Oracle {
    private final long maxFutureSkewMs =
            AimOptions.MAX_FUTURE_SKEW.defaultValue().toMillis();
    private final List<Generation<K>> generations;
    private final Map<String, byte[]> deadLetters = new TreeMap<>();

    /** The newest windows of all generations; an event that was too late once is also too late at the end. */
    private final List<WindowClock> clocks;

    private final List<LocatedEvent> located = new ArrayList<>();
    private long records;

    private record LocatedEvent(String place, long timestampMs, byte[] value) {}

    Recomputation(List<Generation<K>> generations, ZoneId zone) {
        this.generations = List.copyOf(generations);
        clocks = generations.stream()
                .map(each -> new WindowClock(each.kept().matrix().windows(), zone))
                .toList();
    }

    /** Reads all records of the events topic, generation by generation. */
    final void events(List<ConsumerRecord<byte[], byte[]>> read) {
        records += read.size();
        for (int generation = 0; generation < generations.size(); generation++) {
            begin(generations.get(generation));
            for (ConsumerRecord<byte[], byte[]> each : read) {
                if (generationOf(each) == generation) {
                    event(each);
                }
            }
        }
    }

    private int generationOf(ConsumerRecord<byte[], byte[]> read) {
        int generation = generations.size() - 1;
        while (!generations.get(generation).includes(read.partition(), read.offset())) {
            generation--;
        }
        return generation;
    }

    /** The next events are of this generation. */
    abstract void begin(Generation<K> generation);

    abstract void event(ConsumerRecord<byte[], byte[]> read);

    /** A record of the subscribers topic. */
    abstract void profile(ConsumerRecord<byte[], byte[]> read);

    final void deadLetter(ConsumerRecord<byte[], byte[]> read) {
        deadLetters.put(placeOf(read), read.value());
    }

    /** Makes an event that is too far ahead a dead letter; otherwise takes its time. Returns whether it may count. */
    final boolean accepts(ConsumerRecord<byte[], byte[]> read, long timestampMs) {
        if (timestampMs - read.timestamp() > maxFutureSkewMs) {
            deadLetter(read);
            return false;
        }
        located.add(new LocatedEvent(placeOf(read), timestampMs, read.value()));
        clocks.forEach(clock -> clock.advance(timestampMs));
        return true;
    }

    private static String placeOf(ConsumerRecord<byte[], byte[]> read) {
        return DeadLetters.place(read.topic(), read.partition(), read.offset());
    }

    /** The records that are no events or cannot count, by their places. */
    final Map<String, byte[]> deadLetters() {
        return deadLetters;
    }

    /**
     * The events that are older than every window of some generation by now, by their places: dead letters if they were so
     * already when the job read them.
     */
    final Map<String, byte[]> lateEvents() {
        Map<String, byte[]> late = new TreeMap<>();
        for (LocatedEvent event : located) {
            if (clocks.stream().anyMatch(clock -> !clock.containsInAny(event.timestampMs()))) {
                late.put(event.place(), event.value());
            }
        }
        return late;
    }

    /** The number of records of the events topic. */
    final long records() {
        return records;
    }
}
