package dev.aimonflink.clients.output;

import dev.aimonflink.sql.text.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A person's terminal: tables fit its width, and what does not fit is shown by a pager.
 *
 * @param pager command that shows its input page by page; empty for none
 */
public record Screen(int columns, int rows, String pager) {
    /** A file, a program, or a terminal of unknown size. */
    public static final Screen NONE = new Screen(Integer.MAX_VALUE, Integer.MAX_VALUE, "");

    /** A shell's exit codes for a program that cannot be started begin here. */
    private static final int NOT_STARTED = 126;

    /** With the pager AIM_PAGER, or else PAGER, or else less. */
    public static Screen of(int columns, int rows) {
        String pager = Optional.ofNullable(System.getenv("AIM_PAGER"))
                .or(() -> Optional.ofNullable(System.getenv("PAGER")))
                .orElse("less");
        return columns > 0 && rows > 0 ? new Screen(columns, rows, pager) : NONE;
    }

    public Screen withoutPager() {
        return new Screen(columns, rows, "");
    }

    /** By the pager if it is larger than the screen. */
    public void print(String text, PrintStream out) {
        if (pager.isBlank() || fits(text) || !isShown(text)) {
            out.print(text);
        }
    }

    /** Wrapped table lines get mixed up; others may wrap. */
    private boolean fits(String text) {
        return text.lines().count() < rows
                && text.lines().allMatch(line -> line.length() <= columns || !line.startsWith("|"));
    }

    /** False if there is no such pager. */
    private boolean isShown(String text) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", pager)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT);
        // Long lines are cut, to be scrolled by the arrow keys; and the text stays on the screen.
        builder.environment().putIfAbsent("LESS", "-SX");
        try {
            Process process = builder.start();
            try (OutputStream pages = process.getOutputStream()) {
                pages.write(VisibleText.ofLines(text).getBytes(StandardCharsets.UTF_8));
            } catch (IOException left) {
                // The person has seen enough.
            }
            return process.waitFor() < NOT_STARTED;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
