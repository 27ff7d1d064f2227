package dev.aimonflink.query.serve.mode;

/** Chooses the mode of each pass of one partition. */
public interface ScanPolicy {
    ScanMode choose(Outlook outlook, ScanMode last);

    /** Whether the pass chosen last merges all waiting rows before it reads, even in a mode that does not. */
    default boolean isMergeDue() {
        return false;
    }
}
