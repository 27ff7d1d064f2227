package dev.aimonflink.rules.judge;

/** Which version of the rules judges a partition's next event, and which one is checked without events. One thread changes it. */
public final class JudgedVersion {
    private final RuleVersions versions;
    private long topic = RuleHistory.NO_TOPIC;
    private long version = RuleHistory.NONE;
    private volatile RuleSet present;

    /** The topic's newest version that has judged an event. */
    private long newest = RuleHistory.NONE;

    private RuleSet checked;

    public JudgedVersion(RuleVersions versions) {
        this.versions = versions;
        present = versions.at(RuleHistory.NONE, RuleHistory.EMPTY);
        checked = present;
    }

    /** Thread-safe. */
    public RuleSet present() {
        return present;
    }

    public RuleSet checked() {
        return checked;
    }

    public boolean is(long ofTopic, long chosen) {
        return chosen == version && ofTopic == topic;
    }

    /**
     * Judges by a version from now on.
     *
     * @param history has the version, unless its topic has changed by now
     */
    public RuleSet use(long ofTopic, long chosen, RuleHistory history) {
        newest = ofTopic == topic ? Math.max(newest, chosen) : chosen;
        topic = ofTopic;
        version = chosen;
        present = versions.at(Math.min(chosen, history.newest()), history);
        return present;
    }

    /**
     * Checks the newest rules that have judged an event from now on; returns whether these have changed.
     *
     * @param atLeast the version that would judge an event now, if all events are in; else {@link RuleHistory#NONE}
     */
    public boolean checkNewest(RuleHistory history, long atLeast) {
        long chosen = Math.max(atLeast, history.topic() == topic ? newest : RuleHistory.NONE);
        if (history.topic() == checked.topic()) {
            // The readers of events may no longer be at their ends.
            chosen = Math.max(chosen, checked.version());
        }
        RuleSet before = checked;
        RuleSet now = versions.at(Math.min(chosen, history.newest()), history);
        if (now.version() == before.version() && now.topic() == before.topic()) {
            return false;
        }
        checked = now;
        return true;
    }
}
