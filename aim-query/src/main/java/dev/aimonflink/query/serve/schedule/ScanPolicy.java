package dev.aimonflink.query.serve.schedule;

/** Chooses the state of each pass of one partition. */
public interface ScanPolicy {
    /** @param last the state of the pass before */
    ScanMode choose(Outlook outlook, ScanMode last);

    /** Whether the pass for which was chosen last merges all rows that wait before it reads, also in a state that does not. */
    default boolean isMergeDue() {
        return false;
    }
}
