package dev.aimonflink.clients.rule;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What rules would have fired.
 *
 * @param liveRules how many of the job's fired beside them
 */
public record BackTestReport(List<OfRule> rules, List<LocalDate> days, int liveRules, Events events) {
    /**
     * Ended levels only count as resolved.
     *
     * @param byDay its firings on each day
     * @param entities for how many it fired
     * @param suppressed for how many events it was true and silent
     * @param failures how often its condition failed
     * @param top the entities for which it fired most often
     * @param same the job's rules that fired for most of the same events
     * @param alone how many firings were for events for which no rule of the job fired
     */
    public record OfRule(
            String id,
            long firings,
            long resolved,
            List<Long> byDay,
            int entities,
            long suppressed,
            long failures,
            List<Count> top,
            List<Count> same,
            long alone) {}

    /** The count of a name: an entity's key, or a rule's id. */
    public record Count(String name, long count) {}

    /**
     * @param ofSample how many of those read are of the sample's entities
     * @param applied how many of these counted
     * @param leftOut how many did not, by reason
     * @param malformed why the first one could not be read, or null
     */
    public record Events(
            long read, long ofSample, long applied, Map<String, Long> leftOut, String malformed, double seconds) {
        public long allLeftOut() {
            return leftOut.values().stream().mapToLong(Long::longValue).sum();
        }

        public long perSecond() {
            return Math.round(read / Math.max(seconds, 1e-3));
        }
    }
}
