package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.GivenParameters;
import dev.aimonflink.query.serve.request.Planning;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A partition of a job whose planner does not come to an end. */
class PlanningBesideEventsTest {
    private static final long DEADLINE_NANOS = Duration.ofSeconds(60).toNanos();

    /** As many as two clients send in a second that send a hundred each. */
    private static final int TEXTS = 200;

    private final JobSettings settings = TestSettings.with();
    private final CountDownLatch mayPlan = new CountDownLatch(1);
    private MatrixHarness partition;

    @BeforeEach
    void open() throws Exception {
        partition = new MatrixHarness(
                new ClockedMatrix(
                        settings,
                        NanoClock.SYSTEM,
                        (job, unused) -> Planner.take(job, this::slowCatalogue, settings.planningLimits())),
                Types.LONG,
                new HashMapStateBackend(),
                0,
                1);
        partition.open();
    }

    @AfterEach
    void close() throws Exception {
        mayPlan.countDown();
        partition.close();
    }

    private Catalogue slowCatalogue() {
        List<Catalogue.Entry> entries = new ArrayList<>();
        for (Catalogue.Entry entry : settings.catalogue().entries()) {
            entries.add(
                    entry.planner() == null
                            ? entry
                            : new Catalogue.Entry(
                                    entry.id(),
                                    entry.summary(),
                                    entry.parameters(),
                                    entry.text(),
                                    new Slow(entry.planner())));
        }
        return new Catalogue(entries);
    }

    private final class Slow implements Catalogue.TextPlanner {
        private final Catalogue.TextPlanner planner;

        Slow(Catalogue.TextPlanner planner) {
            this.planner = planner;
        }

        @Override
        public Query plan(GivenParameters arguments, Planning planning) {
            try {
                assertThat(mayPlan.await(DEADLINE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return planner.plan(arguments, planning);
        }

        @Override
        public Query planned(GivenParameters arguments) {
            return planner.planned(arguments);
        }
    }

    private static Request request(String key, AskedQuery asked) {
        return new Request(key, key, "client of " + key, asked, Long.MAX_VALUE);
    }

    private static AskedQuery text(int number) {
        return new AskedQuery("sql", Map.of("text", "SELECT count(*) + " + number + " FROM subscribers"));
    }

    @Test
    void shouldTakeInEventsAndAnswerOthersWhileTextsArePlanned() throws Exception {
        for (int i = 0; i < TEXTS; i++) {
            partition.process(new Question(request("text" + i, text(i)), null));
            partition.process(CallMessages.of(new Event(i, 1_000, 60, 1.5f, false), 0, i));
        }
        partition.process(new PointQuery(
                EntityId.of(7), request("look-up", new AskedQuery("subscriber", Map.of("subscriberId", 7L))), 0));
        partition.process(new Question(request("query", AskedQuery.withDefaults("verify")), null));
        partition.drain();
        assertThat(partition.parts()).extracting(Part::requestKey).containsExactlyInAnyOrder("look-up", "query");

        mayPlan.countDown();
        List<Part> parts = new ArrayList<>();
        for (long start = System.nanoTime(); parts.size() < TEXTS; parts.addAll(partition.parts())) {
            assertThat(System.nanoTime() - start).isLessThan(DEADLINE_NANOS);
            partition.drain();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(parts).allMatch(part -> part.error() == null && part.rowsScanned() == TEXTS);
    }
}
