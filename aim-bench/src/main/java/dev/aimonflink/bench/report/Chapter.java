package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The page's chapters with words and charts, in the order of {@code chapters.json}; other experiments have only tables.
 *
 * @param axes parameters that put a figure on a line: the first that it has
 * @param further parameters that put it on a line of another chart if there are enough values of them
 */
record Chapter(String id, String title, String words, List<String> axes, List<String> further) {
    private static final List<Chapter> KNOWN = read();

    Chapter {
        axes = axes == null ? List.of() : axes;
        further = further == null ? List.of() : further;
    }

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

    /** Its place on the page, unknown ones last. */
    static int place(String id) {
        int index = KNOWN.stream().map(Chapter::id).toList().indexOf(id);
        return index < 0 ? KNOWN.size() : index;
    }

    static String titleOf(String id) {
        return find(id).map(Chapter::title).orElse(id);
    }

    static List<String> further(String id) {
        return find(id).map(Chapter::further).orElse(List.of());
    }

    static Optional<String> axis(String id, Figure figure) {
        return find(id).stream()
                .flatMap(known -> known.axes.stream())
                .filter(name -> FigureLabels.isNumber(figure.parameters().getOrDefault(name, "")))
                .findFirst();
    }
}
