package dev.aimonflink.job;

import dev.aimonflink.core.model.EntityTable;
import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.ModelFile;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Settings of jobs of any model, by way of its file and the files of its tables. */
public final class ModelSettings {
    private ModelSettings() {}

    /** @param folder for the files, which are overwritten */
    public static JobSettings of(Model model, EntityTables tables, Path folder, String... arguments)
            throws IOException {
        Path file = Files.writeString(folder.resolve("model.yaml"), ModelFile.text(model));
        for (String name : tables.names()) {
            Files.writeString(folder.resolve(model.entity().tables().get(name)), csv(tables.table(name)));
        }
        List<String> all = new ArrayList<>(List.of("--aim.model=" + file));
        all.addAll(List.of(arguments));
        return JobSettings.of(JobArguments.parse(all.toArray(String[]::new)));
    }

    /** Without rows whose key cannot be written as UTF-8. */
    private static String csv(EntityTable table) {
        return Stream.concat(
                        Stream.of(table.columns()),
                        Stream.iterate(0, row -> row < table.rows(), row -> row + 1)
                                .map(table::row)
                                .filter(row ->
                                        StandardCharsets.UTF_8.newEncoder().canEncode(row.get(0))))
                .map(ModelSettings::line)
                .collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",", "", "\n"));
    }
}
