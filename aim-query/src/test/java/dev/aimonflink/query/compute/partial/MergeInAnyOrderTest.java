package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.EveryState.Row;
import dev.aimonflink.sql.evaluate.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** Partials of random rows, merged in a random order and grouping, equal one pass over all rows. */
class MergeInAnyOrderTest {
    private static final int MAX_ROWS = 300;

    /** More than there are, and fewer. */
    private static final GroupLimit ALL = GroupLimit.orFail(1_000);

    private static final GroupLimit LOWEST = GroupLimit.lowest(5);

    private static final Comparator<Row> BY_KEY = Comparator.comparing(
                    Row::group, Comparator.nullsLast(Comparator.<Long>naturalOrder()))
            .thenComparing(Row::name, Comparator.nullsLast(Order::compareTexts));

    private long seed;
    private Random random;

    private List<Row> randomRows() {
        List<Row> rows = new ArrayList<>();
        for (int i = random.nextInt(MAX_ROWS); i > 0; i--) {
            rows.add(EveryState.randomRow(random));
        }
        return rows;
    }

    private Partial grouped(GroupLimit limit, List<Row> rows) {
        return Partial.ofGroups(limit, EveryState.keysOf(rows), EveryState.states(rows));
    }

    private Partial ungrouped(List<Row> rows) {
        return Partial.of(
                rows.isEmpty() ? EveryState.neutral() : EveryState.states(rows).toArray(States[]::new));
    }

    /** Merges any two until one is left. Some travel. */
    private Partial merged(List<Partial> parts) throws IOException {
        while (parts.size() > 1) {
            Partial one = parts.remove(random.nextInt(parts.size()));
            int other = random.nextInt(parts.size());
            Partial merged = one.merge(parts.get(other));
            parts.set(other, random.nextInt(4) == 0 ? Partial.read(merged.toBytes()) : merged);
        }
        return parts.get(0);
    }

    private void begin(RepetitionInfo repetition) {
        seed = repetition.getCurrentRepetition();
        random = new Random(seed);
    }

    @RepeatedTest(30)
    void shouldEqualOnePassOverAllRows(RepetitionInfo repetition) throws IOException {
        begin(repetition);
        List<Row> rows = randomRows();
        List<Partial> parts =
                rows.stream().map(row -> ungrouped(List.of(row))).collect(Collectors.toCollection(ArrayList::new));
        parts.add(ungrouped(List.of()));
        parts.add(ungrouped(List.of()));
        Partial merged = merged(parts);
        assertThat(merged.rows()).as("seed=%d", seed).isEqualTo(1);
        new OnePass("seed=" + seed, rows).check(merged, 0);
    }

    @RepeatedTest(30)
    void shouldEqualOnePassOverTheRowsOfEachGroup(RepetitionInfo repetition) throws IOException {
        begin(repetition);
        List<Row> rows = randomRows();
        check(merged(shares(ALL, rows)), rows, Integer.MAX_VALUE);
    }

    @RepeatedTest(30)
    void shouldKeepTheLowestGroupsWhole(RepetitionInfo repetition) throws IOException {
        begin(repetition);
        List<Row> rows = randomRows();
        check(merged(shares(LOWEST, rows)), rows, LOWEST.groups());
    }

    /** The partials of random shares of the rows, some of them empty. */
    private List<Partial> shares(GroupLimit limit, List<Row> rows) {
        int count = 1 + random.nextInt(20);
        List<List<Row>> shares = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shares.add(new ArrayList<>());
        }
        rows.forEach(row -> shares.get(random.nextInt(count)).add(row));
        return shares.stream().map(share -> grouped(limit, share)).collect(Collectors.toCollection(ArrayList::new));
    }

    private void check(Partial merged, List<Row> rows, int limit) {
        TreeMap<Row, List<Row>> groups = new TreeMap<>(BY_KEY);
        rows.forEach(
                row -> groups.computeIfAbsent(row, none -> new ArrayList<>()).add(row));
        assertThat(merged.rows()).as("seed=%d", seed).isEqualTo(Math.min(limit, groups.size()));
        int row = 0;
        for (Row key : groups.keySet().stream().limit(limit).toList()) {
            String what = "seed=%d, group=%s, name=%s".formatted(seed, key.group(), key.name());
            assertThat(merged.keys().value(row, 0)).as(what).isEqualTo(key.group());
            assertThat(merged.keys().value(row, 1)).as(what).isEqualTo(key.name());
            new OnePass(what, groups.get(key)).check(merged, row);
            row++;
        }
    }

    @RepeatedTest(10)
    void shouldHaveTheSameBytesInEitherOrderAndAfterATrip(RepetitionInfo repetition) throws IOException {
        begin(repetition);
        Partial one = grouped(ALL, randomRows());
        Partial other = grouped(ALL, randomRows());
        byte[] before = one.toBytes();
        assertThat(one.merge(other).toBytes())
                .as("seed=%d", seed)
                .isEqualTo(other.merge(one).toBytes());
        assertThat(one.toBytes()).as("not changed by merging, seed=%d", seed).isEqualTo(before);
        assertThat(Partial.read(before).toBytes()).as("seed=%d", seed).isEqualTo(before);
        assertThat(one.merge(grouped(ALL, List.of())).toBytes())
                .as("merged with nothing, seed=%d", seed)
                .isEqualTo(before);
    }
}
