package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Rules that a test puts. */
public final class FakeRules implements RulesWatch {
    /** After so many pulses without a new version. */
    public static final int QUIET_PULSES = KnownRules.QUIET_PULSES;

    public static final int MOST_BYTES_OF_ALERT = AlertOutput.MAX_BYTES;

    public static final long TOPIC = 77;

    private RuleHistory history = RuleHistory.of(TOPIC);
    private CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);
    private long required;
    private int closed;
    private final List<RuleVersions> versions = new ArrayList<>();
    private final List<Long> suspended = new ArrayList<>();

    /** A source that a job could be sent with. The tasks of a test are in its JVM. */
    public RulesSource source() {
        return settings -> this;
    }

    public void add(RuleHistory.Entry... entries) {
        history = history.with(List.of(entries));
        versions.forEach(each -> each.at(history.newest(), history));
    }

    @Override
    public RuleVersions versions(JobSettings job) {
        versions.add(RulesWatch.super.versions(job));
        RuleSet unused = versions.get(versions.size() - 1).at(history.newest(), history);
        return versions.get(versions.size() - 1);
    }

    /** Those records of a history up to a time are there, and what was there before. */
    public void show(RuleHistory all, long upToMs) {
        history = history.with(all.upTo(Long.MAX_VALUE).stream()
                .filter(each -> each.offset() > history.newest() && each.timeMs() <= upToMs)
                .toList());
        add();
    }

    /** From now on the end of the topic is not known. */
    public void shut() {
        opened = new CompletableFuture<>();
    }

    public void open() {
        opened.complete(null);
    }

    /** The topic by which the job says that it was judging. */
    public long required() {
        return required;
    }

    public int closed() {
        return closed;
    }

    @Override
    public RuleHistory history() {
        return history;
    }

    @Override
    public boolean isOpen() {
        return opened.isDone();
    }

    @Override
    public CompletableFuture<Void> whenOpen() {
        return opened;
    }

    @Override
    public long ageMs() {
        return isOpen() ? 0 : Long.MAX_VALUE;
    }

    @Override
    public void require(long topic) {
        required = topic;
    }

    @Override
    public RuleHistory await(long topic, long version) {
        if (version != RuleHistory.NONE && topic != TOPIC) {
            return RuleHistory.EMPTY;
        }
        if (history.newest() < version) {
            throw new AssertionError("A task would wait for version " + version + " for ever.");
        }
        return history;
    }

    /** The numbers of the versions that are to be suspended. */
    public List<Long> suspended() {
        return List.copyOf(suspended);
    }

    @Override
    public void suspend(BoundRule rule, String why) {
        suspended.add(rule.version());
    }

    @Override
    public void close() {
        closed++;
    }
}
