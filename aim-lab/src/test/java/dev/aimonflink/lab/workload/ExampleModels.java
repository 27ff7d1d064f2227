package dev.aimonflink.lab.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The models of docs/models. */
public final class ExampleModels {
    public static final Path FOLDER = Path.of("..", "docs", "models");

    private ExampleModels() {}

    /** Copies a model and its table into a folder, with other windows. */
    public static Path copy(String name, String table, String windows, Path folder) throws IOException {
        Files.copy(FOLDER.resolve(table), folder.resolve(table));
        String yaml = Files.readString(FOLDER.resolve(name + ".yaml"));
        String changed = yaml.replaceAll("(?m)^windows: .*$", "windows: [" + windows + "]");
        return Files.writeString(folder.resolve(name + ".yaml"), changed);
    }
}
