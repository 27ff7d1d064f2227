package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Partials with a state of every kind, over rows that a test has. */
final class EveryState {
    static final int MOST = 3;

    /** More than a test has rows. */
    static final int MOST_VALUES = 1_000;

    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, Long.MAX_VALUE};
    private static final double[] DOUBLES = {Double.NEGATIVE_INFINITY, -1e300, -1, -0.0, 0.0, 1, 1e300, Double.NaN};
    private static final String[] TEXTS = {"", "A", "a", "Zürich", "\uD83D\uDE80", "\uFFFD"};

    private EveryState() {}

    /** A row of a matrix. The number and the text are the key of its group, and may be null. */
    record Row(EntityId id, Long group, String name, long number, long divisor, double real, byte[] stored) {
        /** A number in which some rows differ in digits alone: 2.0 and 2.00. */
        BigDecimal decimal() {
            return BigDecimal.valueOf(number % 5).setScale(Math.floorMod(number, 3));
        }
    }

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
                new Records(),
                ValueExtremes.lowest(),
                ValueExtremes.highest(),
                ArgExtremes.ofLowest(),
                ArgExtremes.ofHighest(),
                DecimalSums.ofSums(),
                DecimalSums.ofMoments(),
                new ValueCounts(MOST_VALUES),
                new Partials()));
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
            } else if (each instanceof Records records) {
                records.add(row.stored);
            } else {
                addValues(each, row);
            }
        }
    }

    private static void addValues(States states, Row row) {
        if (states instanceof ValueExtremes extremes) {
            extremes.add(row.name);
        } else if (states instanceof ArgExtremes extremes) {
            extremes.add(row.decimal(), row.name);
        } else if (states instanceof DecimalSums sums) {
            int last = sums.addRow().rows() - 1;
            sums.addTo(last, row.decimal());
            sums.addTo(last, row.real);
        } else if (states instanceof ValueCounts counts) {
            counts.addRow().addTo(counts.rows() - 1, row.decimal());
        } else {
            ((Partials) states)
                    .add(Partial.ofGroups(
                            GroupLimit.orFail(MOST_VALUES),
                            List.of(new RowKeys(List.of(KeyOrder.USUAL, KeyOrder.USUAL)).add(row.decimal(), row.real)),
                            List.of(new Counts().add(1))));
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
            } else if (each instanceof Records records) {
                records.add(null);
            } else {
                addNothing(each);
            }
        }
        return states;
    }

    private static void addNothing(States states) {
        if (states instanceof ValueExtremes extremes) {
            extremes.add(null);
        } else if (states instanceof ArgExtremes extremes) {
            extremes.addNone();
        } else if (states instanceof DecimalSums sums) {
            sums.addRow();
        } else if (states instanceof ValueCounts counts) {
            counts.addRow();
        } else {
            ((Partials) states).add(null);
        }
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
