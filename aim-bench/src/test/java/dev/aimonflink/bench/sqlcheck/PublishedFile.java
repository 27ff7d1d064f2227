package dev.aimonflink.bench.sqlcheck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A file of the published tests: statements that make tables, and queries with what they answer. */
final class PublishedFile {
    /** What makes a test one of other systems alone. */
    private static final String SYSTEM = "postgresql";

    /** A statement or a query of a file. */
    sealed interface Step {
        String text();
    }

    /** @param fails whether it has to be refused */
    record Statement(String text, boolean fails) implements Step {}

    /**
     * @param types of the columns: I, R or T for each
     * @param order of the values: nosort, rowsort or valuesort
     * @param expected the lines that it gives, or how many values these are and their hash
     */
    record Query(String text, String types, String order, List<String> expected) implements Step {}

    private final BufferedReader lines;
    private final List<Step> steps = new ArrayList<>();
    private boolean isSkipped;

    private PublishedFile(BufferedReader lines) {
        this.lines = lines;
    }

    static List<Step> read(String name) {
        try (var in = PublishedFile.class.getResourceAsStream("/test/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException(name + " is no file of the published tests.");
            }
            PublishedFile file =
                    new PublishedFile(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
            file.readSteps();
            return file.steps;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readSteps() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\\s+");
            switch (words[0]) {
                case "onlyif" -> isSkipped |= !words[1].equals(SYSTEM);
                case "skipif" -> isSkipped |= words[1].equals(SYSTEM);
                case "statement" -> add(new Statement(text(), words[1].equals("error")));
                case "query" -> add(query(words));
                case "halt" -> {
                    if (!isSkipped) {
                        return;
                    }
                    isSkipped = false;
                }
                default -> {
                    // Comments, empty lines, and from how many values on there is a hash.
                }
            }
        }
    }

    private void add(Step step) {
        if (!isSkipped) {
            steps.add(step);
        }
        isSkipped = false;
    }

    /** The lines up to an empty one. */
    private String text() throws IOException {
        return String.join("\n", linesTo(""));
    }

    private List<String> linesTo(String end) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line = lines.readLine(); line != null && !line.equals(end); line = lines.readLine()) {
            found.add(line);
        }
        return found;
    }

    private Query query(String[] words) throws IOException {
        String text = String.join("\n", linesTo("----"));
        return new Query(text, words[1], words.length > 2 ? words[2] : "nosort", linesTo(""));
    }
}
