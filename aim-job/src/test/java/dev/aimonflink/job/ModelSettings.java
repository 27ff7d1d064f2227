package dev.aimonflink.job;

import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.format.model.ModelFiles;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Settings of jobs of any model, by way of its file and the files of its tables. */
public final class ModelSettings {
    private ModelSettings() {}

    /** @param folder for the files, which are overwritten */
    public static JobSettings of(Model model, EntityTables tables, Path folder, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--aim.model=" + ModelFiles.write(model, tables, folder)));
        all.addAll(List.of(arguments));
        return JobSettings.of(JobArguments.parse(all.toArray(String[]::new)));
    }
}
