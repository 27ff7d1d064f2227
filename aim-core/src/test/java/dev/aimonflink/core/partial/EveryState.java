package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Partials with a state of every kind, over rows that a test has. */
final class EveryState {
    static final int MOST = 3;

    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, Long.MAX_VALUE};
    private static final double[] DOUBLES = {Double.NEGATIVE_INFINITY, -1e300, -1, -0.0, 0.0, 1, 1e300, Double.NaN};
    private static final String[] TEXTS = {"", "A", "a", "Zürich", "\uD83D\uDE80", "\uFFFD"};

    private EveryState() {}

    /** A row of a matrix. The number and the text are the key of its group, and may be null. */
    record Row(EntityId id, Long group, String name, long number, long divisor, double real, byte[] stored) {}

    /** A row with values that other rows are likely to have, too. */
    static Row randomRow(Random random, EntityId id) {
        return new Row(
                id,
                random.nextInt(4) == 0 ? null : LONGS[random.nextInt(LONGS.length)],
                random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)],
                random.nextBoolean() ? random.nextLong() : LONGS[random.nextInt(LONGS.length)],
                random.nextBoolean() ? 1 + random.nextInt(3) : Long.MAX_VALUE - random.nextInt(3),
                DOUBLES[random.nextInt(DOUBLES.length)],
                new byte[] {(byte) random.nextInt(), (byte) random.nextInt()});
    }

    /** One row of states for each row; {@link StateKind#ordinal} is the place of a kind. */
    static List<States> states(List<Row> rows) {
        List<States> states = noStates();
        rows.forEach(row -> add(row, states));
        return states;
    }

    /** The columns, empty, in the order of their kinds. */
    static List<States> noStates() {
        return new ArrayList<>(List.of(
                new Counts(),
                new Sums(),
                Extremes.lowestLongs(),
                Extremes.highestLongs(),
                Extremes.lowestDoubles(),
                Extremes.highestDoubles(),
                TextExtremes.lowest(),
                TextExtremes.highest(),
                EntityExtremes.lowestLongs(),
                EntityExtremes.highestLongs(),
                EntityExtremes.lowestDoubles(),
                EntityExtremes.highestDoubles(),
                new MomentSums(),
                new Ratios(),
                new LowestRatios(),
                TopEntities.lowestLongs(MOST),
                TopEntities.highestLongs(MOST),
                TopEntities.lowestDoubles(MOST),
                TopEntities.highestDoubles(MOST),
                new Records()));
    }

    private static void add(Row row, List<States> states) {
        for (States each : states) {
            if (each instanceof Counts counts) {
                counts.add(1);
            } else if (each instanceof Sums sums) {
                sums.add(row.number);
            } else if (each instanceof Extremes extremes) {
                addTo(extremes, row);
            } else if (each instanceof TextExtremes extremes) {
                extremes.add(row.name);
            } else if (each instanceof EntityExtremes extremes) {
                addTo(extremes, row);
            } else if (each instanceof MomentSums moments) {
                moments.addRow().addTo(moments.rows() - 1, row.number);
            } else if (each instanceof Ratios ratios) {
                ratios.add(row.number, row.divisor);
            } else if (each instanceof LowestRatios ratios) {
                ratios.add(row.number, row.divisor, row.id);
            } else if (each instanceof TopEntities top) {
                addTo(top, row);
            } else {
                ((Records) each).add(row.stored);
            }
        }
    }

    private static void addTo(Extremes extremes, Row row) {
        if (extremes.kind().isDouble()) {
            extremes.addDouble(row.real);
        } else {
            extremes.addLong(row.number);
        }
    }

    private static void addTo(EntityExtremes extremes, Row row) {
        if (extremes.kind().isDouble()) {
            extremes.addDouble(row.real, row.id);
        } else {
            extremes.addLong(row.number, row.id);
        }
    }

    private static void addTo(TopEntities top, Row row) {
        top.addRow();
        if (top.kind().isDouble()) {
            top.offerDouble(row.real, row.id);
        } else {
            top.offerLong(row.number, row.id);
        }
    }

    /** One row of states over nothing. */
    static List<States> neutral() {
        List<States> states = noStates();
        for (States each : states) {
            if (each instanceof Counts counts) {
                counts.add(0);
            } else if (each instanceof Sums sums) {
                sums.add(0);
            } else if (each instanceof Extremes extremes) {
                extremes.addNone();
            } else if (each instanceof TextExtremes extremes) {
                extremes.add(null);
            } else if (each instanceof EntityExtremes extremes) {
                extremes.addNone();
            } else if (each instanceof MomentSums moments) {
                moments.addRow();
            } else if (each instanceof Ratios ratios) {
                ratios.add(0, 0);
            } else if (each instanceof LowestRatios ratios) {
                ratios.addNone();
            } else if (each instanceof TopEntities top) {
                top.addRow();
            } else {
                ((Records) each).add(null);
            }
        }
        return states;
    }

    static LongKeys groupsOf(List<Row> rows) {
        LongKeys keys = new LongKeys();
        for (Row row : rows) {
            if (row.group == null) {
                keys.addNull();
            } else {
                keys.add(row.group);
            }
        }
        return keys;
    }

    static TextKeys namesOf(List<Row> rows) {
        TextKeys keys = new TextKeys();
        rows.forEach(row -> keys.add(row.name));
        return keys;
    }
}
