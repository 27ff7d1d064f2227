package dev.aimonflink.lab.disturbance;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.lab.workload.EventTimes;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The steps of a run, drawn from its seed alone.
 *
 * @param calls number of published calls
 * @param deadLetters whether each must occur once, or at least once
 * @param alerts likewise
 */
public record StormPlan(
        long calls,
        EventTimes times,
        EventFormat format,
        Delivery deadLetters,
        Delivery alerts,
        int parallelism,
        List<StormStep> steps) {
    static final int MAX_PARALLELISM = 4;

    /** The most seconds from one kill to the next, unless it waits for the end of a day: many kills a minute, with some events in between. */
    private static final double SECONDS_PER_POINT = 1.5;

    /** A process takes seconds to start, with events meanwhile. */
    private static final double SECONDS_PER_POINT_OF_PROCESSES = 15;

    private static final int FIRST_PARALLELISM = 2;

    /** How often a run with enough points changes the parallelism or schema. */
    private static final int CHANGES = 5;

    /** The days of a run without window turns: from Saturday to Tuesday. */
    private static final int DAYS = 3;

    private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/New_York");

    /** @param moments of kills that can come at any time */
    public static StormPlan of(Cell cell, int points, int rate, List<EventFormat> formats, List<StormMoment> moments) {
        return drawn(cell, points, (int) Math.ceil(SECONDS_PER_POINT * rate), formats, moments);
    }

    /** For a cluster of processes, where alerts must occur once. */
    public static StormPlan ofProcesses(Cell cell, int points, int rate, List<EventFormat> formats) {
        int callsPerPoint = (int) (SECONDS_PER_POINT_OF_PROCESSES * rate);
        StormPlan drawn = drawn(cell, points, callsPerPoint, formats, StormMoment.OF_PROCESSES);
        return new StormPlan(
                drawn.calls,
                drawn.times,
                drawn.format,
                drawn.deadLetters,
                Delivery.EXACTLY_ONCE,
                drawn.parallelism,
                drawn.steps);
    }

    private static StormPlan drawn(
            Cell cell, int points, int callsPerPoint, List<EventFormat> formats, List<StormMoment> moments) {
        SplittableRandom random = new SplittableRandom(cell.seed() * 31
                + cell.backend().ordinal() * 7L
                + cell.disturbance().ordinal());
        ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
        EventTimes times = cell.disturbance() == Disturbance.TURN
                ? EventTimes.from(EventTimes.THURSDAY, zone, callsPerPoint)
                : EventTimes.from(EventTimes.SATURDAY, zone, (long) callsPerPoint * points / DAYS);
        EventFormat format = formats.get(random.nextInt(formats.size()));
        Delivery deadLetters = drawnDelivery(random);
        Delivery alerts = drawnDelivery(random);
        List<StormStep> steps = steps(cell.disturbance(), points, callsPerPoint, times, moments, random);
        long calls = steps.get(steps.size() - 1).afterCalls() + callsPerPoint;
        return new StormPlan(calls, times, format, deadLetters, alerts, FIRST_PARALLELISM, steps);
    }

    private static Delivery drawnDelivery(SplittableRandom random) {
        return Delivery.values()[random.nextInt(Delivery.values().length)];
    }

    private static List<StormStep> steps(
            Disturbance disturbance,
            int points,
            int callsPerPoint,
            EventTimes times,
            List<StormMoment> moments,
            SplittableRandom random) {
        int parallelism = FIRST_PARALLELISM;
        List<StormStep> steps = new ArrayList<>();
        long calls = 0;
        for (int point = 1; point <= points; point++) {
            StormMoment moment = drawnMoment(disturbance, moments, random);
            long before = calls;
            calls += 1 + random.nextInt(callsPerPoint);
            if (moment == StormMoment.AT_TURN) {
                calls = times.firstOfNextDay(calls);
            }
            steps.add(new StormStep.ChangeRule(before + random.nextLong(calls - before)));
            steps.add(new StormStep.Kill(calls, moment, random.nextInt(4) == 0));
            if (hasChangeAfter(point, points)) {
                if (disturbance == Disturbance.RESCALE) {
                    parallelism = drawnOther(parallelism, random);
                    steps.add(new StormStep.Rescale(calls, parallelism));
                } else if (disturbance == Disturbance.SCHEMA) {
                    steps.add(new StormStep.ChangeSchema(calls));
                }
            }
        }
        return List.copyOf(steps);
    }

    /** A run of any length has a change, and all but the shortest have a kill after each. */
    private static boolean hasChangeAfter(int point, int points) {
        return points <= 2 ? point == 1 : point < points && point % Math.max(2, points / CHANGES) == 0;
    }

    private static StormMoment drawnMoment(
            Disturbance disturbance, List<StormMoment> moments, SplittableRandom random) {
        boolean isTurn = disturbance == Disturbance.TURN && random.nextInt(3) == 0;
        return isTurn ? StormMoment.AT_TURN : moments.get(random.nextInt(moments.size()));
    }

    private static int drawnOther(int parallelism, SplittableRandom random) {
        int drawn = 1 + random.nextInt(MAX_PARALLELISM - 1);
        return drawn < parallelism ? drawn : drawn + 1;
    }
}
