package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.source.Rights.Right;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RightsTest {
    private static final int SOURCES = 3;

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void shouldAskTheBrokerOnceForSourcesThatBeginTogether() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        List<Thread> sources = new ArrayList<>();
        List<List<Right>> answers = Collections.synchronizedList(new ArrayList<>());
        for (int source = 0; source < SOURCES; source++) {
            sources.add(new Thread(() -> answers.add(ask(answer))));
        }
        sources.forEach(Thread::start);
        while (!sources.stream().allMatch(each -> each.getState() == Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
        assertThat(Rights.shared("another job", List::of)).isEmpty();
        answer.countDown();
        for (Thread each : sources) {
            each.join();
        }
        assertThat(answers).hasSize(SOURCES).containsOnly(List.of());
        assertThat(asked).hasValue(1);
    }

    private List<Right> ask(CountDownLatch answer) {
        try {
            return Rights.shared("job", () -> {
                asked.incrementAndGet();
                answer.await();
                return List.of();
            });
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The sink of alerts begins transactions also where no rule judges. */
    @Test
    void shouldNeedTransactionsOfAlertsAlsoWhereTheyAreDisabled() {
        assertThat(Rights.of(TestSettings.with("--aim.alerts.enabled=false", "--aim.alerts.delivery=exactly-once"))
                        .needed())
                .anyMatch(right -> right.name().endsWith("-alerts"));
    }

    @Test
    void shouldAskAgainLater() throws Exception {
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> Rights.shared("job", () -> {
                        asked.incrementAndGet();
                        throw new IllegalStateException("no answer");
                    }))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("no answer");
        }
        assertThat(asked).hasValue(2);
    }
}
