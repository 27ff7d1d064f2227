package dev.aimonflink.query.schedule;

/** Chooses the state of each pass of one partition. */
public interface ScanPolicy {
    /** @param last the state of the pass before */
    ScanMode choose(Outlook outlook, ScanMode last);
}
