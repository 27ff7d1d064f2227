package dev.aimonflink.lab.disturbance;

import java.util.List;

/** When the job is killed. */
public enum StormMoment {
    AFTER_EVENTS("after some events"),
    IN_PASS("in a pass"),
    IN_CHECKPOINT("in a checkpoint"),
    AFTER_RESTORE("right after a restore"),
    AT_TURN("as a day turns");

    public static final List<StormMoment> ANYTIME = List.of(AFTER_EVENTS, IN_PASS, IN_CHECKPOINT, AFTER_RESTORE);

    /** The moments that can be seen from outside the processes. */
    static final List<StormMoment> OF_PROCESSES = List.of(AFTER_EVENTS);

    /** Moments of kills that can come at any time; without texts that scan, no kill can meet a pass. */
    public static List<StormMoment> anytime(boolean isScanned) {
        return ANYTIME.stream().filter(each -> isScanned || each != IN_PASS).toList();
    }

    private final String label;

    StormMoment(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
