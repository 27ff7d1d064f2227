package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.EveryState.Row;
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
    private static final Comparator<Row> BY_ID = Comparator.comparing(Row::id, OnePass::compare);
    private static final Comparator<Row> BY_NUMBER = Comparator.comparingLong(Row::number);
    private static final Comparator<Row> BY_REAL = Comparator.comparingDouble(Row::real);
    private static final Comparator<Row> BY_RATIO = (a, b) ->
            big(a.number()).multiply(big(b.divisor())).compareTo(big(b.number()).multiply(big(a.divisor())));

    private static int compare(EntityId a, EntityId b) {
        return a.isText() ? Order.compareTexts(a.text(), b.text()) : Long.compare(a.number(), b.number());
    }

    private static BigInteger big(long number) {
        return BigInteger.valueOf(number);
    }

    private BigInteger sum(Function<Row, BigInteger> term) {
        return rows.stream().map(term).reduce(BigInteger.ZERO, BigInteger::add);
    }

    void check(Partial partial, int row) {
        checkSums(partial, row);
        checkExtremes(partial, row);
        checkTexts(partial, row);
        checkRatio(partial, row);
        checkValues(partial, row);
        checkEntities(partial, row, StateKind.ARG_MIN_LONG, StateKind.LOWEST_LONGS, BY_NUMBER);
        checkEntities(partial, row, StateKind.ARG_MAX_LONG, StateKind.HIGHEST_LONGS, BY_NUMBER.reversed());
        checkEntities(partial, row, StateKind.ARG_MIN_DOUBLE, StateKind.LOWEST_DOUBLES, BY_REAL);
        checkEntities(partial, row, StateKind.ARG_MAX_DOUBLE, StateKind.HIGHEST_DOUBLES, BY_REAL.reversed());
        byte[] record =
                partial.states(StateKind.RECORD.ordinal(), Records.class).record(row);
        assertThat(record)
                .as(what)
                .isEqualTo(rows.stream().map(Row::stored).min(Arrays::compare).orElse(null));
    }

    /** Null for no decimal; else with the most digits that it is written with. */
    private static BigDecimal shown(Stream<BigDecimal> same) {
        return same.max(Comparator.comparing(BigDecimal::scale)).orElse(null);
    }

    private void checkValues(Partial partial, int row) {
        List<String> names = rows.stream()
                .map(Row::name)
                .filter(Objects::nonNull)
                .sorted(Order::compareTexts)
                .toList();
        String least = names.isEmpty() ? null : names.get(0);
        String greatest = names.isEmpty() ? null : names.get(names.size() - 1);
        assertThat(partial.states(StateKind.MIN_VALUE.ordinal(), ValueExtremes.class)
                        .value(row))
                .as(what)
                .isEqualTo(least);
        assertThat(partial.states(StateKind.MAX_VALUE.ordinal(), ValueExtremes.class)
                        .value(row))
                .as(what)
                .isEqualTo(greatest);
        checkArg(partial.states(StateKind.ARG_MIN_VALUE.ordinal(), ArgExtremes.class), row, Comparator.naturalOrder());
        checkArg(partial.states(StateKind.ARG_MAX_VALUE.ordinal(), ArgExtremes.class), row, Comparator.reverseOrder());
        checkDecimals(partial.states(StateKind.DECIMAL_SUM.ordinal(), DecimalSums.class), row, false);
        checkDecimals(partial.states(StateKind.DECIMAL_MOMENTS.ordinal(), DecimalSums.class), row, true);
        TreeMap<BigDecimal, List<Row>> byValue = new TreeMap<>();
        rows.forEach(each -> byValue.computeIfAbsent(each.decimal(), none -> new ArrayList<>())
                .add(each));
        ValueCounts counts = partial.states(StateKind.VALUE_COUNTS.ordinal(), ValueCounts.class);
        assertThat(counts.values(row))
                .as(what)
                .isEqualTo(byValue.values().stream()
                        .map(same -> (Object) shown(same.stream().map(Row::decimal)))
                        .toList());
        assertThat(counts.times(row))
                .as(what)
                .isEqualTo(byValue.values().stream().mapToLong(List::size).toArray());
        Partial inner =
                partial.states(StateKind.PARTIAL.ordinal(), Partials.class).partial(row);
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
            BigDecimal key = (BigDecimal) inner.keys(0, RowKeys.class).value(group, 0);
            double real = (Double) inner.keys(0, RowKeys.class).value(group, 1);
            List<Row> same = rows.stream()
                    .filter(each -> each.decimal().compareTo(key) == 0
                            && (each.real() == real || Double.compare(each.real(), real) == 0))
                    .toList();
            assertThat(key).as(what).isEqualTo(shown(same.stream().map(Row::decimal)));
            assertThat(inner.states(0, Counts.class).count(group)).as(what).isEqualTo(same.size());
        }
    }

    private void checkArg(ArgExtremes extremes, int row, Comparator<BigDecimal> order) {
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

    private void checkDecimals(DecimalSums sums, int row, boolean hasSquares) {
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
        assertThat(partial.states(StateKind.COUNT.ordinal(), Counts.class).count(row))
                .as(what)
                .isEqualTo(rows.size());
        BigInteger sum = sum(each -> big(each.number()));
        assertThat(partial.states(StateKind.SUM.ordinal(), Sums.class).sum(row))
                .as(what)
                .isEqualTo(sum);
        MomentSums moments = partial.states(StateKind.MOMENTS.ordinal(), MomentSums.class);
        assertThat(moments.count(row)).as(what).isEqualTo(rows.size());
        assertThat(moments.sum(row)).as(what).isEqualTo(sum);
        assertThat(moments.squares(row)).as(what).isEqualTo(sum(each -> big(each.number())
                .pow(2)));
        Ratios ratios = partial.states(StateKind.RATIO.ordinal(), Ratios.class);
        assertThat(ratios.dividend(row)).as(what).isEqualTo(sum);
        assertThat(ratios.divisor(row)).as(what).isEqualTo(sum(each -> big(each.divisor())));
    }

    private void checkExtremes(Partial partial, int row) {
        Extremes lowest = partial.states(StateKind.MIN_LONG.ordinal(), Extremes.class);
        Extremes highest = partial.states(StateKind.MAX_LONG.ordinal(), Extremes.class);
        Extremes lowestReal = partial.states(StateKind.MIN_DOUBLE.ordinal(), Extremes.class);
        Extremes highestReal = partial.states(StateKind.MAX_DOUBLE.ordinal(), Extremes.class);
        for (Extremes each : List.of(lowest, highest, lowestReal, highestReal)) {
            assertThat(each.isNone(row)).as(what).isEqualTo(rows.isEmpty());
        }
        if (!rows.isEmpty()) {
            assertThat(lowest.longValue(row))
                    .as(what)
                    .isEqualTo(rows.stream().min(BY_NUMBER).get().number());
            assertThat(highest.longValue(row))
                    .as(what)
                    .isEqualTo(rows.stream().max(BY_NUMBER).get().number());
            assertThat((Double) lowestReal.doubleValue(row)).as(what).isEqualTo((Double)
                    rows.stream().min(BY_REAL).get().real());
            assertThat((Double) highestReal.doubleValue(row)).as(what).isEqualTo((Double)
                    rows.stream().max(BY_REAL).get().real());
        }
    }

    private void checkTexts(Partial partial, int row) {
        List<String> names = rows.stream()
                .map(Row::name)
                .filter(Objects::nonNull)
                .sorted(Order::compareTexts)
                .toList();
        assertThat(partial.states(StateKind.MIN_TEXT.ordinal(), TextExtremes.class)
                        .text(row))
                .as(what)
                .isEqualTo(names.isEmpty() ? null : names.get(0));
        assertThat(partial.states(StateKind.MAX_TEXT.ordinal(), TextExtremes.class)
                        .text(row))
                .as(what)
                .isEqualTo(names.isEmpty() ? null : names.get(names.size() - 1));
    }

    private void checkRatio(Partial partial, int row) {
        LowestRatios ratios = partial.states(StateKind.ARG_MIN_RATIO.ordinal(), LowestRatios.class);
        assertThat(ratios.isNone(row)).as(what).isEqualTo(rows.isEmpty());
        rows.stream().min(BY_RATIO.thenComparing(BY_ID)).ifPresent(lowest -> {
            assertThat(ratios.id(row)).as(what).isEqualTo(lowest.id());
            assertThat(ratios.dividend(row)).as(what).isEqualTo(lowest.number());
            assertThat(ratios.divisor(row)).as(what).isEqualTo(lowest.divisor());
        });
    }

    private void checkEntities(Partial partial, int row, StateKind first, StateKind all, Comparator<Row> order) {
        List<Row> expected = rows.stream()
                .sorted(order.thenComparing(BY_ID))
                .limit(EveryState.MOST)
                .toList();
        TopEntities top = partial.states(all.ordinal(), TopEntities.class);
        assertThat(top.entities(row)).as(what).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(top.id(row, i)).as(what).isEqualTo(expected.get(i).id());
            checkValue(all.isDouble() ? top.doubleValue(row, i) : (Object) top.longValue(row, i), all, expected.get(i));
        }
        EntityExtremes extremes = partial.states(first.ordinal(), EntityExtremes.class);
        assertThat(extremes.isNone(row)).as(what).isEqualTo(expected.isEmpty());
        if (!expected.isEmpty()) {
            assertThat(extremes.id(row)).as(what).isEqualTo(expected.get(0).id());
            checkValue(
                    first.isDouble() ? extremes.doubleValue(row) : (Object) extremes.longValue(row),
                    first,
                    expected.get(0));
        }
    }

    private void checkValue(Object value, StateKind kind, Row expected) {
        assertThat(value).as(what).isEqualTo(kind.isDouble() ? expected.real() : (Object) expected.number());
    }
}
