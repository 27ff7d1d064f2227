package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A small model file that explains each key: what a user begins with. */
public final class StarterModel {
    /** The name of the model in the jar. */
    public static final String NAME = "payments";

    private static final String NAME_LINE = "\nmodel: ";

    private StarterModel() {}

    /**
     * The file of a model with this name.
     *
     * @throws InvalidInputException if no model can have the name
     */
    public static String text(String name) {
        String text = resource();
        Model model = ModelFile.parse(text, NAME);
        // Checks the name.
        new Model(name, model.event(), model.entity(), model.aggregates(), model.names());
        return text.replace(NAME_LINE + NAME + "\n", NAME_LINE + name + "\n");
    }

    private static String resource() {
        try (InputStream in = StarterModel.class.getResourceAsStream("starter.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The starter in the jar cannot be read.", unreadable);
        }
    }
}
