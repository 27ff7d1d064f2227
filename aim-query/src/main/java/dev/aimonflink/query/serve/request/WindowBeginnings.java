package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The local times at which windows began: a date where windows or panes are whole days, else with a time of day. A sliding window begins
 * with its oldest pane. A window that never turns, such as the last events, has no beginning.
 *
 * <p>If clocks skipped the calendar's beginning of a window, it began at the time that they showed next.
 *
 * <p>Not thread-safe.
 */
final class WindowBeginnings {
    private final List<WindowPolicy> windows;
    private final ZoneId zone;

    /** Successive answers mostly have equal windows, and the calendar is slow. */
    private List<Integer> lastNumbers = List.of();

    private Map<String, Temporal> lastBeginnings = Map.of();

    WindowBeginnings(List<WindowPolicy> windows, ZoneId zone) {
        this.windows = windows;
        this.zone = zone;
    }

    /**
     * By window as a model writes it, in its order.
     *
     * @param numbers of all current windows, in schema order
     */
    Map<String, Temporal> of(List<Integer> numbers) {
        if (!numbers.equals(lastNumbers)) {
            lastBeginnings = compute(numbers);
            lastNumbers = numbers;
        }
        return lastBeginnings;
    }

    private Map<String, Temporal> compute(List<Integer> numbers) {
        Map<String, Temporal> beginnings = new LinkedHashMap<>();
        for (int each = 0; each < windows.size(); each++) {
            WindowPolicy window = windows.get(each);
            if (window.pane() != null) {
                int oldestPane = numbers.get(each) - window.panes() + 1;
                beginnings.put(window.toString(), beginning(window.pane(), oldestPane));
            }
        }
        return Collections.unmodifiableMap(beginnings);
    }

    private Temporal beginning(Window window, int number) {
        LocalDateTime local =
                Instant.ofEpochMilli(window.startMs(number, zone)).atZone(zone).toLocalDateTime();
        return switch (window.unit()) {
            case MINUTE, HOUR -> local;
            case DAY, WEEK, MONTH -> local.toLocalDate();
        };
    }
}
