package dev.aimonflink.clients.rule;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What rules would have fired.
 *
 * @param days those that are tested
 * @param liveRules how many of the job fired beside them
 */
public record BackTestReport(List<OfRule> rules, List<LocalDate> days, int liveRules, Events events) {
    /**
     * Figures of a rule. Levels that ended count as resolved, and as nothing else.
     *
     * @param byDay its firings on each day
     * @param entities for how many it has fired
     * @param suppressed for how many events it was true and silent
     * @param failures how often its condition failed
     * @param top the entities for which it has fired most often
     * @param same the rules of the job that have fired for most of the same events
     * @param alone how many of its firings were for events for which no rule of the job has fired
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

    /** How often there was something of a name: an entity's key, or a rule's id. */
    public record Count(String name, long count) {}

    /**
     * What became of the events.
     *
     * @param ofSample how many of those that were read are of entities of the sample
     * @param applied how many of these counted
     * @param leftOut how many did not, by the reason
     * @param malformed why the first one could not be read; null if all could
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
