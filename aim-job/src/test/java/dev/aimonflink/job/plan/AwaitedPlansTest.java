package dev.aimonflink.job.plan;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.PlanningLimits;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A task whose mails the test runs, beside a planner that the test holds up. */
class AwaitedPlansTest {
    private static final long DEADLINE_S = 60;

    private final Planner planner = Planner.threaded(
            TestSettings.with().catalogue(),
            new PlanningLimits(TimeUnit.MILLISECONDS.toNanos(50), 1),
            NanoClock.SYSTEM,
            NanoClock.THREAD_CPU);
    private final LinkedBlockingQueue<Runnable> mails = new LinkedBlockingQueue<>();
    private final AwaitedPlans plans = new AwaitedPlans(planner, mails::add);
    private final CountDownLatch isHeld = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private final List<String> done = new ArrayList<>();

    /** Until its thread is held up, it may take what another client asks before. */
    @BeforeEach
    void holdUpThePlanner() throws InterruptedException {
        planner.admit(request("holder", "r", "SELECT 0 FROM subscribers LIMIT 1"), plan -> {
            isHeld.countDown();
            try {
                assertThat(held.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(isHeld.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void close() {
        held.countDown();
        planner.close();
    }

    private static Request request(String client, String id, String text) {
        return new Request(client + id, id, client, new AskedQuery("sql", Map.of("text", text)), Long.MAX_VALUE);
    }

    private void admit(String client, String id) throws Exception {
        plans.admit(request(client, id, "SELECT '" + client + id + "' FROM subscribers LIMIT 1"), plan -> {
            assertThat(plan.error()).isNull();
            done.add(client + id);
        });
    }

    private void runMails(int count) throws InterruptedException {
        for (int left = count; left > 0; left--) {
            mails.poll(DEADLINE_S, TimeUnit.SECONDS).run();
        }
    }

    @Test
    void shouldGoOnOnTheThreadOfTheTaskOnceATextIsPlanned() throws Exception {
        admit("c", "1");
        assertThat(done).isEmpty();
        held.countDown();
        runMails(1);
        assertThat(done).containsExactly("c1");
        admit("c", "1");
        assertThat(done).as("known at once").containsExactly("c1", "c1");
        assertThat(mails).isEmpty();
    }

    @Test
    void shouldCancelWhatWaits() throws Exception {
        admit("c", "1");
        admit("c", "2");
        admit("other", "1");
        assertThat(plans.cancel("c", "1")).extracting(Request::key).containsExactly("c1");
        assertThat(plans.cancel("c", "1")).isEmpty();
        held.countDown();
        runMails(2);
        assertThat(done).containsExactlyInAnyOrder("c2", "other1");
    }

    @Test
    void shouldNotGoOnWithWhatIsCancelledWhileItsPlanIsOnItsWay() throws Exception {
        admit("c", "1");
        held.countDown();
        Runnable mail = mails.poll(DEADLINE_S, TimeUnit.SECONDS);
        assertThat(plans.cancel("c", "1")).hasSize(1);
        mail.run();
        assertThat(done).isEmpty();
    }

    @Test
    void shouldAnswerNobodyAfterTheEnd() throws Exception {
        admit("c", "1");
        plans.end();
        held.countDown();
        runMails(1);
        assertThat(done).isEmpty();
    }

    @Test
    void shouldLetATaskEndWhileATextIsPlanned() throws Exception {
        AwaitedPlans ofEnded = new AwaitedPlans(planner, mail -> {
            throw new RejectedExecutionException("the mailbox is closed");
        });
        ofEnded.admit(request("c", "1", "SELECT 1 FROM subscribers LIMIT 1"), plan -> done.add("never"));
        admit("c", "2");
        held.countDown();
        runMails(1);
        assertThat(done).containsExactly("c2");
    }
}
