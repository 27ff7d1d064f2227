package dev.aimonflink.clients.doctor;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param fix what to do, or empty
 */
public record Finding(String check, Verdict verdict, String detail, String fix) {
    public enum Verdict {
        OK,
        /** The check was not made. */
        SKIPPED,
        /** It works, but not as it should. */
        WARN,
        /** It does not work. */
        FAIL;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String detail) {
        return new Finding(check, Verdict.OK, detail, "");
    }

    static Finding skipped(String check, String detail, String fix) {
        return new Finding(check, Verdict.SKIPPED, detail, fix);
    }

    static Finding warn(String check, String detail, String fix) {
        return new Finding(check, Verdict.WARN, detail, fix);
    }

    static Finding fail(String check, String detail, String fix) {
        return new Finding(check, Verdict.FAIL, detail, fix);
    }
}
