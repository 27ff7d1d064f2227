package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.Join.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class JoinOrderTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);

    private final SmallTables tables = new SmallTables();

    private static Budget budget() {
        return new Budget(SmallTables.LIMITS, StopCheck.NEVER);
    }

    private Plan numbers(String name, int rows) {
        return tables.add(
                name,
                "%1$sx int, %1$sy int".formatted(name),
                IntStream.range(0, rows).mapToObj(i -> i + "|" + i % 7).toArray(String[]::new));
    }

    /** All tables behind one another, as FROM lists them. */
    private static Plan.Join listed(Plan... inputs) {
        Plan listed = inputs[0];
        for (int i = 1; i < inputs.length; i++) {
            listed = SmallTables.join(Kind.INNER, listed, inputs[i], null);
        }
        return (Plan.Join) listed;
    }

    /** The names of the tables in the order in which they are joined. */
    private static String order(Plan plan) {
        return tablesOf(plan).collect(Collectors.joining(" "));
    }

    private static Stream<String> tablesOf(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return Stream.of(scan.table().name());
        } else if (plan instanceof Plan.Join join) {
            return Stream.concat(tablesOf(join.left()), tablesOf(join.right()));
        } else {
            return tablesOf(plan instanceof Plan.Filter filter ? filter.input() : ((Plan.Project) plan).input());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ax = bx and bx = cx and cx = dx, a b c d",
        "ax = cx and cy = by and dx = 1, a c b d",
        "dx = ax and cx = dy and bx = cy, a d c b",
        // None is connected with the first, so the second is joined with it, and what is connected with that one next.
        "bx = dx, a b d c",
        "ax = 1, a b c d",
        // An equality that may fail keeps a table where it is, and moves none.
        "ax = bx + 1 and ax = cx, a b c d",
        "ax = cx + 1, a b c d",
        "ax is not distinct from dx, a d b c",
        "ax < cx, a b c d"
    })
    void shouldJoinNextWhatAnEqualityConnects(String condition, String expected) {
        Plan.Join join = listed(numbers("a", 3), numbers("b", 3), numbers("c", 3), numbers("d", 3));
        Plan ordered = JoinOrder.of(join, SmallTables.bind(join, condition), budget());

        assertThat(order(ordered)).isEqualTo(expected);
        assertThat(ordered.outputs()).isEqualTo(join.outputs());
        assertThat(JoinOrder.of(join, null, budget())).isSameAs(join);
    }

    @Test
    void shouldLeaveOuterJoinsAsTheyAre() {
        Plan.Join outer = SmallTables.join(Kind.LEFT, numbers("b", 3), numbers("c", 3), "bx = cx");
        Plan.Join join = listed(numbers("a", 3), outer, numbers("d", 3));
        assertThat(order(JoinOrder.of(join, SmallTables.bind(join, "ax = dx and dy = cy"), budget())))
                .isEqualTo("a d b c");

        Plan.Join around = SmallTables.join(Kind.LEFT, listed(numbers("a", 3), numbers("b", 3)), numbers("c", 3), null);
        assertThat(order(JoinOrder.of(around, SmallTables.bind(around, "ax = cx"), budget())))
                .isEqualTo("a b c");
    }

    /** As partitions leave a plan, which test what they can of a side by themselves. */
    @Test
    void shouldLookThroughFiltersBetweenJoins() {
        Plan.Join first = listed(numbers("a", 3), numbers("b", 3));
        Plan.Join second = listed(SmallTables.filter(first, "ax <= bx"), numbers("c", 3));
        Plan.Join join = listed(SmallTables.filter(second, "ay = cy"), numbers("d", 3));
        Plan ordered = JoinOrder.of(join, SmallTables.bind(join, "dx = bx"), budget());
        assertThat(order(ordered)).isEqualTo("a c b d");
        assertThat(tables.run(ordered))
                .containsExactly(
                        "0|0|0|0|0|0|0|0",
                        "0|0|1|1|0|0|1|1",
                        "0|0|2|2|0|0|2|2",
                        "1|1|1|1|1|1|1|1",
                        "1|1|2|2|1|1|2|2",
                        "2|2|2|2|2|2|2|2");
    }

    @Test
    void shouldJoinManyTablesWithoutTheirPairs() {
        Plan[] inputs =
                IntStream.range(0, 40).mapToObj(i -> numbers("t" + i + "_", 10)).toArray(Plan[]::new);
        List<String> conditions = new ArrayList<>();
        // Each even table is connected with the odd one that stands as far behind the middle as it before it.
        for (int i = 0; i < 20; i++) {
            conditions.add("t%d_x = t%d_x".formatted(i, 39 - i));
            conditions.add("t%d_x = t%d_x".formatted(39 - i, Math.min(i + 1, 19)));
        }
        assertThat(tables.run(SmallTables.filter(listed(inputs), String.join(" and ", conditions))))
                .hasSize(10)
                .startsWith(String.join("|", Collections.nCopies(80, "0")));
    }

    /** Zero is divided by where the rows that another condition has not connected are looked at. */
    @Test
    void shouldTestWhatMayFailBehindAllJoins() {
        Plan.Join join = listed(numbers("a", 5), numbers("b", 0), numbers("c", 5));
        assertThat(tables.run(SmallTables.filter(join, "ax = cx and by = cy and 1 / (ax - cx) > 0")))
                .isEmpty();
    }

    @Test
    void shouldFindTheSameRowsAsInTheOrderOfTheText() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 300; i++) {
            Plan.Join join = listed(
                    numbers("a", 1 + random.nextInt(5)),
                    numbers("b", 1 + random.nextInt(5)),
                    numbers("c", 1 + random.nextInt(5)),
                    numbers("d", 1 + random.nextInt(5)));
            List<String> parts = new ArrayList<>();
            for (int part = random.nextInt(4); part >= 0; part--) {
                parts.add(column(random)
                        + List.of(" = ", " = ", " = ", " < ", " is not distinct from ", " = 1 + ")
                                .get(random.nextInt(6))
                        + column(random));
            }
            String condition = String.join(" and ", parts);
            // A condition in NOT has no equalities.
            List<String> expected = tables.run(SmallTables.filter(
                    join, parts.stream().map(part -> "not (not (" + part + "))").collect(Collectors.joining(" and "))));
            assertThat(tables.run(SmallTables.filter(join, condition)))
                    .as("seed %d, case %d: %s", SEED, i, condition)
                    .containsExactlyInAnyOrderElementsOf(expected);
            found += expected.size();
        }
        assertThat(found).as("seed %d", SEED).isGreaterThan(1_000);
    }

    private static String column(Random random) {
        return "" + "abcd".charAt(random.nextInt(4)) + "xy".charAt(random.nextInt(2));
    }
}
