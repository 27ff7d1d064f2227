package dev.aimonflink.local.chaos;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.schedule.ScanSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class PlanTest {
    private static final int RATE = 1_000;
    private static final int POINTS = 20;
    private static final List<EventFormat> FORMATS = List.of(EventFormat.values());

    @ParameterizedTest
    @EnumSource
    void shouldDrawTheSameFromTheSameSeed(Disturbance disturbance) {
        Cell cell = new Cell(7, Backend.ROCKSDB, disturbance);

        assertThat(Plan.of(cell, POINTS, RATE, FORMATS, Moment.ANYTIME))
                .isEqualTo(Plan.of(cell, POINTS, RATE, FORMATS, Moment.ANYTIME));
        assertThat(Plan.of(cell, POINTS, RATE, FORMATS, Moment.ANYTIME).steps())
                .isNotEqualTo(Plan.of(new Cell(8, Backend.ROCKSDB, disturbance), POINTS, RATE, FORMATS, Moment.ANYTIME)
                        .steps());
    }

    @Test
    void shouldScanInAllWaysInTheRunsOfASeed() {
        Set<ScanSetting> drawn = new HashSet<>();
        for (Backend backend : Backend.values()) {
            for (Disturbance disturbance : Disturbance.values()) {
                drawn.add(new Cell(7, backend, disturbance).scans());
            }
        }
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(ScanSetting.ALL);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKillAtEachPointAndGoForwardOnly(Disturbance disturbance) {
        Plan plan = Plan.of(new Cell(7, Backend.HASHMAP, disturbance), POINTS, RATE, FORMATS, Moment.ANYTIME);

        assertThat(kills(plan)).hasSize(POINTS);
        assertThat(plan.steps().stream().filter(Step.ChangeRule.class::isInstance))
                .hasSize(POINTS);
        assertThat(plan.steps())
                .isSortedAccordingTo((one, other) -> Long.compare(one.afterCalls(), other.afterCalls()));
        assertThat(plan.calls())
                .isGreaterThan(plan.steps().get(plan.steps().size() - 1).afterCalls());
    }

    @Test
    void shouldMeetEveryMomentOfAnyRunInTwentyPoints() {
        Plan plan = Plan.of(new Cell(1, Backend.HASHMAP, Disturbance.TURN), POINTS, RATE, FORMATS, Moment.ANYTIME);

        assertThat(kills(plan).stream().map(Step.Kill::moment)).contains(Moment.values());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKillAtNoMomentThatCannotCome(Disturbance disturbance) {
        List<Moment> moments = List.of(Moment.AFTER_EVENTS, Moment.AFTER_RESTORE);
        Plan plan = Plan.of(new Cell(7, Backend.HASHMAP, disturbance), POINTS, RATE, FORMATS, moments);

        assertThat(kills(plan).stream()
                        .map(Step.Kill::moment)
                        .filter(moment -> moment != Moment.AT_TURN)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(moments);
    }

    @Test
    void shouldLeaveProcessesTimeAndWantTheirAlertsOnce() {
        for (int seed = 1; seed < 10; seed++) {
            Cell cell = new Cell(seed, Backend.HASHMAP, Disturbance.TURN);
            Plan plan = Plan.ofProcesses(cell, POINTS, RATE, FORMATS);

            assertThat(plan.alerts()).isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(plan.calls())
                    .isGreaterThan(2
                            * Plan.of(cell, POINTS, RATE, FORMATS, Moment.ANYTIME)
                                    .calls());
            assertThat(kills(plan)).extracting(Step.Kill::moment).containsOnly(Moment.AFTER_EVENTS, Moment.AT_TURN);
        }
    }

    @Test
    void shouldChangeTheParallelismWithEveryRescaling() {
        int before = Plan.of(new Cell(7, Backend.HASHMAP, Disturbance.RESCALE), POINTS, RATE, FORMATS, Moment.ANYTIME)
                .parallelism();
        List<Integer> parallelisms = rescalings();

        assertThat(parallelisms).hasSizeGreaterThan(2).allMatch(each -> each >= 1 && each <= Plan.MAX_PARALLELISM);
        for (int after : parallelisms) {
            assertThat(after).isNotEqualTo(before);
            before = after;
        }
    }

    private static List<Step.Kill> kills(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Kill.class::isInstance)
                .map(Step.Kill.class::cast)
                .toList();
    }

    private static List<Integer> rescalings() {
        return Plan.of(new Cell(7, Backend.HASHMAP, Disturbance.RESCALE), POINTS, RATE, FORMATS, Moment.ANYTIME)
                .steps()
                .stream()
                .filter(Step.Rescale.class::isInstance)
                .map(step -> ((Step.Rescale) step).parallelism())
                .toList();
    }

    @Test
    void shouldKillAtATurnWithTheFirstCallOfADay() {
        Plan plan = Plan.of(new Cell(7, Backend.HASHMAP, Disturbance.TURN), POINTS, RATE, FORMATS, Moment.ANYTIME);

        List<Long> atTurns = kills(plan).stream()
                .filter(kill -> kill.moment() == Moment.AT_TURN)
                .map(Step::afterCalls)
                .toList();
        assertThat(atTurns).isNotEmpty().allSatisfy(call -> assertThat(
                        plan.times().date(call))
                .isAfter(plan.times().date(call - 1)));
    }

    @ParameterizedTest
    @EnumSource(names = {"RESCALE", "SCHEMA"})
    void shouldChangeSomethingInARunOfAnyLength(Disturbance disturbance) {
        for (int points = 1; points <= POINTS; points++) {
            Plan plan = Plan.of(new Cell(7, Backend.HASHMAP, disturbance), points, RATE, FORMATS, Moment.ANYTIME);

            assertThat(plan.steps())
                    .as("points=" + points)
                    .anyMatch(step -> step instanceof Step.Rescale || step instanceof Step.ChangeSchema);
            Class<?> last = plan.steps().get(plan.steps().size() - 1).getClass();
            assertThat(last == Step.Kill.class).as("points=" + points).isEqualTo(points > 1);
        }
    }
}
