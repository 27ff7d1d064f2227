package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.Join.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Joins of random tables give what trying all pairs of rows gives. */
class JoinTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);
    private static final int[] SIZES = {0, 1, 2, 17};

    private final Random random = new Random(SEED);
    private final RandomRows values = new RandomRows(random);
    private final SmallTables tables = new SmallTables();

    private String condition() {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            parts.add(values.oneOf(
                    "ai = bi",
                    "bl = al",
                    "an = bn",
                    "ad = bd",
                    "at = bt",
                    "am = bm",
                    "ab = bb",
                    "ai = bl",
                    "ai + 1 = bi",
                    "an = bi",
                    "an is not distinct from bn",
                    "bt is not distinct from at",
                    "ai < bi",
                    "ab",
                    "bb",
                    "not bb",
                    "ai <> 1",
                    "bn > 0",
                    "at = 'a'",
                    "at < bt or ai = bi",
                    "1 = 1",
                    "ab is null",
                    "bi is null"));
        }
        return String.join(" and ", parts);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveWhatAllPairsOfRowsGive(Kind kind) {
        int found = 0;
        for (int i = 0; i < 600; i++) {
            Plan left = values.add(tables, "a", "a", SIZES[random.nextInt(SIZES.length)]);
            Plan right = values.add(tables, "b", "b", SIZES[random.nextInt(SIZES.length)]);
            String on = random.nextInt(10) == 0 ? null : condition();
            Plan.Join join = SmallTables.join(kind, left, right, on);
            String where = random.nextBoolean() ? null : condition();
            Plan plan = where == null ? join : SmallTables.filter(join, where);
            List<String> expected = allPairs(join).stream()
                    .filter(row -> where == null || holds(SmallTables.bind(join, where), row))
                    .map(row -> SmallTables.shown(Key.values(row, 16)))
                    .toList();
            assertThat(tables.run(plan))
                    .as("seed %d, case %d: %s join on %s where %s", SEED, i, kind, on, where)
                    .isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).as("seed %d", SEED).isGreaterThan(1_000);
    }

    private List<Row> allPairs(Plan.Join join) {
        List<Row> leftRows = rows(join.left());
        List<Row> rightRows = rows(join.right());
        List<Row> joined = new ArrayList<>();
        boolean[] hasPartner = new boolean[rightRows.size()];
        for (Row left : leftRows) {
            int before = joined.size();
            for (int i = 0; i < hasPartner.length; i++) {
                Row pair = pair(left, rightRows.get(i));
                if (join.condition() == null || holds(join.condition(), pair)) {
                    hasPartner[i] = true;
                    joined.add(pair);
                }
            }
            if (joined.size() == before && join.kind() != Kind.INNER) {
                joined.add(pair(left, Row.of(new Object[8])));
            }
        }
        for (int i = 0; i < hasPartner.length && join.kind() == Kind.FULL; i++) {
            if (!hasPartner[i]) {
                joined.add(pair(Row.of(new Object[8]), rightRows.get(i)));
            }
        }
        return joined;
    }

    private List<Row> rows(Plan table) {
        List<Row> rows = new ArrayList<>();
        tables.rows(((Plan.Scan) table).table()).forEach(rows::add);
        return rows;
    }

    private static Row pair(Row left, Row right) {
        return column -> column < 8 ? left.value(column) : right.value(column - 8);
    }

    private static boolean holds(Bound condition, Row row) {
        return Boolean.TRUE.equals(RowEvaluator.evaluate(condition, row));
    }

    /** An equality in NOT is no key, so each left row meets each right one. */
    @ParameterizedTest
    @ValueSource(strings = {"ai = bi", "an = bn and at < bt", "ad = bd", "al = bl and am = bm"})
    void shouldJoinByKeysAsByComparingEachRowWithEach(String condition) {
        Plan left = values.add(tables, "a", "a", 60);
        Plan right = values.add(tables, "b", "b", 60);
        String inParts = String.join(
                " and ",
                Stream.of(condition.split(" and "))
                        .map(part -> "not (not (" + part + "))")
                        .toList());
        for (Kind kind : Kind.values()) {
            List<String> byKeys = tables.run(SmallTables.join(kind, left, right, condition));
            assertThat(byKeys)
                    .as("seed %d: %s", SEED, kind)
                    .isEqualTo(tables.run(SmallTables.join(kind, left, right, inParts)))
                    .hasSizeGreaterThan(20);
        }
    }
}
