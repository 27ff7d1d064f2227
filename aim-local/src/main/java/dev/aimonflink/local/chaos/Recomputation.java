package dev.aimonflink.local.chaos;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.local.load.GivenModel;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.plain.Oracle;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.sql.SqlException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Recomputes the job's answers from the records of its topics alone, and finds which of them are dead letters. The oracle goes on
 * with another model where the job did.
 *
 * <p>The order in which partitions are read does not matter: an event counts for its window until the window ends, and an entity's
 * events are in one partition, so that its last events are known, too.
 */
final class Recomputation implements Oracle {
    private final long maxFutureSkewMs =
            AimOptions.MAX_FUTURE_SKEW.defaultValue().toMillis();
    private final List<Generation> generations;
    private final Map<String, byte[]> deadLetters = new TreeMap<>();

    /** The newest windows of all generations; an event that was too late once is also too late at the end. */
    private final List<WindowClock> clocks;

    private final List<LocatedEvent> located = new ArrayList<>();
    private final EntityTables tables;
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final PlainEntities entities;
    private final DeclaredEvent event;
    private long records;

    private record LocatedEvent(String place, long timestampMs, byte[] value) {}

    Recomputation(List<Generation> generations, EntityTables tables, ZoneId zone, EventFormat format) {
        this.generations = List.copyOf(generations);
        this.tables = tables;
        clocks = generations.stream()
                .map(each -> new WindowClock(each.kept().matrix().windows(), zone))
                .toList();
        // Generations differ in their aggregates alone.
        Model model = generations.get(0).kept().model();
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        entities = new PlainEntities(model, zone);
        event = new DeclaredEvent(model.event());
    }

    /** Reads all records of the events topic, generation by generation. */
    void events(List<ConsumerRecord<byte[], byte[]>> read) {
        records += read.size();
        for (int generation = 0; generation < generations.size(); generation++) {
            Model model = generations.get(generation).kept().model();
            entities.evolveTo(model, new GivenModel(model, tables).queries());
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

    private void event(ConsumerRecord<byte[], byte[]> read) {
        try {
            codec.decode(read.value(), event);
        } catch (MalformedException malformed) {
            deadLetter(read);
            return;
        }
        if (accepts(read, event.timestampMs()) && !canCount()) {
            deadLetter(read);
        }
    }

    /** Counts the event. A late one is no failure here: the job may have read it in time. */
    private boolean canCount() {
        try {
            return entities.event(event) != PlainMatrix.Outcome.OVERFLOW;
        } catch (SqlException filterHasNoValue) {
            return false;
        }
    }

    /** A record of the topic of profiles. */
    void profile(ConsumerRecord<byte[], byte[]> read) {
        entities.update(profileCodec.decode(read.key(), read.value()));
    }

    @Override
    public List<List<Object>> answer(AskedQuery call) {
        return entities.answer(call);
    }

    @Override
    public int rows() {
        return entities.rows();
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> read) {
        deadLetters.put(placeOf(read), read.value());
    }

    /** Makes an event that is too far ahead a dead letter; otherwise takes its time. Returns whether it may count. */
    private boolean accepts(ConsumerRecord<byte[], byte[]> read, long timestampMs) {
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
    Map<String, byte[]> deadLetters() {
        return deadLetters;
    }

    /**
     * The events that are older than every window of some generation by now, by their places: dead letters if they were so
     * already when the job read them.
     */
    Map<String, byte[]> lateEvents() {
        Map<String, byte[]> late = new TreeMap<>();
        for (LocatedEvent event : located) {
            if (clocks.stream().anyMatch(clock -> !clock.containsInAny(event.timestampMs()))) {
                late.put(event.place(), event.value());
            }
        }
        return late;
    }

    /** The number of records of the events topic. */
    long records() {
        return records;
    }
}
