package dev.aimonflink.local.chaos;

import java.util.List;

/** When the job is killed. */
enum StormMoment {
    AFTER_EVENTS("after some events"),
    IN_PASS("in a pass"),
    IN_CHECKPOINT("in a checkpoint"),
    AFTER_RESTORE("right after a restore"),
    AT_TURN("as a day turns");

    static final List<StormMoment> ANYTIME = List.of(AFTER_EVENTS, IN_PASS, IN_CHECKPOINT, AFTER_RESTORE);

    /** The moments that can be seen from outside the processes. */
    static final List<StormMoment> OF_PROCESSES = List.of(AFTER_EVENTS);

    private final String label;

    StormMoment(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
