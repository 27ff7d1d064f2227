package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.installation.CallPattern;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class BenchPlanTest {
    private static final Defaults DEFAULTS =
            new Defaults("546", List.of(1, 2), 30, 2, List.of(8), List.of(1_000, 10_000));
    private static final Defaults OF_ONE_PARALLELISM =
            new Defaults("42", List.of(2), 30, 2, List.of(8), List.of(10_000));

    private static BenchPlan plan(Defaults defaults, String... options) {
        PlanOptions parsed = new PlanOptions();
        new CommandLine(parsed).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(options);
        return parsed.plan(defaults);
    }

    private static BenchPlan plan(
            int subscribers,
            String aggregates,
            List<Integer> parallelism,
            double seconds,
            double warmUp,
            List<Integer> clients,
            List<Integer> rates,
            long seed,
            boolean quick) {
        int callsPerDay = 10 * rates.get(rates.size() - 1);
        return new BenchPlan(
                List.of(subscribers),
                false,
                aggregates,
                Optional.empty(),
                parallelism,
                seconds,
                warmUp,
                Duration.ZERO,
                0,
                Optional.empty(),
                List.of(QueryPool.Profile.SEVEN),
                clients,
                Duration.ZERO,
                List.of(),
                rates,
                new CallPattern(CallPattern.Spread.UNIFORM, CallPattern.Time.FIXED, callsPerDay),
                seed,
                quick);
    }

    @Test
    void shouldGrowWithThePartitionsIfScalingIsWeak() {
        assertThat(plan(DEFAULTS, "--subscribers=2000").ofAll(2_000, 3)).isEqualTo(2_000);
        assertThat(plan(DEFAULTS, "--subscribers=2000", "--weak").ofAll(2_000, 3))
                .isEqualTo(6_000);
    }

    @Test
    void shouldTakeHowLongToWarmUpAndHowToLoad() {
        BenchPlan plan = plan(
                DEFAULTS,
                "--warm-up=120",
                "--query-rate=300,500",
                "--distribution=zipf",
                "--event-time=moving",
                "--rate=0");
        assertThat(plan.warmUpSeconds()).isEqualTo(120);
        assertThat(plan.longestWarmUpSeconds()).isEqualTo(120);
        assertThat(plan.queryRates()).containsExactly(300, 500);
        assertThat(plan.rates()).containsExactly(0);
        assertThat(plan.feed()).isEqualTo(new CallPattern(CallPattern.Spread.ZIPF, CallPattern.Time.MOVING, 10));
    }

    @Test
    void shouldTakeAModelInsteadOfAggregates() {
        BenchPlan plan = plan(DEFAULTS, "--model=wide");
        assertThat(plan.model().map(MeasuredModel::name)).contains("wide");
        assertThat(plan.describe()).containsEntry("model", "wide").doesNotContainKey("aggregates");
        BenchPlan ofWindow = plan(DEFAULTS, "--window=last 7 days");
        assertThat(ofWindow.describe()).containsEntry("model", "cards, last 7 days");
        assertThat(plan(DEFAULTS).model()).isEmpty();
    }

    @Test
    void shouldTakeThreeOfManyClientsWhenQuick() {
        Defaults many = new Defaults("546", List.of(2), 30, 2, List.of(1, 2, 5, 10, 100), List.of(10_000));
        assertThat(plan(many, "--quick").clients()).containsExactly(1, 5, 100);
        assertThat(plan(many).clients()).hasSize(5);
        assertThat(plan(DEFAULTS.openLoop(300)).queryRates()).containsExactly(300);
    }

    @Test
    void shouldAskNothingIfThereAreNoClientsAndNoQueryRate() {
        assertThat(plan(DEFAULTS.openLoop(300), "--clients=0").queryRates()).isEmpty();
        assertThat(plan(DEFAULTS.openLoop(300), "--clients=0,1").queryRates()).containsExactly(300);
        assertThat(plan(DEFAULTS.openLoop(300), "--clients=0", "--query-rate=50")
                        .queryRates())
                .containsExactly(50);
    }

    @Test
    void shouldAskOtherQueriesOfSeveralPopulations() {
        BenchPlan plan = plan(DEFAULTS, "--subscribers=250000,500000", "--queries=q1_w2_w3,Q1,flat_rate");
        assertThat(plan.sizes()).containsExactly(250_000, 500_000);
        assertThat(plan.queries())
                .containsExactly(QueryPool.Profile.Q1_W2_W3, QueryPool.Profile.Q1, QueryPool.Profile.FLAT_RATE);
        assertThat(plan.describe())
                .containsEntry("subscribers", List.of(250_000, 500_000))
                .containsEntry("queries", List.of("q1_w2_w3", "q1", "flat_rate"));
    }

    @Test
    void shouldSayNothingOfQueriesIfTheyAreTheSeven() {
        assertThat(plan(DEFAULTS).queries()).containsExactly(QueryPool.Profile.SEVEN);
        assertThat(plan(DEFAULTS, "--queries=seven").describe())
                .isEqualTo(plan(DEFAULTS).describe())
                .doesNotContainKey("queries");
    }

    @Test
    void shouldTakeAnIntervalOfCheckpoints() {
        assertThat(plan(DEFAULTS).checkpoints()).isZero();
        assertThat(plan(DEFAULTS, "--checkpoints=10").checkpoints()).hasSeconds(10);
        assertThat(plan(DEFAULTS, "--checkpoints=10").describe()).containsEntry("checkpointSeconds", 10L);
    }

    @Test
    void shouldTakeTheDefaultsOfAnExperiment() {
        assertThat(plan(DEFAULTS))
                .isEqualTo(plan(1_000_000, "546", List.of(1, 2), 30, 5, List.of(8), List.of(1_000, 10_000), 42, false));
    }

    @Test
    void shouldBeSmallAndShortWhenQuick() {
        assertThat(plan(DEFAULTS, "--quick"))
                .isEqualTo(plan(20_000, "546", List.of(1, 2), 2, 1.5, List.of(8), List.of(1_000, 10_000), 42, true));
    }

    @Test
    void shouldBeAsLargeAsThePapers() {
        BenchPlan plan = plan(DEFAULTS, "--paper");
        assertThat(plan.subscribers()).isEqualTo(10_000_000);
        assertThat(plan.parallelism()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(plan(OF_ONE_PARALLELISM, "--paper").parallelism()).containsExactly(10);
    }

    @Test
    void shouldTakeWhatIsGiven() {
        BenchPlan plan = plan(
                DEFAULTS,
                "--quick",
                "--subscribers=5000",
                "--aggregates=42",
                "--parallelism=1,4",
                "--seconds=0.5",
                "--clients=1,10",
                "--rate=500",
                "--seed=7");
        assertThat(plan).isEqualTo(plan(5_000, "42", List.of(1, 4), 0.5, 0.5, List.of(1, 10), List.of(500), 7, true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --subscribers=999  | subscribers=999 is outside 1000..100000000. Give a number inside.
            --subscribers=5000,999|subscribers=999 is outside 1000..100000000. Give a number inside.
            --subscribers=5000,5000|subscribers=[5000, 5000] has a value twice. Give each once.
            --rate=10,20,10    | rate=[10, 20, 10] has a value twice. Give each once.
            --parallelism=0    | parallelism=0 is outside 1..128. Give a number inside.
            --parallelism=1,129| parallelism=129 is outside 1..128. Give a number inside.
            --seconds=0.05     | seconds=0.05 is outside 0.1..3600. Give a number of seconds inside.
            --seconds=NaN      | seconds=NaN is outside 0.1..3600. Give a number of seconds inside.
            --clients=8193     | clients=8193 is outside 0..8192. Give a number inside.
            --warm-up=3601     | warmUp=3601.0 is outside 0.1..3600. Give a number of seconds inside.
            --checkpoints=-1   | checkpoints=-1 is outside 0..3600. Give a number inside.
            --query-rate=0     | queryRate=0 is outside 1..100000. Give a number inside.
            --rate=-1          | rate=-1 is outside 0..1000000000. Give a number inside.
            """)
    void shouldRefuseWhatMakesNoSense(String option, String message) {
        assertFails(InvalidInputException.class, () -> plan(DEFAULTS, option)).hasMessage(message);
    }

    @Test
    void shouldRefuseASchemaThatIsNone() {
        assertFails(InvalidInputException.class, () -> plan(DEFAULTS, "--aggregates=43"))
                .hasMessageContaining("43");
    }

    @Test
    void shouldTellEveryPartInTheReport() {
        assertThat(plan(DEFAULTS).describe())
                .containsEntry("subscribers", 1_000_000)
                .containsEntry("aggregates", "546")
                .containsEntry("parallelism", List.of(1, 2))
                .containsEntry("warmUpSeconds", 5.0)
                .containsEntry("longestWarmUpSeconds", 60.0)
                .containsEntry("intervals", 5)
                .containsEntry("clients", List.of(8))
                .containsEntry("rate", List.of(1_000, 10_000))
                .containsEntry("seed", 42L)
                .containsEntry("quick", false);
    }
}
