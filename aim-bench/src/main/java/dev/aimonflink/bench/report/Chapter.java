package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The chapters of the page with words and charts, in the order of {@code chapters.json}; other experiments have tables only. */
record Chapter(String id, String title, String words) {
    private static final List<Chapter> KNOWN = read();

    private static List<Chapter> read() {
        try (InputStream in = Chapter.class.getResourceAsStream("chapters.json")) {
            return List.of(Report.JSON.readValue(in, Chapter[].class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<Chapter> find(String id) {
        return KNOWN.stream().filter(one -> one.id.equals(id)).findFirst();
    }

    /** Where on the page, the unknown last. */
    static int place(String id) {
        int index = KNOWN.stream().map(Chapter::id).toList().indexOf(id);
        return index < 0 ? KNOWN.size() : index;
    }
}
