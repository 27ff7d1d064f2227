package dev.aimonflink.job.source;

import dev.aimonflink.job.config.AimOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * Puts a restored clock back to the instant of {@code aim.clock.reset}, once. The instant is remembered in state from the first checkpoint
 * on, whether or not the clock was ahead. So a failover does not put back a clock that has since correctly passed it. Another instant takes
 * effect again.
 */
public final class ClockReset {
    private static final String STATE = "clock-reset";

    private final ListState<Long> state;
    private final List<Long> remembered;
    private final long instantMs;
    private final boolean isDue;

    public ClockReset(OperatorStateStore store, Optional<Instant> instant) throws Exception {
        state = store.getUnionListState(new ListStateDescriptor<>(STATE, LongSerializer.INSTANCE));
        Long handledMs = null;
        for (Long each : state.get()) {
            // One subtask writes it.
            handledMs = each;
        }
        Long givenMs = instant.map(Instant::toEpochMilli).orElse(null);
        isDue = givenMs != null && !givenMs.equals(handledMs);
        instantMs = isDue ? givenMs : Long.MAX_VALUE;
        Long last = givenMs == null ? handledMs : givenMs;
        remembered = last == null ? List.of() : List.of(last);
    }

    /** The time to continue with: the restored one, or the instant if that is due and earlier. */
    public long applyTo(long restoredMs) {
        return isDue ? Math.min(restoredMs, instantMs) : restoredMs;
    }

    /** Up to which time messages count that were in flight when the clock was put back. */
    public long latestInFlightMs() {
        return isDue ? instantMs : Long.MAX_VALUE;
    }

    /** @param writes whether this is the subtask that writes it for all */
    public void snapshot(boolean writes) throws Exception {
        state.update(writes ? remembered : List.of());
    }

    /** The log's warning that a clock was put back. */
    public static String warning(long fromMs, long toMs) {
        return AimOptions.CLOCK_RESET.key() + " has put the restored clock back from " + Instant.ofEpochMilli(fromMs)
                + " to " + Instant.ofEpochMilli(toMs) + ". Entities with events behind the wrong time in its Kafka"
                + " partition have lost their windows, and events that were too late there meanwhile are dead letters. To"
                + " count everything again that Kafka still has, start the job without state and with --aim.start"
                + " earliest.";
    }
}
