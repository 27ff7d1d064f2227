package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes models and their tables to files, as users do. */
public final class ModelFiles {
    private ModelFiles() {}

    /**
     * Writes the file of a model, and those of its tables beside it. Returns the first.
     *
     * @param folder for the files, which are overwritten
     */
    public static Path write(Model model, EntityTables tables, Path folder) throws IOException {
        for (String name : tables.names()) {
            Files.writeString(folder.resolve(model.entity().tables().get(name)), csv(tables.table(name)));
        }
        return Files.writeString(folder.resolve("model.yaml"), ModelFile.text(model));
    }

    /** Without rows whose key cannot be written as UTF-8. */
    private static String csv(EntityTable table) {
        return Stream.concat(
                        Stream.of(table.columns()),
                        Stream.iterate(0, row -> row < table.rows(), row -> row + 1)
                                .map(table::row)
                                .filter(row ->
                                        StandardCharsets.UTF_8.newEncoder().canEncode(row.get(0))))
                .map(ModelFiles::line)
                .collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",", "", "\n"));
    }
}
