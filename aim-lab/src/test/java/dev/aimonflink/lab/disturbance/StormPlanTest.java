package dev.aimonflink.lab.disturbance;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class StormPlanTest {
    private static final int RATE = 1_000;
    private static final int POINTS = 20;
    private static final List<EventFormat> FORMATS = List.of(EventFormat.values());

    @ParameterizedTest
    @EnumSource
    void shouldDrawTheSameFromTheSameSeed(Disturbance disturbance) {
        Cell cell = new Cell(7, Backend.ROCKSDB, disturbance);

        assertThat(StormPlan.of(cell, POINTS, RATE, FORMATS, StormMoment.ANYTIME))
                .isEqualTo(StormPlan.of(cell, POINTS, RATE, FORMATS, StormMoment.ANYTIME));
        assertThat(StormPlan.of(cell, POINTS, RATE, FORMATS, StormMoment.ANYTIME)
                        .steps())
                .isNotEqualTo(StormPlan.of(
                                new Cell(8, Backend.ROCKSDB, disturbance), POINTS, RATE, FORMATS, StormMoment.ANYTIME)
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
        StormPlan plan =
                StormPlan.of(new Cell(7, Backend.HASHMAP, disturbance), POINTS, RATE, FORMATS, StormMoment.ANYTIME);

        assertThat(kills(plan)).hasSize(POINTS);
        assertThat(plan.steps().stream().filter(StormStep.ChangeRule.class::isInstance))
                .hasSize(POINTS);
        assertThat(plan.steps())
                .isSortedAccordingTo((one, other) -> Long.compare(one.afterCalls(), other.afterCalls()));
        assertThat(plan.calls())
                .isGreaterThan(plan.steps().get(plan.steps().size() - 1).afterCalls());
    }

    @Test
    void shouldMeetEveryMomentOfAnyRunInTwentyPoints() {
        StormPlan plan = StormPlan.of(
                new Cell(1, Backend.HASHMAP, Disturbance.TURN), POINTS, RATE, FORMATS, StormMoment.ANYTIME);

        assertThat(kills(plan).stream().map(StormStep.Kill::moment)).contains(StormMoment.values());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKillAtNoMomentThatCannotCome(Disturbance disturbance) {
        List<StormMoment> moments = List.of(StormMoment.AFTER_EVENTS, StormMoment.AFTER_RESTORE);
        StormPlan plan = StormPlan.of(new Cell(7, Backend.HASHMAP, disturbance), POINTS, RATE, FORMATS, moments);

        assertThat(kills(plan).stream()
                        .map(StormStep.Kill::moment)
                        .filter(moment -> moment != StormMoment.AT_TURN)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(moments);
    }

    @Test
    void shouldLeaveProcessesTimeAndWantTheirAlertsOnce() {
        for (int seed = 1; seed < 10; seed++) {
            Cell cell = new Cell(seed, Backend.HASHMAP, Disturbance.TURN);
            StormPlan plan = StormPlan.ofProcesses(cell, POINTS, RATE, FORMATS);

            assertThat(plan.alerts()).isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(plan.calls())
                    .isGreaterThan(2
                            * StormPlan.of(cell, POINTS, RATE, FORMATS, StormMoment.ANYTIME)
                                    .calls());
            assertThat(kills(plan))
                    .extracting(StormStep.Kill::moment)
                    .containsOnly(StormMoment.AFTER_EVENTS, StormMoment.AT_TURN);
        }
    }

    @Test
    void shouldChangeTheParallelismWithEveryRescaling() {
        int before = StormPlan.of(
                        new Cell(7, Backend.HASHMAP, Disturbance.RESCALE), POINTS, RATE, FORMATS, StormMoment.ANYTIME)
                .parallelism();
        List<Integer> parallelisms = rescalings();

        assertThat(parallelisms).hasSizeGreaterThan(2).allMatch(each -> each >= 1 && each <= StormPlan.MAX_PARALLELISM);
        for (int after : parallelisms) {
            assertThat(after).isNotEqualTo(before);
            before = after;
        }
    }

    private static List<StormStep.Kill> kills(StormPlan plan) {
        return plan.steps().stream()
                .filter(StormStep.Kill.class::isInstance)
                .map(StormStep.Kill.class::cast)
                .toList();
    }

    private static List<Integer> rescalings() {
        return StormPlan.of(
                        new Cell(7, Backend.HASHMAP, Disturbance.RESCALE), POINTS, RATE, FORMATS, StormMoment.ANYTIME)
                .steps()
                .stream()
                .filter(StormStep.Rescale.class::isInstance)
                .map(step -> ((StormStep.Rescale) step).parallelism())
                .toList();
    }

    @Test
    void shouldKillAtATurnWithTheFirstCallOfADay() {
        StormPlan plan = StormPlan.of(
                new Cell(7, Backend.HASHMAP, Disturbance.TURN), POINTS, RATE, FORMATS, StormMoment.ANYTIME);

        List<Long> atTurns = kills(plan).stream()
                .filter(kill -> kill.moment() == StormMoment.AT_TURN)
                .map(StormStep::afterCalls)
                .toList();
        assertThat(atTurns).isNotEmpty().allSatisfy(call -> assertThat(
                        plan.times().date(call))
                .isAfter(plan.times().date(call - 1)));
    }

    @ParameterizedTest
    @EnumSource(names = {"RESCALE", "SCHEMA"})
    void shouldChangeSomethingInARunOfAnyLength(Disturbance disturbance) {
        for (int points = 1; points <= POINTS; points++) {
            StormPlan plan =
                    StormPlan.of(new Cell(7, Backend.HASHMAP, disturbance), points, RATE, FORMATS, StormMoment.ANYTIME);

            assertThat(plan.steps())
                    .as("points=" + points)
                    .anyMatch(step -> step instanceof StormStep.Rescale || step instanceof StormStep.ChangeSchema);
            Class<?> last = plan.steps().get(plan.steps().size() - 1).getClass();
            assertThat(last == StormStep.Kill.class).as("points=" + points).isEqualTo(points > 1);
        }
    }
}
