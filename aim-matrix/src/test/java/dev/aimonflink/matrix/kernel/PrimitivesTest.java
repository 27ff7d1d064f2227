package dev.aimonflink.matrix.kernel;

import dev.aimonflink.testing.Scale;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares both kinds of primitives with streams that compute the same. */
@Tag("compiled")
class PrimitivesTest {
    private static final int CAPACITY = Primitives.MAX_ROWS + 100;

    /** Of most rounds. */
    private static final int USUAL_ROWS = 1_055;

    /** One of each size, and more of any. */
    private static final int ROUNDS = USUAL_ROWS + Scale.times(180);

    /** One in so many rounds has any number of rows. */
    private static final int LONG_ROUNDS = 25;

    private static final int MAX_OFFSET = 70;
    private static final int GROUPS = 9;
    private static final int UNTOUCHED = 77;

    private static final Primitives SCALAR = new ScalarKernels();
    private static final Primitives CHOSEN = KernelChoice.chosen().kernels();

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final int[] values = new int[CAPACITY];
    private final int[] others = new int[CAPACITY];
    private final int[] groups = new int[CAPACITY];
    private final int[] mask = new int[CAPACITY];
    private int at;
    private int atOthers;
    private int from;
    private int to;
    private String which;

    @Test
    void shouldHaveVectorsWhereTheModuleIs() {
        assertThat(CHOSEN).isNotInstanceOf(ScalarKernels.class);
        assertThat(SCALAR).isInstanceOf(ScalarKernels.class);
    }

    @Test
    void shouldGiveTheSameBitsOverAnyRowsAndOffsets() {
        for (int round = 0; round < ROUNDS; round++) {
            fill(round);
            int low = random.nextBoolean() ? values[random.nextInt(CAPACITY)] : random.nextInt();
            int high = random.nextInt(4) == 0 ? Integer.MAX_VALUE : low + random.nextInt(2_000);
            high = Math.max(low, high);
            for (Primitives primitives : new Primitives[] {SCALAR, CHOSEN}) {
                which = "seed=%d, round=%d, from=%d, to=%d, at=%d, low=%d, high=%d, primitives=%s"
                        .formatted(
                                seed,
                                round,
                                from,
                                to,
                                at,
                                low,
                                high,
                                primitives.getClass().getSimpleName());
                assertSelects(primitives, low, high);
                assertTotals(primitives, low, high);
                assertGroups(primitives, random.nextInt(GROUPS));
                assertTotalsOfGroups(primitives, random.nextInt(GROUPS));
            }
        }
    }

    /** Every size in the first rounds, then any. */
    private void fill(int round) {
        to = round <= USUAL_ROWS ? round : random.nextInt(USUAL_ROWS + 1);
        if (round % LONG_ROUNDS == 0) {
            to = Primitives.MAX_ROWS - random.nextInt(2) * random.nextInt(Primitives.MAX_ROWS);
        }
        from = random.nextBoolean() ? 0 : random.nextInt(Math.min(to, MAX_OFFSET) + 1);
        at = random.nextInt(MAX_OFFSET);
        atOthers = random.nextInt(MAX_OFFSET);
        boolean isSmall = random.nextBoolean();
        boolean isFull = random.nextInt(8) == 0;
        for (int i = 0; i < CAPACITY; i++) {
            values[i] = value(isSmall);
            others[i] = value(isSmall);
            groups[i] = random.nextInt(GROUPS);
            mask[i] = isFull || random.nextBoolean() ? -1 : 0;
        }
        for (int i = 0; i < to; i += 1 + random.nextInt(5)) {
            others[atOthers + i] = values[at + i];
        }
    }

    private int value(boolean isSmall) {
        if (isSmall) {
            return random.nextInt(10_000);
        }
        return switch (random.nextInt(20)) {
            case 0 -> Integer.MAX_VALUE;
            case 1 -> Integer.MIN_VALUE;
            case 2 -> random.nextInt();
            default -> random.nextInt(10_000) - 5_000;
        };
    }

    private static VectorCells cells(int[] ints, int at) {
        VectorCells cells = VectorCells.of(ints);
        cells.at = at;
        return cells;
    }

    private VectorCells values() {
        return cells(values, at);
    }

    private VectorCells others() {
        return cells(others, atOthers);
    }

    private static Between range(VectorCells cells, int low, int high) {
        return new Between(cells, low, high);
    }

    private void assertSelects(Primitives primitives, int low, int high) {
        IntPredicate isBetween = i -> values[at + i] >= low && values[at + i] <= high;
        int[] into = untouched();
        primitives.between(range(values(), low, high), into, from, to);
        assertMask(into, isBetween);
        into = untouched();
        primitives.outside(range(values(), low, high), into, from, to);
        assertMask(into, isBetween.negate());
        into = untouched();
        System.arraycopy(mask, from, into, from, to - from);
        primitives.andBetween(range(values(), low, high), into, from, to);
        assertMask(into, i -> mask[i] != 0 && isBetween.test(i));
        into = untouched();
        primitives.betweenBoth(range(values(), low, high), range(others(), 0, 100), into, from, to);
        assertMask(into, i -> isBetween.test(i) && others[atOthers + i] >= 0 && others[atOthers + i] <= 100);
        into = untouched();
        primitives.less(values(), others(), into, from, to);
        assertMask(into, i -> values[at + i] < others[atOthers + i]);
        into = untouched();
        primitives.equal(values(), others(), into, from, to);
        assertMask(into, i -> values[at + i] == others[atOthers + i]);
    }

    private static int[] untouched() {
        int[] into = new int[CAPACITY];
        Arrays.fill(into, UNTOUCHED);
        return into;
    }

    private void assertMask(int[] actual, IntPredicate expected) {
        int[] lanes = IntStream.range(0, CAPACITY)
                .map(i -> i < from || i >= to ? UNTOUCHED : expected.test(i) ? -1 : 0)
                .toArray();
        assertThat(actual).as(which).isEqualTo(lanes);
    }

    private void assertTotals(Primitives primitives, int low, int high) {
        IntPredicate isIn = i -> mask[i] != 0;
        IntPredicate isBetween = i -> others[atOthers + i] >= low && others[atOthers + i] <= high;
        assertThat(primitives.count(mask, from, to)).as(which).isEqualTo(count(isIn));
        assertThat(primitives.sum(values(), mask, from, to)).as(which).isEqualTo(sum(isIn));
        assertThat(primitives.extreme(values(), 0, mask, from, to))
                .as(which)
                .isEqualTo(in(isIn).map(i -> values[at + i]).max().orElse(Integer.MIN_VALUE));
        assertThat(primitives.extreme(values(), -1, mask, from, to))
                .as(which)
                .isEqualTo(in(isIn).map(i -> values[at + i]).min().orElse(Integer.MAX_VALUE));
        long[] countAndSum = {3, -4};
        primitives.totalWhere(values(), range(others(), low, high), countAndSum, from, to);
        assertThat(countAndSum).as(which).containsExactly(3L + count(isBetween), sum(isBetween) - 4);
        long[] ofBoth = {3, -4, 5};
        primitives.totalsWhere(values(), cells(groups, atOthers), range(others(), low, high), ofBoth, from, to);
        assertThat(ofBoth)
                .as(which)
                .containsExactly(
                        3L + count(isBetween),
                        sum(isBetween) - 4,
                        in(isBetween).mapToLong(i -> groups[atOthers + i]).sum() + 5);
        long[] found = {3};
        assertThat(primitives.extremeWhere(values(), 0, range(others(), low, high), found, from, to))
                .as(which)
                .isEqualTo(in(isBetween).map(i -> values[at + i]).max().orElse(Integer.MIN_VALUE));
        assertThat(primitives.extremeWhere(values(), -1, range(others(), low, high), found, from, to))
                .as(which)
                .isEqualTo(in(isBetween).map(i -> values[at + i]).min().orElse(Integer.MAX_VALUE));
        assertThat(found).as(which).containsExactly(3L + 2L * count(isBetween));
    }

    private void assertTotalsOfGroups(Primitives primitives, int group) {
        long[] totals = new long[Primitives.TOTALLED_AT_ONCE * Primitives.TOTALS_OF_A_GROUP];
        Arrays.fill(totals, 7);
        primitives.totalGroups(
                groups, group, values(), cells(others, at), totals, new int[Primitives.SCRATCH_INTS], from, to);
        for (int i = 0; i < Primitives.TOTALLED_AT_ONCE; i++) {
            final int wanted = group + i;
            IntPredicate isOfGroup = row -> groups[row] == wanted;
            assertThat(Arrays.copyOfRange(
                            totals, i * Primitives.TOTALS_OF_A_GROUP, (i + 1) * Primitives.TOTALS_OF_A_GROUP))
                    .as(which)
                    .containsExactly(
                            7L + count(isOfGroup),
                            7 + sum(isOfGroup),
                            7 + in(isOfGroup).mapToLong(row -> others[at + row]).sum());
        }
    }

    private void assertGroups(Primitives primitives, int group) {
        int[] into = untouched();
        primitives.groupOrNone(groups, atOthers, mask, into, from, to);
        assertThat(into)
                .as(which)
                .isEqualTo(IntStream.range(0, CAPACITY)
                        .map(i -> i < from || i >= to ? UNTOUCHED : mask[i] == 0 ? -1 : groups[atOthers + i])
                        .toArray());
        into = untouched();
        primitives.groupWhere(
                cells(groups, atOthers), range(values(), -9, 100), range(others(), 0, 5_000), into, from, to);
        assertThat(into)
                .as(which)
                .isEqualTo(IntStream.range(0, CAPACITY)
                        .map(i -> i < from || i >= to
                                ? UNTOUCHED
                                : isIn(values[at + i], -9, 100) && isIn(others[atOthers + i], 0, 5_000)
                                        ? groups[atOthers + i]
                                        : -1)
                        .toArray());
        long[] counts = new long[GROUPS];
        long[] sums = new long[GROUPS];
        Arrays.fill(counts, UNTOUCHED);
        Arrays.fill(sums, UNTOUCHED);
        primitives.countGroups(groups, group, counts, from, to);
        primitives.sumGroups(values(), groups, group, sums, from, to);
        for (int each = 0; each < GROUPS; each++) {
            final int counted = each;
            IntPredicate belongs = i -> groups[i] == counted;
            boolean isIn = each >= group && each < group + Primitives.GROUPS_AT_ONCE;
            assertThat(counts[each]).as(which).isEqualTo(UNTOUCHED + (isIn ? count(belongs) : 0));
            assertThat(sums[each]).as(which).isEqualTo(UNTOUCHED + (isIn ? sum(belongs) : 0));
        }
    }

    private static boolean isIn(int value, int low, int high) {
        return value >= low && value <= high;
    }

    private IntStream in(IntPredicate condition) {
        return IntStream.range(from, to).filter(condition);
    }

    private int count(IntPredicate condition) {
        return (int) in(condition).count();
    }

    private long sum(IntPredicate condition) {
        return in(condition).mapToLong(i -> values[at + i]).sum();
    }

    @Test
    void shouldSumAsManyOfTheLargestIntsAsAPrimitiveTakesWithoutWrapping() {
        int[] all = new int[Primitives.MAX_ROWS];
        int[] equal = new int[Primitives.MAX_ROWS];
        Arrays.fill(all, -1);
        for (int value :
                new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0xFFFF, (1 << 22) - 1, 1 << 22, 1 << 23, 1 << 21
                }) {
            Arrays.fill(equal, value);
            long sum = (long) Primitives.MAX_ROWS * value;
            for (Primitives primitives : new Primitives[] {SCALAR, CHOSEN}) {
                String name = primitives.getClass().getSimpleName() + ", value=" + value;
                assertThat(primitives.sum(VectorCells.of(equal), all, 0, Primitives.MAX_ROWS))
                        .as(name)
                        .isEqualTo(sum);
                long[] ofGroups = new long[2];
                primitives.sumGroups(
                        VectorCells.of(equal), new int[Primitives.MAX_ROWS], 0, ofGroups, 0, Primitives.MAX_ROWS);
                assertThat(ofGroups).as(name).containsExactly(sum, 0);
                long[] countAndSum = new long[2];
                primitives.totalWhere(
                        VectorCells.of(equal), range(VectorCells.of(all), -1, -1), countAndSum, 0, Primitives.MAX_ROWS);
                assertThat(countAndSum).as(name).containsExactly(Primitives.MAX_ROWS, sum);
                long[] ofTwo = new long[3];
                primitives.totalsWhere(
                        VectorCells.of(equal),
                        VectorCells.of(all),
                        range(VectorCells.of(all), -1, -1),
                        ofTwo,
                        0,
                        Primitives.MAX_ROWS);
                assertThat(ofTwo).as(name).containsExactly(Primitives.MAX_ROWS, sum, -Primitives.MAX_ROWS);
                long[] totals = new long[Primitives.TOTALLED_AT_ONCE * Primitives.TOTALS_OF_A_GROUP];
                primitives.totalGroups(
                        all,
                        -2,
                        VectorCells.of(equal),
                        VectorCells.of(all),
                        totals,
                        new int[Primitives.SCRATCH_INTS],
                        0,
                        Primitives.MAX_ROWS);
                assertThat(Arrays.copyOfRange(totals, Primitives.TOTALS_OF_A_GROUP, 2 * Primitives.TOTALS_OF_A_GROUP))
                        .as(name)
                        .containsExactly(Primitives.MAX_ROWS, sum, -Primitives.MAX_ROWS);
            }
        }
    }
}
