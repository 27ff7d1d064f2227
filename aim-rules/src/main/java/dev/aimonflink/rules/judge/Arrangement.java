package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.Candidates.Candidate;
import dev.aimonflink.rules.judge.RuleForm.Threshold;
import dev.aimonflink.rules.judge.Staircase.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where the alternatives of rules wait: each at one of its thresholds, so that only those with a reached threshold are checked. */
final class Arrangement {
    /** If fewer wait at a column that is often reached, checking them is faster than a search. */
    private static final int FEW = 4;

    // For a record without such cells, since one of each is read.
    private static final int[] NO_INTS = {0};
    private static final long[] NO_LONGS = {0};

    /** Where rules wait that are true once reached. */
    private final Staircases ofRules;

    private final Staircases ofCandidates;

    private final Candidates candidates;

    /** The first candidates wait at no column. */
    private final int lonely;

    private record Waiting(Candidate candidate, Threshold at) {
        Side side() {
            // Then it is true as soon as the threshold is reached.
            boolean isAlone = candidate.thresholds().size() == 1 && candidate.rest() == null && at.isOneSided();
            return new Side(at.column(), at.isRising(), isAlone);
        }

        /** What remains to be checked once the threshold is reached. */
        Candidate left() {
            List<Threshold> left = new ArrayList<>(candidate.thresholds());
            if (at.isOneSided()) {
                left.remove(at);
            }
            return candidate.of(left);
        }
    }

    /** What shares a staircase. */
    private record Side(int column, boolean isRising, boolean isAlone) {
        static final Comparator<Side> ORDER = Comparator.comparingInt(Side::column)
                .thenComparing(Side::isRising)
                .thenComparing(Side::isAlone);
    }

    Arrangement(List<Candidate> alternatives, SeenValues seen, RuleColumns columns) {
        Map<Side, List<Waiting>> waiting = waiting(alternatives, seen);
        List<Candidate> found = new ArrayList<>();
        waiting.values().stream()
                .filter(each -> areFew(each, seen))
                .flatMap(Collection::stream)
                .map(Waiting::candidate)
                // A true candidate's rule need not be checked again.
                .sorted(Comparator.comparingInt(
                        each -> -seen.eighths(each.thresholds().get(0))))
                .forEach(found::add);
        lonely = found.size();
        List<Staircase> rulesWait = new ArrayList<>();
        List<Staircase> candidatesWait = new ArrayList<>();
        waiting.forEach((side, these) -> {
            if (!areFew(these, seen)) {
                // Those reached together lie side by side.
                these.sort(Comparator.comparingLong(each -> each.at.reachedAt()));
                List<Step> steps = new ArrayList<>();
                for (Waiting each : these) {
                    steps.add(new Step(each.at.reachedAt(), side.isAlone ? each.candidate.rule() : found.size()));
                    if (!side.isAlone) {
                        found.add(each.left());
                    }
                }
                (side.isAlone ? rulesWait : candidatesWait)
                        .add(new Staircase(CellSource.of(side.column, columns), side.isRising, steps));
            }
        });
        ofRules = new Staircases(rulesWait);
        ofCandidates = new Staircases(candidatesWait);
        candidates = new Candidates(found, columns);
    }

    private static boolean areFew(List<Waiting> waiting, SeenValues seen) {
        return waiting.size() < FEW && seen.eighths(waiting.get(0).at) > 0;
    }

    private static Map<Side, List<Waiting>> waiting(List<Candidate> alternatives, SeenValues seen) {
        Map<Integer, Integer> users = new HashMap<>();
        alternatives.forEach(
                alternative -> alternative.thresholds().forEach(each -> users.merge(each.column(), 1, Integer::sum)));
        // Few entities have high counts and sums. Where many wait, few columns are searched.
        Comparator<Threshold> best = Comparator.comparingInt(seen::eighths)
                .thenComparing(Threshold::isRising, Comparator.reverseOrder())
                .thenComparing(each -> users.get(each.column()), Comparator.reverseOrder());
        Map<Side, List<Waiting>> waiting = new TreeMap<>(Side.ORDER);
        for (Candidate each : alternatives) {
            List<Threshold> ordered = each.thresholds().stream().sorted(best).toList();
            Waiting waits = new Waiting(each.of(ordered), ordered.get(0));
            waiting.computeIfAbsent(waits.side(), none -> new ArrayList<>()).add(waits);
        }
        return waiting;
    }

    void match(RuleValues values, long[] matched) {
        final int rulesHit = ofRules.hits(values);
        for (int hit = 0; hit < rulesHit; hit++) {
            final int reached = ofRules.reached(values, hit);
            final int[] who = ofRules.hit(values, hit).who();
            for (int i = 0; i < reached; i++) {
                matched[who[i] >> 6] |= 1L << who[i];
            }
        }
        final int[] ints =
                values.record().ints().length == 0 ? NO_INTS : values.record().ints();
        final long[] longs =
                values.record().longs().length == 0 ? NO_LONGS : values.record().longs();
        final int candidatesHit = ofCandidates.hits(values);
        for (int hit = 0; hit < candidatesHit; hit++) {
            final int reached = ofCandidates.reached(values, hit);
            final int[] who = ofCandidates.hit(values, hit).who();
            for (int i = 0; i < reached; i++) {
                candidates.look(who[i], values, ints, longs, matched);
            }
        }
        for (int i = 0; i < lonely; i++) {
            candidates.look(i, values, ints, longs, matched);
        }
    }
}
