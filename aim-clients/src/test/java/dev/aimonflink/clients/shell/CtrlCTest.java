package dev.aimonflink.clients.shell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class CtrlCTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final CtrlC ctrlC = new CtrlC();
    private final List<String> ran = new ArrayList<>();

    @Test
    void shouldEndAQuestion() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> ctrlC.interrupts(() -> {
                    new Thread(ctrlC::press).start();
                    never.await();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(ctrlC.pause(SHORT)).as("it has ended one thing").isTrue();
        ctrlC.interrupts(() -> ran.add("next"));
        assertThat(ran).containsExactly("next");
    }

    @Test
    void shouldEndAPause() {
        new Thread(ctrlC::press).start();
        assertThat(ctrlC.pause(LONG)).isFalse();
        assertThat(ctrlC.pause(SHORT)).as("it has ended one thing").isTrue();
    }

    @Test
    void shouldEndThePauseBehindAQuestionThatItCameTooLateFor() throws InterruptedException {
        ctrlC.interrupts(ctrlC::press);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(ctrlC.pause(LONG)).isFalse();
    }

    @Test
    void shouldEndTheQuestionBehindAPause() throws InterruptedException {
        ctrlC.press();
        assertFails(InterruptedException.class, () -> ctrlC.interrupts(() -> ran.add("asked")));
        ctrlC.interrupts(() -> ran.add("next"));
        assertThat(ran).containsExactly("next");
    }

    @Test
    void shouldNotEndWhatItWasNotPressedFor() throws InterruptedException {
        ctrlC.press();
        ctrlC.forget();
        ctrlC.interrupts(() -> ran.add("asked"));
        assertThat(ran).containsExactly("asked");
        assertThat(ctrlC.pause(SHORT)).isTrue();
    }
}
