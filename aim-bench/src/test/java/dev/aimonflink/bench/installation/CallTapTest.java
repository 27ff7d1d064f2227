package dev.aimonflink.bench.installation;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class CallTapTest {
    @Test
    void shouldLetReadersMakeWhatIsAllowedAndWait() {
        try (CallTap tap = new CallTap(2)) {
            assertThat(tap.allowed(0)).isZero();
            CompletableFuture<Void> change = tap.change(0);
            assertThat(change).isNotDone();

            tap.allow(10);
            assertThat(change).isDone();
            assertThat(tap.change(0)).isDone();
            assertThat(tap.allowed(0)).isEqualTo(10);
            tap.count(0, 10);
            assertThat(tap.allowed(0)).isZero();
            assertThat(tap.isUsedUp()).isFalse();

            tap.count(1, 10);
            assertThat(tap.allowed(1)).isZero();
            assertThat(tap.isUsedUp()).isTrue();
            assertThat(tap.made()).isEqualTo(20);
        }
    }

    @Test
    void shouldNotBeUsedUpBeforeEveryReaderHasSeenTheLastGrant() {
        try (CallTap tap = new CallTap(1)) {
            tap.allow(Long.MAX_VALUE);
            tap.count(0, 64);
            tap.allow(0);
            assertThat(tap.isUsedUp()).isFalse();
            assertThat(tap.allowed(0)).isNegative();
            assertThat(tap.isUsedUp()).isTrue();
            assertThat(tap.made(0)).isEqualTo(64);
        }
    }

    @Test
    void shouldBeFoundByItsIdUntilItIsClosed() {
        CallTap tap = new CallTap(1);
        assertThat(CallTap.ofId(tap.id())).isSameAs(tap);
        tap.close();
        assertFails(IllegalStateException.class, () -> CallTap.ofId(tap.id()))
                .hasMessage("No tap in this JVM has id=" + tap.id() + ".");
    }
}
