package dev.aimonflink.clients.shell;

/** Asks statements and shows their answers, or why there is none. */
@FunctionalInterface
public interface Statements {
    /** @param isExpanded whether each row is shown as lines of a name and a value */
    void ask(String text, boolean isExpanded) throws InterruptedException;
}
