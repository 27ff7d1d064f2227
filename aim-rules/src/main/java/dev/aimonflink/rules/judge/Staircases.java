package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.CellSource.OfRecord;
import java.util.List;
import java.util.stream.Stream;

/**
 * Many staircases, most of them not reached. Their first thresholds lie in one array, because usually only these are read: those of the
 * record's ints first, then of its longs, then all others.
 */
final class Staircases {
    private final Staircase[] all;
    private final int ints;
    private final int longs;
    private final int[] slots;
    private final long[] flips;
    private final long[] heads;

    // The least non-null numbers.
    private final long[] leasts;
    private final long[] greatests;

    Staircases(List<Staircase> given) {
        List<Staircase> ofInts =
                given.stream().filter(each -> isCell(each.source(), true)).toList();
        List<Staircase> ofLongs =
                given.stream().filter(each -> isCell(each.source(), false)).toList();
        ints = ofInts.size();
        longs = ofLongs.size();
        all = Stream.of(
                        ofInts.stream(),
                        ofLongs.stream(),
                        given.stream().filter(each -> !ofInts.contains(each) && !ofLongs.contains(each)))
                .flatMap(each -> each)
                .toArray(Staircase[]::new);
        slots = Stream.of(all)
                .limit(ints + longs)
                .mapToInt(each -> ((OfRecord) each.source()).slot())
                .toArray();
        flips = Stream.of(all).mapToLong(Staircase::flip).toArray();
        heads = Stream.of(all).mapToLong(Staircase::head).toArray();
        leasts = Stream.of(all).mapToLong(each -> each.source().least()).toArray();
        greatests = Stream.of(all).mapToLong(each -> each.source().greatest()).toArray();
    }

    private static boolean isCell(CellSource source, boolean ofInts) {
        return source instanceof OfRecord cell && !cell.isBefore() && cell.isInt() == ofInts;
    }

    /** How many have been reached; {@link #hit} says which. */
    int hits(RuleValues ofEvent) {
        final int[] intCells = ofEvent.record().ints();
        final long[] longCells = ofEvent.record().longs();
        final int[] hits = ofEvent.hits(all.length);
        final long[] values = ofEvent.hitValues(all.length);
        int count = 0;
        int i = 0;
        for (; i < ints; i++) {
            count = hitIfReached(i, intCells[slots[i]], hits, values, count);
        }
        for (; i < ints + longs; i++) {
            count = hitIfReached(i, longCells[slots[i]], hits, values, count);
        }
        for (; i < all.length; i++) {
            if (!all[i].source().isNull(ofEvent)) {
                count = hitIfReached(i, all[i].source().value(ofEvent), hits, values, count);
            }
        }
        return count;
    }

    private int hitIfReached(int staircase, long value, int[] hits, long[] values, int count) {
        if ((value ^ flips[staircase]) < heads[staircase]) {
            return count;
        }
        if (value < leasts[staircase] || value > greatests[staircase]) {
            return count;
        }
        hits[count] = staircase;
        values[count] = value ^ flips[staircase];
        return count + 1;
    }

    Staircase hit(RuleValues ofEvent, int number) {
        return all[ofEvent.hits(all.length)[number]];
    }

    int reached(RuleValues ofEvent, int number) {
        return hit(ofEvent, number).reached(ofEvent.hitValues(all.length)[number]);
    }
}
