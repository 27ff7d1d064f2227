package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.PlanningLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlanQueueTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final PlanningLimits LIMITS = new PlanningLimits(50 * MS, 0.25);

    /** What may be used at once. */
    private static final long BURST = SECOND;

    private final PlanQueue queue = new PlanQueue(LIMITS, 0);
    private long nowNanos;
    private int number;

    private PlanTask task(String client) {
        return task(client, 100, true);
    }

    private PlanTask task(String client, int characters, boolean isAdmission) {
        return new PlanTask(client, client + number++, characters, isAdmission, nowNanos, check -> null, plan -> {});
    }

    private PlanTask add(String client) {
        PlanTask task = task(client);
        assertThat(queue.add(task)).isEmpty();
        return task;
    }

    /** Plans the next text, if there is one within the budget. */
    private PlanTask plan(long costNanos) {
        PlanTask next = queue.next(nowNanos);
        if (next != null) {
            nowNanos += costNanos;
            queue.use(next, costNanos, nowNanos);
        }
        return next;
    }

    @Test
    void shouldPlanTheTextsOfAClientInTheirOrder() {
        PlanTask first = add("a");
        PlanTask second = add("a");
        assertThat(plan(MS)).isEqualTo(first);
        assertThat(plan(MS)).isEqualTo(second);
        assertThat(plan(MS)).isNull();
    }

    @Test
    void shouldBeginWithTheClientThatHasUsedLeast() {
        add("heavy");
        plan(30 * MS);
        PlanTask heavy = add("heavy");
        PlanTask light = add("light");
        assertThat(plan(MS)).isEqualTo(light);
        assertThat(plan(30 * MS)).isEqualTo(heavy);
    }

    @Test
    void shouldUseItsShareAndNoMore() {
        long usedNanos = 0;
        for (long end = 60 * SECOND; nowNanos < end; ) {
            add("heavy");
            PlanTask planned = plan(40 * MS);
            if (planned == null) {
                nowNanos += queue.pauseNanos(nowNanos);
                queue.takeLate(nowNanos);
            } else {
                usedNanos += 40 * MS;
            }
        }
        assertThat(usedNanos).isBetween(15 * SECOND, 15 * SECOND + BURST + 40 * MS);
    }

    @Test
    void shouldNotLetALightClientWaitForTheDebtsOfAHeavyOne() {
        add("heavy");
        plan(3 * BURST);
        add("heavy");
        assertThat(plan(MS)).as("the budget is used up").isNull();
        PlanTask light = add("light");
        assertThat(plan(MS)).isEqualTo(light);
        assertThat(plan(MS)).isNull();
    }

    /** A client that names itself anew for each text is always one that has used little. */
    @Test
    void shouldUseItsShareAndNoMoreForClientsThatAreNew() {
        long usedNanos = 0;
        for (long end = 10 * SECOND; nowNanos < end; ) {
            queue.add(task("heavy"));
            queue.add(task("new" + number));
            PlanTask planned = plan(40 * MS);
            if (planned == null) {
                nowNanos += queue.pauseNanos(nowNanos);
                queue.takeLate(nowNanos);
            } else {
                usedNanos += 40 * MS;
            }
        }
        assertThat(usedNanos).isBetween(2_500 * MS, 2_500 * MS + BURST + 80 * MS);
        assertThat(queue.waiting()).isLessThanOrEqualTo(PlanningLimits.MAX_WAITING);
    }

    @Test
    void shouldRememberOnlySoManyClientsAndThoseThatUseMost() {
        add("heavy");
        plan(SECOND);
        for (int i = 0; i < 2 * PlanQueue.MAX_CLIENTS; i++) {
            nowNanos += 4 * MS;
            add("new" + i);
            plan(MS);
        }
        assertThat(queue.clients()).isLessThanOrEqualTo(PlanQueue.MAX_CLIENTS + 1);
        assertThat(queue.usedNanos("heavy", nowNanos)).isPositive();
        while (queue.waiting() < PlanningLimits.MAX_WAITING) {
            add("waits" + number);
        }
        for (int i = 0; i < 2 * PlanQueue.MAX_CLIENTS; i++) {
            queue.add(task("evicts" + i));
        }
        assertThat(queue.clients()).isLessThanOrEqualTo(PlanQueue.MAX_CLIENTS + 1);
    }

    @Test
    void shouldLetATextFromTheReserveUseOnlyWhatOneMayWhileOthersWait() {
        add("heavy");
        PlanTask heavy = queue.next(nowNanos);
        assertThat(queue.limitNanos(heavy)).isEqualTo(PlanningLimits.ALONE_NANOS);
        nowNanos += 2 * BURST;
        queue.use(heavy, 2 * BURST, nowNanos);
        add("light");
        PlanTask light = queue.next(nowNanos);
        assertThat(queue.limitNanos(light)).isEqualTo(LIMITS.textNanos());
    }

    @Test
    void shouldPlanSecondRoundsBeforeTextsThatWereAdmittedElsewhere() {
        queue.add(task("a", 10, false));
        PlanTask second = task(PlanTask.SECOND_ROUND, 0, false);
        queue.add(second);
        assertThat(plan(MS)).isEqualTo(second);
        assertThat(plan(MS).payer()).isEqualTo("a");
    }

    @Test
    void shouldRefuseWhatHasWaitedTooLongForTheShare() {
        List<PlanTask> waiting = new ArrayList<>();
        while (queue.next(nowNanos) == null && waiting.isEmpty()) {
            add("heavy");
            plan(BURST + 10 * SECOND);
            waiting.add(add("heavy"));
        }
        assertThat(queue.takeLate(nowNanos)).isEmpty();
        nowNanos += PlanningLimits.MAX_WAIT_NANOS + 1;
        assertThat(queue.takeLate(nowNanos)).isEqualTo(waiting);
        assertThat(queue.waiting()).isZero();
        assertThat(LIMITS.overShare(queue.usedNanos("heavy", nowNanos)).message())
                .startsWith("Statements of all clients are planned with 25% of a core (aim.sql.planning-cpu-share), of"
                        + " which this client has used ");
    }

    @Test
    void shouldEvictTheNewestOfTheClientWithMost() {
        PlanTask light = add("light");
        PlanTask newest = null;
        while (queue.waiting() < PlanningLimits.MAX_WAITING) {
            newest = add("heavy");
        }
        assertThat(queue.add(task("light"))).containsExactly(newest);
        assertThat(queue.next(nowNanos).payer()).isIn(light.payer(), "heavy");
    }

    @Test
    void shouldBoundTheCharactersThatWait() {
        int characters = 1 << 16;
        for (int i = 0; i < PlanningLimits.MAX_WAITING_CHARACTERS / characters; i++) {
            assertThat(queue.add(task("heavy", characters, true))).isEmpty();
        }
        PlanTask over = task("heavy", characters, true);
        assertThat(queue.add(over)).containsExactly(over);
    }

    @Test
    void shouldPlanFirstWhatWasAdmittedElsewhereAndChargeNobody() {
        add("a");
        PlanTask followed = task("b", 10, false);
        queue.add(followed);
        assertThat(plan(10 * BURST)).isEqualTo(followed);
        assertThat(queue.usedNanos("b", nowNanos)).isZero();
        assertThat(plan(MS).payer()).isEqualTo("a");
    }

    @Test
    void shouldForgetWhatWasUsedLongAgo() {
        add("a");
        plan(SECOND);
        nowNanos += 10 * SECOND;
        assertThat(queue.usedNanos("a", nowNanos)).isBetween(SECOND / 2 - MS, SECOND / 2 + MS);
    }
}
