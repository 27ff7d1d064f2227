package dev.aimonflink.gateway.session;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens if a REPEATABLE READ transaction asks the job again, and so at a later moment. */
public enum Isolation {
    /** The statement is refused. */
    STRICT,

    /** It is answered, and the client is warned once a transaction. */
    ACCEPT;

    public static Optional<Isolation> find(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equalsIgnoreCase(word))
                .findFirst();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
