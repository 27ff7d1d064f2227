package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharedQuestionTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final AtomicInteger asked = new AtomicInteger();
    private final Semaphore answers = new Semaphore(0);

    private int answer() {
        int number = asked.incrementAndGet();
        answers.acquireUninterruptibly();
        return number;
    }

    private static int got(CompletableFuture<Integer> answer) throws Exception {
        return answer.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void shouldAskOnceForAllWhoComeWhileTheFormerIsOnItsWay() throws Exception {
        try (SharedQuestion<Integer> question = new SharedQuestion<>("asking", this::answer)) {
            CompletableFuture<Integer> first = question.ask();
            assertThat(Waiting.until(() -> asked.get() == 1, DEADLINE)).isTrue();
            List<CompletableFuture<Integer>> later = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                later.add(question.ask());
            }
            later.get(0).cancel(true);
            answers.release(2);
            assertThat(got(first)).isEqualTo(1);
            for (CompletableFuture<Integer> each : later.subList(1, later.size())) {
                assertThat(got(each)).isEqualTo(2);
            }
            answers.release();
            assertThat(got(question.ask())).isEqualTo(3);
        }
    }
}
