package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.ArgExtreme.Chosen;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.DecimalMoments;
import dev.aimonflink.query.compute.aggregate.DistinctValues.Counted;
import dev.aimonflink.query.compute.aggregate.Extreme.Extremes;
import dev.aimonflink.query.compute.aggregate.LongMoments;
import dev.aimonflink.query.compute.aggregate.States;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Partials with a state of every kind, over rows that a test has. */
final class EveryState {
    /** More than a test has rows. */
    static final int MOST_VALUES = 1_000;

    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, Long.MAX_VALUE};
    private static final double[] DOUBLES = {Double.NEGATIVE_INFINITY, -1e300, -1, -0.0, 0.0, 1, 1e300, Double.NaN};
    private static final String[] TEXTS = {"", "A", "a", "Zürich", "\uD83D\uDE80", "\uFFFD"};

    private EveryState() {}

    /** A row of a matrix. The number and the text are the key of its group, and may be null. */
    record Row(Long group, String name, long number, double real, byte[] stored) {
        /** A number in which some rows differ in digits alone: 2.0 and 2.00. */
        BigDecimal decimal() {
            return BigDecimal.valueOf(number % 5).setScale(Math.floorMod(number, 3));
        }
    }

    /** A row with values that other rows are likely to have, too. */
    static Row randomRow(Random random) {
        return new Row(
                random.nextInt(4) == 0 ? null : LONGS[random.nextInt(LONGS.length)],
                random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)],
                random.nextBoolean() ? random.nextLong() : LONGS[random.nextInt(LONGS.length)],
                DOUBLES[random.nextInt(DOUBLES.length)],
                new byte[] {(byte) random.nextInt(), (byte) random.nextInt()});
    }

    /** The columns that states are in, each with what it takes of a row. */
    @SuppressWarnings("ImmutableEnumChecker")
    enum Column {
        COUNT(Counts::new, (states, row) -> ((Counts) states).add(1)),
        LONG_SUM(() -> new LongMoments.Sums(false), (states, row) -> addTo((LongMoments.Sums) states, row)),
        LONG_MOMENTS(() -> new LongMoments.Sums(true), (states, row) -> addTo((LongMoments.Sums) states, row)),
        DECIMAL_SUM(() -> new DecimalMoments.Sums(false), (states, row) -> addTo((DecimalMoments.Sums) states, row)),
        DECIMAL_MOMENTS(() -> new DecimalMoments.Sums(true), (states, row) -> addTo((DecimalMoments.Sums) states, row)),
        MIN_LONG(() -> new Extremes(false), (states, row) -> ((Extremes) states).add(row.number)),
        MAX_LONG(() -> new Extremes(true), (states, row) -> ((Extremes) states).add(row.number)),
        MIN_DOUBLE(() -> new Extremes(false), (states, row) -> ((Extremes) states).add(row.real)),
        MAX_DOUBLE(() -> new Extremes(true), (states, row) -> ((Extremes) states).add(row.real)),
        MIN_TEXT(() -> new Extremes(false), (states, row) -> ((Extremes) states).add(row.name)),
        MAX_TEXT(() -> new Extremes(true), (states, row) -> ((Extremes) states).add(row.name)),
        ARG_MIN(() -> new Chosen(false), (states, row) -> ((Chosen) states).add(row.decimal(), row.name)),
        ARG_MAX(() -> new Chosen(true), (states, row) -> ((Chosen) states).add(row.decimal(), row.name)),
        DISTINCT_VALUES(() -> new Counted(MOST_VALUES), (states, row) -> addTo((Counted) states, row)),
        RECORD(Records::new, (states, row) -> ((Records) states).add(row.stored)),
        PARTIAL(NestedPartials::new, (states, row) -> ((NestedPartials) states).add(partialOf(row)));

        private final Supplier<States> withoutRows;
        private final BiConsumer<States, Row> taking;

        Column(Supplier<States> withoutRows, BiConsumer<States, Row> taking) {
            this.withoutRows = withoutRows;
            this.taking = taking;
        }

        /** One row of states for each row. */
        States of(List<Row> rows) {
            States states = withoutRows.get();
            rows.forEach(row -> taking.accept(states, row));
            return states;
        }

        <S extends States> S of(Partial partial, Class<S> type) {
            return partial.states(ordinal(), type);
        }
    }

    private static void addTo(LongMoments.Sums sums, Row row) {
        sums.addRow();
        sums.addTo(sums.rows() - 1, row.number);
    }

    private static void addTo(DecimalMoments.Sums sums, Row row) {
        sums.addRow();
        sums.addTo(sums.rows() - 1, row.decimal());
        sums.addTo(sums.rows() - 1, row.real);
    }

    private static void addTo(Counted counted, Row row) {
        counted.addRow();
        counted.addTo(counted.rows() - 1, row.decimal());
    }

    private static Partial partialOf(Row row) {
        return Partial.ofGroups(
                GroupLimit.orFail(MOST_VALUES),
                Keys.inUsualOrder(2).add(row.decimal(), row.real),
                List.of(new Counts().add(1)));
    }

    /** All columns, with a row of states for each row. */
    static List<States> states(List<Row> rows) {
        return Arrays.stream(Column.values()).map(each -> each.of(rows)).toList();
    }

    /** One row of states over nothing. */
    static States[] neutral() {
        return Arrays.stream(Column.values())
                .map(each -> each.of(List.of()).withRows(1))
                .toArray(States[]::new);
    }

    static Keys keysOf(List<Row> rows) {
        Keys keys = Keys.inUsualOrder(2);
        rows.forEach(row -> keys.add(row.group, row.name));
        return keys;
    }
}
