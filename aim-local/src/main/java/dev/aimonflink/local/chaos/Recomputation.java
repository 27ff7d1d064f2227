package dev.aimonflink.local.chaos;

import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.plain.PlainModel;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.WindowClock;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.MalformedException;
import dev.aimonflink.core.wire.ProfileCodec;
import dev.aimonflink.job.config.AimOptions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Recomputes the job's answers from the records of its topics alone. Each generation of the schema has a plain model of
 * the calls since then; a column comes from the first generation that keeps it without a break.
 *
 * <p>The order in which partitions are read does not matter: a call counts for its window until the window ends.
 */
final class Recomputation implements Oracle {
    private final long maxFutureSkewMs =
            AimOptions.MAX_FUTURE_SKEW.defaultValue().toMillis();
    private final List<Generation> generations;
    private final List<PlainModel> models = new ArrayList<>();
    private final List<Integer> generationOfCell;
    private final Map<String, byte[]> deadLetters = new TreeMap<>();

    /** The newest windows of all generations; a call that was too late once is also too late at the end. */
    private final List<WindowClock> clocks;

    private final List<LocatedCall> located = new ArrayList<>();

    private record LocatedCall(String place, long timestampMs, byte[] value) {}

    Recomputation(List<Generation> generations, ZoneId zone, Dimensions dimensions) {
        this.generations = List.copyOf(generations);
        KeptSchema current = generations.get(generations.size() - 1).schema();
        generations.forEach(each -> models.add(new PlainModel(zone, dimensions, current.plain())));
        clocks = generations.stream()
                .map(each -> new WindowClock(each.schema().matrix().windows(), zone))
                .toList();
        generationOfCell = Births.ofCells(
                generations.stream().map(each -> each.schema().matrix()).toList());
    }

    /** A record of the events topic. */
    void event(ConsumerRecord<byte[], byte[]> read, EventCodec codec) {
        String place = DeadLetters.place(read.topic(), read.partition(), read.offset());
        Event event;
        try {
            event = codec.decode(read.value());
        } catch (MalformedException malformed) {
            deadLetters.put(place, read.value());
            return;
        }
        if (event.timestampMs() - read.timestamp() > maxFutureSkewMs) {
            deadLetters.put(place, read.value());
            return;
        }
        located.add(new LocatedCall(place, event.timestampMs(), read.value()));
        clocks.forEach(clock -> clock.advance(event.timestampMs()));
        for (int i = 0; i < models.size(); i++) {
            if (generations.get(i).includes(read.partition(), read.offset())) {
                models.get(i).event(event);
            } else {
                // Only the time and the row of the subscriber count here; its other cells are empty.
                models.get(i).advanceTo(event.timestampMs());
                models.get(i).profile(placeholder(event.subscriberId()));
            }
        }
    }

    private static Profile placeholder(long subscriberId) {
        return new Profile(subscriberId, "none", 0, 0, 0);
    }

    /** A record of the subscribers topic. */
    void profile(ConsumerRecord<byte[], byte[]> read, ProfileCodec codec) {
        for (PlainModel model : models) {
            if (read.value() == null) {
                model.clearProfile(codec.decodeKey(read.key()));
            } else if (codec.decodeUpdate(read.value()) instanceof Profile profile) {
                model.profile(profile);
            } else {
                model.forget(codec.decodeUpdate(read.value()).subscriberId());
            }
        }
    }

    @Override
    public List<List<Object>> answer(QueryCall call) {
        List<List<Object>> rows = models.get(0).answer(call);
        if (!call.query().equals("subscriber") || rows.isEmpty()) {
            return rows;
        }
        List<Object> row = new ArrayList<>(rows.get(0));
        Set<Integer> others = new TreeSet<>(generationOfCell);
        others.remove(0);
        for (int generation : others) {
            List<Object> since = models.get(generation).answer(call).get(0);
            for (int cell = 0; cell < row.size(); cell++) {
                if (generationOfCell.get(cell) == generation) {
                    row.set(cell, since.get(cell));
                }
            }
        }
        return List.of(row);
    }

    @Override
    public int rows() {
        return models.get(0).rows();
    }

    /** The records that are no calls, by their places. */
    Map<String, byte[]> deadLetters() {
        return deadLetters;
    }

    /**
     * The calls that are older than every window of some generation by now, by their places: dead letters if they were so
     * already when the job read them.
     */
    Map<String, byte[]> lateCalls() {
        Map<String, byte[]> late = new TreeMap<>();
        for (LocatedCall call : located) {
            if (clocks.stream().anyMatch(clock -> !clock.containsInAny(call.timestampMs()))) {
                late.put(call.place(), call.value());
            }
        }
        return late;
    }

    /** Records that are calls, late ones included. */
    long calls() {
        return located.size();
    }
}
