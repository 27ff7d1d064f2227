package dev.aimonflink.clients.cli;

import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.ModelSource;
import picocli.CommandLine.Option;

/** The model that records are of; a mixin. */
final class ModelOptions {
    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description = "Publish what this model describes: aim-42, aim-546, or a YAML file.")
    private String nameOrFile;

    /** Null if none is given. */
    Model model() {
        return nameOrFile == null ? null : ModelSource.of("Model", nameOrFile).model();
    }
}
