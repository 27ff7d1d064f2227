package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.VisibleText;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The present values of a column, asked of the job and cached like a missing answer: the tab key must not wait each time for a job that is down. */
public final class LiveValues {
    static final Duration KEPT = Duration.ofMinutes(1);

    /** A column with more values is not worth listing. */
    public static final int MAX_VALUES = 1_000;

    private record Known(List<String> values, long sinceNanos) {}

    private final Function<String, List<List<Object>>> rows;
    private final LongSupplier nanoClock;
    private final Map<String, Known> known = new HashMap<>();

    /** @param rows of the answer to a statement; empty if there is none while a person waits for the tab key */
    public LiveValues(Function<String, List<List<Object>>> rows) {
        this(rows, System::nanoTime);
    }

    LiveValues(Function<String, List<List<Object>>> rows, LongSupplier nanoClock) {
        this.rows = rows;
        this.nanoClock = nanoClock;
    }

    List<String> of(String table, String column) {
        String name = table + "." + column;
        Known before = known.get(name);
        if (before == null || nanoClock.getAsLong() - before.sinceNanos > KEPT.toNanos()) {
            List<String> values = asked(table, column);
            before = new Known(values, nanoClock.getAsLong());
            known.put(name, before);
        }
        return before.values;
    }

    private List<String> asked(String table, String column) {
        String quoted = '"' + column.replace("\"", "\"\"") + '"';
        List<String> values = rows
                .apply("SELECT DISTINCT " + quoted + " FROM " + table + " ORDER BY 1 LIMIT " + (MAX_VALUES + 1))
                .stream()
                .map(row -> row.get(0))
                .filter(Objects::nonNull)
                .map(Object::toString)
                // Nobody can type the others, and the terminal shows candidates unescaped.
                .filter(text -> text.codePoints().allMatch(VisibleText::isVisible))
                .toList();
        return values.size() > MAX_VALUES ? List.of() : values;
    }
}
