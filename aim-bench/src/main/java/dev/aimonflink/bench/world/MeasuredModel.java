package dev.aimonflink.bench.world;

import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.local.TemporaryDirectory;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.WindowText;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A model to measure with: shipped with the benchmarks, one of the job's own, or a user's file.
 *
 * @param option by which the job finds it
 */
public record MeasuredModel(String name, String option, Model model, EntityTables tables) {
    /** The model of cards in the documentation. */
    public static final String PAYMENTS = "payments";

    /** 2,000 aggregates. */
    public static final String WIDE = "wide";

    /** Three aggregates over all time. */
    public static final String ROLLING = "rolling";

    /** Statistics of Nexmark's bids by auction. */
    public static final String NEXMARK = "nexmark";

    /** A small model whose window is chosen. */
    private static final String CARDS = "cards";

    private static final String YAML = ".yaml";

    /** The tables of the shipped models that have some. */
    private static final Map<String, List<String>> TABLES =
            Map.of(PAYMENTS, List.of("regions.csv"), WIDE, List.of(), ROLLING, List.of(), NEXMARK, List.of());

    private static final List<String> SHIPPED = List.of(PAYMENTS, WIDE, ROLLING, NEXMARK);

    /** @throws InvalidInputException saying what is wrong and how to fix it; for a text, with line and column */
    public static MeasuredModel of(String nameOrFile) {
        if (SHIPPED.contains(nameOrFile)) {
            return read(nameOrFile, unpacked(nameOrFile));
        }
        if (!PresetModels.names().contains(nameOrFile) && !isFile(nameOrFile)) {
            List<String> names = new ArrayList<>(SHIPPED);
            names.addAll(PresetModels.names());
            throw new InvalidInputException("model=" + nameOrFile + " is neither a file nor a name. Give the path of a"
                    + " model file, or one of " + String.join(", ", names) + ".");
        }
        return read(nameOrFile, nameOrFile);
    }

    private static MeasuredModel read(String name, String option) {
        GivenModel given = GivenModel.of(option);
        return new MeasuredModel(name, option, given.model(), given.tables());
    }

    private static boolean isFile(String name) {
        try {
            return Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException noFile) {
            return false;
        }
    }

    /**
     * The small model with a window, which cannot be given to a job.
     *
     * @param window as in a model file, such as {@code last 24 hours}
     * @throws InvalidInputException with what is wrong and how to fix it
     */
    public static MeasuredModel withWindow(String window) {
        Model cards = ModelFile.parse(new String(resource(CARDS + YAML), StandardCharsets.UTF_8), CARDS);
        Aggregates kept = cards.aggregates();
        Aggregates changed =
                new Aggregates(kept.filters(), List.of(WindowText.parse(window)), kept.aggregations(), kept.copies());
        Model model = new Model(cards.name(), cards.event(), cards.entity(), changed, cards.names());
        String name = CARDS + ", " + window;
        return new MeasuredModel(name, name, model, EntityTables.NONE);
    }

    /** Writes a shipped model's files to a folder that lasts until the JVM ends, and returns the model's. */
    private static String unpacked(String name) {
        Path folder = TemporaryDirectory.create("aim-models-").path();
        Path model = folder.resolve(name + YAML);
        try {
            Files.write(model, resource(name + YAML));
            for (String table : TABLES.get(name)) {
                Files.write(folder.resolve(table), resource(table));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The model '" + name + "' cannot be written to " + folder + ".", e);
        }
        return model.toString();
    }

    private static byte[] resource(String file) {
        try (InputStream in = MeasuredModel.class.getResourceAsStream("/models/" + file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("models/" + file + " cannot be read from the jar.", e);
        }
    }
}
