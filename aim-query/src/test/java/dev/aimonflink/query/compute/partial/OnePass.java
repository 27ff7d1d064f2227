package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.ArgExtreme.Chosen;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.DecimalMoments;
import dev.aimonflink.query.compute.aggregate.DistinctValues.Counted;
import dev.aimonflink.query.compute.aggregate.Extreme.Extremes;
import dev.aimonflink.query.compute.aggregate.LongMoments;
import dev.aimonflink.query.compute.partial.EveryState.Column;
import dev.aimonflink.query.compute.partial.EveryState.Row;
import dev.aimonflink.sql.evaluate.Order;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** What the states of one group have to be, computed from all its rows at once. */
record OnePass(String what, List<Row> rows) {
    private static BigInteger big(long number) {
        return BigInteger.valueOf(number);
    }

    private BigInteger sum(Function<Row, BigInteger> term) {
        return rows.stream().map(term).reduce(BigInteger.ZERO, BigInteger::add);
    }

    void check(Partial partial, int row) {
        checkSums(partial, row);
        checkExtremes(partial, row);
        checkValues(partial, row);
        byte[] record = Column.RECORD.of(partial, Records.class).record(row);
        assertThat(record)
                .as(what)
                .isEqualTo(rows.stream().map(Row::stored).min(Arrays::compare).orElse(null));
    }

    /** Null for no decimal; else with the most digits that it is written with. */
    private static BigDecimal shown(Stream<BigDecimal> same) {
        return same.max(Comparator.comparing(BigDecimal::scale)).orElse(null);
    }

    private void checkValues(Partial partial, int row) {
        checkArg(Column.ARG_MIN.of(partial, Chosen.class), row, Comparator.naturalOrder());
        checkArg(Column.ARG_MAX.of(partial, Chosen.class), row, Comparator.reverseOrder());
        checkDecimals(Column.DECIMAL_SUM.of(partial, DecimalMoments.Sums.class), row, false);
        checkDecimals(Column.DECIMAL_MOMENTS.of(partial, DecimalMoments.Sums.class), row, true);
        TreeMap<BigDecimal, List<Row>> byValue = new TreeMap<>();
        rows.forEach(each -> byValue.computeIfAbsent(each.decimal(), none -> new ArrayList<>())
                .add(each));
        Counted counts = Column.DISTINCT_VALUES.of(partial, Counted.class);
        assertThat(counts.values(row))
                .as(what)
                .isEqualTo(byValue.values().stream()
                        .map(same -> (Object) shown(same.stream().map(Row::decimal)))
                        .toList());
        assertThat(counts.times(row))
                .as(what)
                .isEqualTo(byValue.values().stream().mapToLong(List::size).toArray());
        Partial inner = Column.PARTIAL.of(partial, NestedPartials.class).partial(row);
        assertThat(
                        inner == null
                                ? 0
                                : IntStream.range(0, inner.rows())
                                        .mapToLong(each ->
                                                inner.states(0, Counts.class).count(each))
                                        .sum())
                .as(what)
                .isEqualTo(rows.size());
        for (int group = 0; inner != null && group < inner.rows(); group++) {
            BigDecimal key = (BigDecimal) inner.keys().value(group, 0);
            double real = (Double) inner.keys().value(group, 1);
            List<Row> same = rows.stream()
                    .filter(each -> each.decimal().compareTo(key) == 0
                            && (each.real() == real || Double.compare(each.real(), real) == 0))
                    .toList();
            assertThat(key).as(what).isEqualTo(shown(same.stream().map(Row::decimal)));
            assertThat(inner.states(0, Counts.class).count(group)).as(what).isEqualTo(same.size());
        }
    }

    private void checkArg(Chosen extremes, int row, Comparator<BigDecimal> order) {
        BigDecimal extreme = rows.stream().map(Row::decimal).min(order).orElse(null);
        assertThat(extremes.value(row))
                .as(what)
                .isEqualTo(rows.stream()
                        .filter(each -> each.decimal().compareTo(extreme) == 0)
                        .map(Row::name)
                        .filter(Objects::nonNull)
                        .min(Order::compareTexts)
                        .orElse(null));
    }

    private void checkDecimals(DecimalMoments.Sums sums, int row, boolean hasSquares) {
        List<BigDecimal> numbers = rows.stream()
                .flatMap(each -> Double.isFinite(each.real())
                        ? Stream.of(each.decimal(), new BigDecimal(each.real()))
                        : Stream.of(each.decimal()))
                .toList();
        double ofSpecials = rows.stream()
                .mapToDouble(Row::real)
                .filter(each -> !Double.isFinite(each))
                .sum();
        assertThat(sums.count(row)).as(what).isEqualTo(2L * rows.size());
        assertThat(sums.sum(row)).as(what).isEqualTo(numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add));
        assertThat(sums.special(row)).as(what).isEqualTo(ofSpecials == 0 ? null : (Double) ofSpecials);
        if (hasSquares) {
            assertThat(sums.squares(row))
                    .as(what)
                    .isEqualTo(
                            numbers.stream().map(each -> each.multiply(each)).reduce(BigDecimal.ZERO, BigDecimal::add));
        }
    }

    private void checkSums(Partial partial, int row) {
        assertThat(Column.COUNT.of(partial, Counts.class).count(row)).as(what).isEqualTo(rows.size());
        BigInteger sum = sum(each -> big(each.number()));
        LongMoments.Sums sums = Column.LONG_SUM.of(partial, LongMoments.Sums.class);
        assertThat(sums.count(row)).as(what).isEqualTo(rows.size());
        assertThat(sums.sum(row)).as(what).isEqualTo(sum);
        LongMoments.Sums moments = Column.LONG_MOMENTS.of(partial, LongMoments.Sums.class);
        assertThat(moments.count(row)).as(what).isEqualTo(rows.size());
        assertThat(moments.sum(row)).as(what).isEqualTo(sum);
        assertThat(moments.squares(row)).as(what).isEqualTo(sum(each -> big(each.number())
                .pow(2)));
    }

    private void checkExtremes(Partial partial, int row) {
        checkExtremes(partial, row, Column.MIN_LONG, Column.MAX_LONG, Row::number, Comparator.naturalOrder());
        checkExtremes(partial, row, Column.MIN_DOUBLE, Column.MAX_DOUBLE, Row::real, OnePass::compareDoubles);
        checkExtremes(partial, row, Column.MIN_TEXT, Column.MAX_TEXT, Row::name, Order::compareTexts);
    }

    private <T extends Comparable<T>> void checkExtremes(
            Partial partial, int row, Column least, Column greatest, Function<Row, T> value, Comparator<T> order) {
        List<T> inOrder = rows.stream()
                .map(value)
                .filter(Objects::nonNull)
                .sorted(order.thenComparing(Comparator.naturalOrder()))
                .toList();
        // Of both zeros, the one without a sign is shown.
        T first = inOrder.stream()
                .filter(each -> order.compare(each, inOrder.get(0)) == 0)
                .reduce((one, other) -> other)
                .orElse(null);
        T last = inOrder.isEmpty() ? null : inOrder.get(inOrder.size() - 1);
        assertThat(least.of(partial, Extremes.class).value(row)).as(what).isEqualTo(first);
        assertThat(greatest.of(partial, Extremes.class).value(row)).as(what).isEqualTo(last);
    }

    private static int compareDoubles(double one, double other) {
        return one == other ? 0 : Double.compare(one, other);
    }
}
